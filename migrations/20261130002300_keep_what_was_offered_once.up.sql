-- What a model was offered stood in two columns.
update chatbot.rounds set offered = offered_tools where offered = '{}' and offered_tools <> '{}';
alter table chatbot.rounds drop column offered_tools;
comment on column chatbot.rounds.offered is 'The tools that the model was offered when it was asked last, by name; empty for rounds of before this was kept.';

alter table chatbot.rounds add column offered_tools text[];
update chatbot.rounds set offered_tools = offered where offered <> '{}';
comment on column chatbot.rounds.offered_tools is 'The names of the tools that the model was offered, by name; null where that was not noted yet.';
comment on column chatbot.rounds.offered is 'The tools that the model was offered when it was asked last; empty for rounds of before this was kept.';

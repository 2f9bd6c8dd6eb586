drop table chatbot.erased_days;
drop index chatbot.cited_sentences_by_reviewer;
comment on column chatbot.chatbot_versions.author_id is 'Who saved it; null when the system did.';
comment on column chatbot.cited_sentences.reviewed_by is 'Who reviewed it; an id of lms.users.';
delete from chatbot.test_results r using chatbot.jobs j where j.id = r.run_id and j.owner_id is null;
delete from chatbot.test_runs r using chatbot.jobs j where j.id = r.id and j.owner_id is null;
delete from chatbot.jobs where owner_id is null;
alter table chatbot.jobs alter column owner_id set not null;
comment on column chatbot.jobs.owner_id is 'Who asked for it: nobody else sees how it stands.';

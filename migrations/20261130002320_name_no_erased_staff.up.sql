-- Who erases their data is named nowhere but in what staff did to a course, in the access log.
alter table chatbot.jobs alter column owner_id drop not null;
comment on column chatbot.jobs.owner_id is 'Who asked for it: nobody else sees how it stands; none when their data was erased.';
comment on column chatbot.cited_sentences.reviewed_by is 'Who reviewed it; an id of lms.users. None when their data was erased.';
comment on column chatbot.chatbot_versions.author_id is 'Who saved it; null when the system did, or somebody who erased their data and is staff no more.';
create index cited_sentences_by_reviewer on chatbot.cited_sentences (reviewed_by) where reviewed_by is not null;

create table chatbot.erased_days (
    seal bytea primary key constraint erased_days_seal check (octet_length(seal) = 32),
    local_day date not null,
    tokens bigint not null constraint erased_days_tokens check (tokens > 0)
);
comment on table chatbot.erased_days is 'What somebody spent of a chatbot on a day, who erased their data before it was over. Gone when it is.';
comment on column chatbot.erased_days.seal is 'HMAC-SHA-256 of chatbot, student and day under a secret of the deployment: found again by whoever comes back, and by nobody else.';

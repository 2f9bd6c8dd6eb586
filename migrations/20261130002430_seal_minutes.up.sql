create table chatbot.erased_minutes (
    seal bytea primary key constraint erased_minutes_seal check (octet_length(seal) = 32),
    sent_at timestamptz[] not null,
    last_sent_at timestamptz not null
);
comment on table chatbot.erased_minutes is 'When somebody wrote to a chatbot within the last minute, who erased their data in it. Gone when the minute is over.';
comment on column chatbot.erased_minutes.seal is 'HMAC-SHA-256 of chatbot, student and minute under a secret of the deployment: found again by whoever comes back, and by nobody else.';

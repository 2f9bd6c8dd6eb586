alter table chatbot.conversations add column told_shortened boolean not null default false;
comment on column chatbot.conversations.told_shortened is
    'Whether the student was told that the model is no longer given the oldest messages.';

-- A turn that is taken over again and again is ended. That was told from its epoch, which each answer of its student
-- raises, too.

alter table chatbot.turns add column takeovers integer not null default 0
    constraint turns_takeovers check (takeovers >= 0);
comment on column chatbot.turns.takeovers is 'How often another instance took it over; an epoch is also raised by an answer of its student.';

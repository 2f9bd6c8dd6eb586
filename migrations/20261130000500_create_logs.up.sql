create table chatbot.turn_events (
    turn_id uuid not null references chatbot.turns,
    first_seq bigint not null,
    last_seq bigint not null,
    epoch integer not null,
    version smallint not null,
    events jsonb not null,
    created_at timestamptz not null,
    primary key (turn_id, first_seq),
    constraint turn_events_order check (first_seq <= last_seq)
);
comment on table chatbot.turn_events is 'What the student''s page was shown of running turns, for resume; pruned a day after the turn ended.';

create table chatbot.usage_ledger (
    id uuid primary key,
    turn_id uuid not null references chatbot.turns,
    student_id uuid not null,
    course_id uuid not null,
    chatbot_id uuid not null,
    reserved_tokens integer not null,
    settled_tokens integer,
    created_at timestamptz not null,
    settled_at timestamptz
);
comment on table chatbot.usage_ledger is 'Tokens: reserved before a request, settled after it.';
create index usage_ledger_by_student on chatbot.usage_ledger (student_id, chatbot_id, created_at);
create index usage_ledger_by_course on chatbot.usage_ledger (course_id, created_at);

create table chatbot.feedback (
    message_id uuid primary key references chatbot.messages,
    student_id uuid not null,
    rating text not null constraint feedback_rating check (rating in ('up', 'down')),
    comment text,
    created_at timestamptz not null,
    updated_at timestamptz not null
);
comment on table chatbot.feedback is 'What students think of answers.';

create table chatbot.audit_log (
    id uuid primary key,
    actor_id uuid,
    action text not null,
    subject_kind text not null,
    subject_id uuid,
    course_id uuid,
    detail jsonb not null,
    created_at timestamptz not null
);
comment on table chatbot.audit_log is 'Who looked at or changed what.';
create index audit_log_newest on chatbot.audit_log (created_at desc, id desc);

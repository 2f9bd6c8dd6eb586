-- What is spent is counted where it is limited: one row per student and day, one per course and month. The ledger
-- stays the record; whoever asks what is left reads one row, however long the ledger is.

create table chatbot.student_days (
    chatbot_id uuid not null references chatbot.chatbots,
    local_day date not null,
    student_id uuid not null,
    tokens bigint not null constraint student_days_tokens check (tokens >= 0),
    primary key (chatbot_id, local_day, student_id)
);
comment on table chatbot.student_days is 'What a student spent of a chatbot on a day of the course''s time zone.';
comment on column chatbot.student_days.tokens is 'Settled and reserved.';

create table chatbot.course_months (
    course_id uuid not null,
    local_month date not null constraint course_months_first_day check (extract(day from local_month) = 1),
    tokens bigint not null constraint course_months_tokens check (tokens >= 0),
    primary key (course_id, local_month)
);
comment on table chatbot.course_months is 'What a course spent in a month of its time zone; the month is its first day.';
comment on column chatbot.course_months.tokens is 'Settled and reserved.';

create table chatbot.message_times (
    chatbot_id uuid not null references chatbot.chatbots,
    student_id uuid not null,
    sent_at timestamptz[] not null,
    primary key (chatbot_id, student_id)
);
comment on table chatbot.message_times is 'When a student sent messages within the last minute; never more than the limit.';

alter table chatbot.usage_ledger
    add column local_day date not null,
    add column local_month date not null,
    add column input_tokens integer not null,
    add column requested_at timestamptz,
    add column is_estimate boolean not null default false,
    add constraint usage_ledger_settled check ((settled_tokens is null) = (settled_at is null));
comment on column chatbot.usage_ledger.local_day is 'The day on which it counts, of the course''s time zone.';
comment on column chatbot.usage_ledger.input_tokens is 'How much of what was reserved is for the request itself; the rest is for its reply.';
comment on column chatbot.usage_ledger.requested_at is 'When the model was asked; null while the reservation of a message that was just accepted.';
comment on column chatbot.usage_ledger.is_estimate is 'Whether what was settled is an estimate: the provider did not tell.';
create unique index usage_ledger_one_open on chatbot.usage_ledger (turn_id) where settled_at is null;

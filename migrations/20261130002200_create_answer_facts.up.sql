-- What statistics need of each answer, in one narrow row: nothing has to be counted out of messages and sentences when
-- a teacher looks.

create table chatbot.answer_facts (
    id uuid primary key default gen_random_uuid(),
    turn_id uuid constraint answer_facts_once unique references chatbot.turns on delete set null,
    course_id uuid not null,
    chatbot_id uuid not null references chatbot.chatbots,
    student_id uuid,
    local_day date not null,
    is_question boolean not null,
    standing text not null constraint answer_facts_standing
        check (standing in ('supported', 'partly', 'unsupported', 'uncited', 'unfinished')),
    is_unanswered boolean not null,
    verdicts integer[] not null constraint answer_facts_verdicts check (array_length(verdicts, 1) = 7),
    input_tokens integer not null,
    output_tokens integer not null
);
comment on table chatbot.answer_facts is 'What statistics need of answers to students. Written once an answer has ended; staff''s are left out.';
comment on column chatbot.answer_facts.turn_id is 'The turn; none when it was erased.';
comment on column chatbot.answer_facts.student_id is 'Who asked; none when their data, or the conversation, was erased.';
comment on column chatbot.answer_facts.local_day is 'The day on which it was asked, of the course''s time zone.';
comment on column chatbot.answer_facts.is_question is 'Whether a question was asked; else an answer was asked for again.';
comment on column chatbot.answer_facts.standing is 'How the answer stands by what it cites; each is counted once.';
comment on column chatbot.answer_facts.is_unanswered is 'Whether the material did not answer: nothing was found, the answer says so, or nothing was confirmed.';
comment on column chatbot.answer_facts.verdicts is 'How many sentences are supported, partly, unsupported, misquoted, unresolved, hidden, unchecked.';
create index answer_facts_by_day on chatbot.answer_facts (course_id, local_day, chatbot_id, student_id)
    include (is_question, standing, input_tokens, output_tokens, verdicts);
create index answer_facts_unanswered on chatbot.answer_facts (course_id, local_day) where is_unanswered;

create table chatbot.page_uses (
    chatbot_id uuid not null references chatbot.chatbots,
    local_day date not null,
    page_id uuid not null,
    course_id uuid not null,
    cited integer not null constraint page_uses_cited check (cited > 0),
    primary key (chatbot_id, local_day, page_id)
);
comment on table chatbot.page_uses is 'How many sentences of answers to students cite a page, day by day.';
create index page_uses_by_day on chatbot.page_uses (course_id, local_day);

alter table chatbot.turns add column counted_at timestamptz;
comment on column chatbot.turns.counted_at is 'When its facts were written for statistics.';
create index turns_by_chatbot on chatbot.turns (chatbot_id, created_at) include (input_tokens, output_tokens);
create index turns_uncounted on chatbot.turns (ended_at) where ended_at is not null and counted_at is null;

alter table chatbot.conversations
    add column anonymous_id uuid not null default gen_random_uuid() constraint conversations_anonymous_id unique;
comment on column chatbot.conversations.anonymous_id is 'By what teachers know it; nothing else knows it by this.';

create function chatbot.local_day(in_at timestamptz, in_zone text) returns date
language plpgsql stable as $$
begin
    return (in_at at time zone in_zone)::date;
exception when invalid_parameter_value then
    return (in_at at time zone 'UTC')::date;
end
$$;
comment on function chatbot.local_day is 'The day in a time zone; in UTC where nobody knows one of that name.';

create function chatbot.day_start(in_day date, in_zone text) returns timestamptz
language plpgsql stable as $$
begin
    return in_day::timestamp at time zone in_zone;
exception when invalid_parameter_value then
    return in_day::timestamp at time zone 'UTC';
end
$$;
comment on function chatbot.day_start is 'When a day begins in a time zone; in UTC where nobody knows one of that name.';

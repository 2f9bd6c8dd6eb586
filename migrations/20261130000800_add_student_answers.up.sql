alter table chatbot.turns add column waiting_since timestamptz;
alter table chatbot.turns add constraint turns_waiting_has_time
    check ((state = 'awaiting_student') = (waiting_since is not null));
comment on column chatbot.turns.waiting_since is 'Since when a call waits for the student.';
create index turns_waiting on chatbot.turns (waiting_since) where state = 'awaiting_student';

alter table chatbot.tool_calls
    add column answer jsonb,
    add column answered_at timestamptz,
    add column requirements_at_run jsonb;
comment on column chatbot.tool_calls.answer is 'What the student''s page answered: {"approved": …} or {"output": …} or {"error": …}.';
comment on column chatbot.tool_calls.requirements_at_run is 'The requirements once more, where they were checked again right before the call ran.';
alter table chatbot.tool_calls
    drop constraint tool_calls_status,
    drop constraint tool_calls_answered_has_output,
    drop constraint tool_calls_ended_has_time;
alter table chatbot.tool_calls
    add constraint tool_calls_status check (status in
        ('pending', 'running', 'waiting', 'answered', 'done', 'failed', 'denied', 'unanswered', 'unknown',
         'ignored', 'rejected')),
    add constraint tool_calls_answered_has_output check (
        (status in ('answered', 'done', 'failed', 'denied', 'unanswered', 'unknown')) = (output is not null)),
    add constraint tool_calls_ended_has_time check (
        (status in ('pending', 'running', 'waiting')) = (ended_at is null)),
    add constraint tool_calls_answer_has_time check ((answer is null) = (answered_at is null));

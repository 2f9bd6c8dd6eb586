-- What the older constraints have no word for ended without a result.
update chatbot.tool_calls set status = 'unknown' where status in ('denied', 'unanswered');
alter table chatbot.tool_calls
    drop constraint tool_calls_answer_has_time,
    drop constraint tool_calls_ended_has_time,
    drop constraint tool_calls_answered_has_output,
    drop constraint tool_calls_status;
alter table chatbot.tool_calls
    add constraint tool_calls_status
        check (status in ('pending', 'running', 'answered', 'done', 'failed', 'waiting', 'unknown', 'ignored', 'rejected')),
    add constraint tool_calls_answered_has_output check (
        (status in ('answered', 'done', 'failed', 'unknown')) = (output is not null)),
    add constraint tool_calls_ended_has_time check (
        (status in ('answered', 'done', 'failed', 'unknown', 'ignored', 'rejected')) = (ended_at is not null));
alter table chatbot.tool_calls drop column answer, drop column answered_at, drop column requirements_at_run;
alter table chatbot.turns drop column waiting_since;

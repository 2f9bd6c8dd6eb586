create table chatbot.rounds (
    id uuid primary key,
    turn_id uuid not null references chatbot.turns,
    round_number integer not null constraint rounds_number check (round_number >= 1),
    state text not null constraint rounds_state check (state in ('streaming', 'committed', 'partial')),
    reply_text text not null,
    attempts integer not null default 1,
    disposition text,
    input_tokens integer not null default 0,
    output_tokens integer not null default 0,
    created_at timestamptz not null,
    committed_at timestamptz,
    constraint rounds_once unique (turn_id, round_number),
    constraint rounds_committed check ((state = 'committed') = (committed_at is not null))
);
comment on table chatbot.rounds is 'Model replies of a turn, as the model gave them: markers included.';
comment on column chatbot.rounds.state is 'streaming while it comes; partial when the turn ended in the middle of it.';

create table chatbot.tool_calls (
    id uuid primary key,
    round_id uuid not null references chatbot.rounds,
    turn_id uuid not null references chatbot.turns,
    attempt integer not null default 1 constraint tool_calls_attempt check (attempt >= 1),
    call_index integer not null constraint tool_calls_index check (call_index >= 0),
    wire_id text not null,
    name text not null,
    arguments text not null,
    effective_name text not null,
    effective_arguments text not null,
    disposition text not null constraint tool_calls_disposition check (disposition in
        ('accept', 'answer', 'edit', 'skip', 'splice', 'retry', 'discard', 'fail')),
    audience text constraint tool_calls_audience check (audience in ('model', 'log_only')),
    reject jsonb,
    log_reason text,
    unwrapped boolean not null default false,
    requirements jsonb not null,
    configuration_version integer not null,
    first_source_number integer not null,
    status text not null constraint tool_calls_status
        check (status in ('pending', 'running', 'answered', 'done', 'failed', 'waiting', 'unknown', 'ignored', 'rejected')),
    output text,
    started_at timestamptz,
    ended_at timestamptz,
    constraint tool_calls_once unique (round_id, attempt, call_index),
    constraint tool_calls_answered_has_output check (
        (status in ('answered', 'done', 'failed', 'unknown')) = (output is not null)),
    constraint tool_calls_ended_has_time check (
        (status in ('answered', 'done', 'failed', 'unknown', 'ignored', 'rejected')) = (ended_at is not null)),
    constraint tool_calls_log_only_has_reason check ((audience is not distinct from 'log_only') = (log_reason is not null))
);
comment on table chatbot.tool_calls is 'Every call of a model, run or refused, with the very bytes and the decision about them.';
comment on column chatbot.tool_calls.attempt is 'Which reply of the round; only the calls of the last one can be in history.';
comment on column chatbot.tool_calls.log_reason is 'Why a gate said no; never in any request or page event.';
comment on column chatbot.tool_calls.arguments is 'As the model sent them.';
comment on column chatbot.tool_calls.effective_arguments is 'As they were authorised and executed.';
comment on column chatbot.tool_calls.requirements is 'Each requirement of the call with its verdict.';
comment on column chatbot.tool_calls.output is 'What the model was given.';
create index tool_calls_by_turn on chatbot.tool_calls (turn_id);

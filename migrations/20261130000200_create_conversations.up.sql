create table chatbot.conversations (
    id uuid primary key,
    chatbot_id uuid not null references chatbot.chatbots,
    student_id uuid not null,
    title text not null constraint conversations_title check (char_length(title) <= 200),
    title_source text not null constraint conversations_title_source
        check (title_source in ('none', 'question', 'student')),
    accepted_disclaimer_version integer,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    deleted_at timestamptz
);
comment on table chatbot.conversations is 'Conversations of students. `student_id` is an id of lms.users.';
comment on column chatbot.conversations.title_source is 'Where the title comes from; a student''s own wins for ever.';
create index conversations_own_list on chatbot.conversations (student_id, chatbot_id, updated_at desc, id desc)
    where deleted_at is null;

create table chatbot.messages (
    id uuid primary key,
    conversation_id uuid not null references chatbot.conversations,
    order_number integer not null constraint messages_order_number check (order_number >= 1),
    role text not null constraint messages_role check (role in ('user', 'assistant')),
    client_id text not null constraint messages_client_id check (char_length(client_id) between 1 and 64),
    parts jsonb not null constraint messages_parts check (jsonb_typeof(parts) = 'array'),
    metadata jsonb,
    created_at timestamptz not null,
    superseded_at timestamptz,
    superseded_by_turn uuid,
    constraint messages_order unique (conversation_id, order_number),
    constraint messages_superseded check ((superseded_at is null) = (superseded_by_turn is null))
);
comment on table chatbot.messages is 'What student and chatbot said, as the student saw it. Model history is built from rounds and tool_calls.';
comment on column chatbot.messages.client_id is 'The id on the wire: the client''s own of a user message, ours of an assistant message.';
comment on column chatbot.messages.parts is 'Parts in UIMessage form.';
create unique index messages_client_id_once on chatbot.messages (conversation_id, client_id) where superseded_at is null;
comment on index chatbot.messages_client_id_once is 'An edited message keeps the id of the one that it supersedes.';

create type chatbot.turn_state as enum (
    'accepted', 'asking', 'deciding', 'dispatching', 'awaiting_student',
    'finished', 'stopped', 'failed', 'interrupted'
);

create table chatbot.turns (
    id uuid primary key,
    conversation_id uuid not null references chatbot.conversations,
    user_message_id uuid not null references chatbot.messages,
    assistant_message_id uuid not null references chatbot.messages,
    chatbot_id uuid not null references chatbot.chatbots,
    chatbot_version integer not null,
    model text not null,
    state chatbot.turn_state not null,
    error_code text,
    requests integer not null default 0 constraint turns_requests check (requests >= 0),
    input_tokens integer not null default 0,
    output_tokens integer not null default 0,
    next_source_number integer not null default 1,
    page_id uuid,
    selection text,
    tool_choice jsonb,
    lease_instance uuid,
    lease_expires_at timestamptz,
    epoch integer not null default 1,
    created_at timestamptz not null,
    ended_at timestamptz,
    constraint turns_failed_has_code check ((state = 'failed') = (error_code is not null)),
    constraint turns_ended_has_time check (
        (state in ('finished', 'stopped', 'failed', 'interrupted')) = (ended_at is not null)),
    constraint turns_configuration foreign key (chatbot_id, chatbot_version)
        references chatbot.chatbot_versions (chatbot_id, version)
);
comment on table chatbot.turns is 'One student message, from acceptance to the end of its answer.';
comment on column chatbot.turns.epoch is 'Raised by each takeover; every write of a turn names the epoch it holds.';
comment on column chatbot.turns.next_source_number is 'The first source number of the next call''s block of 100.';
create unique index turns_one_open on chatbot.turns (conversation_id)
    where state in ('accepted', 'asking', 'deciding', 'dispatching', 'awaiting_student');
create index turns_by_conversation on chatbot.turns (conversation_id, created_at);
create index turns_by_user_message on chatbot.turns (user_message_id);
create index turns_by_assistant_message on chatbot.turns (assistant_message_id);

alter table chatbot.messages add constraint messages_superseded_by
    foreign key (superseded_by_turn) references chatbot.turns deferrable initially deferred;

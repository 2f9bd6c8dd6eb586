create schema if not exists chatbot;
comment on schema chatbot is 'Course Chatbot: configurations, conversations, turns, tool calls, citations.';

create table chatbot.chatbots (
    id uuid primary key,
    course_id uuid not null,
    name text not null constraint chatbots_name check (char_length(name) between 1 and 200),
    is_default boolean not null,
    enabled boolean not null,
    version integer not null constraint chatbots_version check (version >= 1),
    config jsonb not null constraint chatbots_config check (jsonb_typeof(config) = 'object'),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    deleted_at timestamptz
);
comment on table chatbot.chatbots is 'Configured chatbots of courses. `course_id` is an id of lms.courses.';
comment on column chatbot.chatbots.config is 'The ChatbotConfig in force: prompt, model, tools, policies, limits.';
comment on column chatbot.chatbots.version is 'The version in chatbot_versions that is in force.';

create unique index chatbots_one_default on chatbot.chatbots (course_id) where is_default and deleted_at is null;
create index chatbots_course on chatbot.chatbots (course_id) where deleted_at is null;

create table chatbot.chatbot_versions (
    chatbot_id uuid not null references chatbot.chatbots,
    version integer not null,
    name text not null,
    config jsonb not null,
    author_id uuid,
    created_at timestamptz not null,
    primary key (chatbot_id, version)
);
comment on table chatbot.chatbot_versions is 'Every saved configuration, so that any turn names the one it ran under.';
comment on column chatbot.chatbot_versions.author_id is 'Who saved it; null when the system did.';

create table chatbot.previews (
    conversation_id uuid primary key references chatbot.conversations on delete cascade,
    author_id uuid not null,
    view_as text not null constraint previews_view_as check (view_as in ('student', 'me')),
    name text not null,
    config jsonb not null constraint previews_config check (jsonb_typeof(config) = 'object')
);
comment on table chatbot.previews is 'Conversations in which teachers try settings that need not be saved. In no list, in no statistics.';
comment on column chatbot.previews.author_id is 'Who tries; the conversation is theirs alone. Its student_id is as whom they try.';
comment on column chatbot.previews.name is 'The chatbot''s name in these settings.';
create index previews_by_author on chatbot.previews (author_id);

alter table chatbot.conversations add column is_preview boolean not null default false;
comment on column chatbot.conversations.is_preview is 'Whether a teacher only tries the chatbot in it; statistics and lists leave it out.';
drop index chatbot.conversations_own_list;
create index conversations_own_list on chatbot.conversations (student_id, chatbot_id, updated_at desc, id desc)
    where deleted_at is null and not is_preview;

create table chatbot.preview_people (
    course_id uuid primary key,
    user_id uuid not null constraint preview_people_once unique
);
comment on table chatbot.preview_people is 'As whom a course is tried by its teachers: somebody who is enrolled in that course and nothing more. Nobody can sign in as them.';

create or replace function chatbot.may_read_course(in_user uuid, in_course uuid) returns boolean
language sql stable as $$
    select exists (
        select from lms.courses c
        where c.id = in_course
          and (exists (select from lms.users u where u.id = in_user)
               and (exists (select from chatbot.effective_roles(in_user, in_course) r
                            where r.role in ('assistant', 'teacher', 'course_admin', 'admin'))
                    or (c.visibility in ('open', 'closed')
                        and (c.is_public or exists (
                            select from lms.enrollments e where e.user_id = in_user and e.course_id = in_course))))
               -- Whoever is only as whom teachers try it reads what is published, here and nowhere else.
               or (c.visibility in ('open', 'closed')
                   and exists (select from chatbot.preview_people p
                               where p.user_id = in_user and p.course_id = in_course))))
$$;

alter table chatbot.rounds add column offered_tools text[];
comment on column chatbot.rounds.offered_tools is 'The names of the tools that the model was offered, by name; null where that was not noted yet.';

create table chatbot.test_questions (
    id uuid primary key,
    chatbot_id uuid not null references chatbot.chatbots,
    question text not null constraint test_questions_question check (char_length(question) between 1 and 8000),
    created_at timestamptz not null
);
comment on table chatbot.test_questions is 'Questions by which teachers test a chatbot.';
create index test_questions_by_chatbot on chatbot.test_questions (chatbot_id, created_at, id);

create table chatbot.test_runs (
    id uuid primary key references chatbot.jobs,
    chatbot_id uuid not null references chatbot.chatbots,
    version integer not null,
    unsaved boolean not null,
    started_at timestamptz not null
);
comment on table chatbot.test_runs is 'All test questions of a chatbot asked in one go; the job of the same id says how it stands.';
comment on column chatbot.test_runs.version is 'The version in force when it ran.';
comment on column chatbot.test_runs.unsaved is 'Whether it ran with settings that were not saved.';
create index test_runs_by_chatbot on chatbot.test_runs (chatbot_id, started_at desc);

create table chatbot.test_results (
    run_id uuid not null references chatbot.test_runs on delete cascade,
    position integer not null,
    test_id uuid not null,
    question text not null,
    answer text not null,
    state text not null,
    verdicts jsonb not null,
    tools text[] not null,
    milliseconds integer not null,
    tokens integer not null,
    primary key (run_id, position)
);
comment on table chatbot.test_results is 'What came of each question of a run, kept as it was whatever becomes of question and conversation.';

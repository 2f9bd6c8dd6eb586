-- The contract between the chatbot and the LMS that embeds it.
--
-- The chatbot reads the LMS through these relations and writes none of them. Here they are tables, so
-- that queries can be prepared and tested against them; a host LMS creates *views* of the same names,
-- columns and types over its own tables. Where a column is `not null` here, a view must never yield null.

create schema lms;

create table lms.users (
    id uuid primary key,
    name text not null,
    email text not null,
    locale text,
    time_zone text
);
comment on table lms.users is 'People. `time_zone` is an IANA name; the course''s counts when it is null.';

create table lms.organizations (
    id uuid primary key,
    name text not null,
    slug text not null
);
comment on table lms.organizations is 'Owners of courses.';

create table lms.courses (
    id uuid primary key,
    organization_id uuid not null references lms.organizations,
    slug text not null,
    title text not null,
    description text not null,
    language text not null,
    time_zone text not null,
    visibility text not null constraint courses_visibility check (visibility in ('draft', 'open', 'closed')),
    is_public boolean not null,
    can_add_chatbot boolean not null
);
comment on table lms.courses is 'Courses. `language` is a BCP 47 tag; a public course may be read by everybody who is signed in.';

create table lms.modules (
    id uuid primary key,
    course_id uuid not null references lms.courses,
    position integer not null,
    title text not null
);
comment on table lms.modules is 'Parts of a course that are completed on their own.';

create table lms.chapters (
    id uuid primary key,
    course_id uuid not null references lms.courses,
    module_id uuid references lms.modules,
    position integer not null,
    title text not null,
    opens_at timestamptz
);
comment on table lms.chapters is 'Chapters. One without `opens_at` is open.';

create table lms.pages (
    id uuid primary key,
    course_id uuid not null references lms.courses,
    chapter_id uuid references lms.chapters,
    position integer not null,
    title text not null,
    url_path text not null,
    body text not null,
    body_format text not null constraint pages_body_format check (body_format in ('markdown', 'html')),
    revision bigint not null,
    hidden boolean not null,
    deleted_at timestamptz,
    updated_at timestamptz not null
);
comment on table lms.pages is 'Pages. `url_path` is the path of the page on the host, from its root, without an anchor; `revision` rises with every edit.';

create table lms.exercises (
    id uuid primary key,
    course_id uuid not null references lms.courses,
    page_id uuid not null references lms.pages,
    position integer not null,
    title text not null,
    max_points numeric not null,
    deadline_at timestamptz,
    deleted_at timestamptz
);
comment on table lms.exercises is 'Exercises on pages.';

create table lms.enrollments (
    user_id uuid not null references lms.users,
    course_id uuid not null references lms.courses,
    enrolled_at timestamptz not null,
    primary key (user_id, course_id)
);
comment on table lms.enrollments is 'Who studies what.';

create table lms.exercise_progress (
    user_id uuid not null references lms.users,
    exercise_id uuid not null references lms.exercises,
    points numeric,
    status text not null constraint exercise_progress_status
        check (status in ('not_started', 'in_progress', 'submitted', 'graded')),
    attempts integer not null,
    updated_at timestamptz not null,
    primary key (user_id, exercise_id)
);
comment on table lms.exercise_progress is 'How far people are; no row means not started.';

create table lms.course_completions (
    user_id uuid not null references lms.users,
    course_id uuid not null references lms.courses,
    module_id uuid references lms.modules,
    completed_at timestamptz not null,
    grade text
);
comment on table lms.course_completions is 'Completed courses, or modules of them.';

create table lms.role_grants (
    user_id uuid not null references lms.users,
    role text not null constraint role_grants_role
        check (role in ('assistant', 'teacher', 'stats_viewer', 'course_admin', 'admin')),
    organization_id uuid references lms.organizations,
    course_id uuid references lms.courses
);
comment on table lms.role_grants is 'Roles: of one course, of an organisation''s courses, or global when both are null.';

create table lms.state_items (
    id uuid primary key,
    course_id uuid not null references lms.courses,
    name text not null,
    kind text not null constraint state_items_kind
        check (kind in ('unlock', 'points', 'status', 'completion', 'certificate')),
    page_id uuid references lms.pages,
    description text not null
);
comment on table lms.state_items is 'Things whose state is read and written by parts of the course.';

create table lms.state_accesses (
    state_item_id uuid not null references lms.state_items,
    access text not null constraint state_accesses_access check (access in ('read', 'write')),
    subject_kind text not null constraint state_accesses_subject_kind
        check (subject_kind in ('page', 'chapter', 'module', 'exercise', 'certificate')),
    subject_id uuid not null,
    rule text not null
);
comment on table lms.state_accesses is 'Which part of the course reads or writes a state item, and by which rule. A certificate has the name of the state item of its id.';

create table lms.glossary_terms (
    id uuid primary key,
    course_id uuid not null references lms.courses,
    term text not null,
    definition text not null,
    page_id uuid references lms.pages
);
comment on table lms.glossary_terms is 'The course''s own terms.';

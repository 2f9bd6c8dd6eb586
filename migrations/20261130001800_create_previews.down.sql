drop table chatbot.test_results;
drop table chatbot.test_runs;
drop table chatbot.test_questions;
alter table chatbot.rounds drop column offered_tools;
create or replace function chatbot.may_read_course(in_user uuid, in_course uuid) returns boolean
language sql stable as $$
    select exists (
        select from lms.courses c
        where c.id = in_course
          and exists (select from lms.users u where u.id = in_user)
          and (exists (select from chatbot.effective_roles(in_user, in_course) r
                       where r.role in ('assistant', 'teacher', 'course_admin', 'admin'))
               or (c.visibility in ('open', 'closed')
                   and (c.is_public or exists (
                       select from lms.enrollments e where e.user_id = in_user and e.course_id = in_course)))))
$$;
drop table chatbot.preview_people;
drop table chatbot.previews;
drop index chatbot.conversations_own_list;
alter table chatbot.conversations drop column is_preview;
create index conversations_own_list on chatbot.conversations (student_id, chatbot_id, updated_at desc, id desc)
    where deleted_at is null;

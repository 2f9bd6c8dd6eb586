-- `effective_roles`, `may_read_course` and `visible_pages` are the only places that say who may read what.

create function chatbot.effective_roles(in_user uuid, in_course uuid) returns table (role text)
language sql stable as $$
    select g.role
    from lms.role_grants g
    join lms.courses c on c.id = in_course
    where g.user_id = in_user
      and (g.course_id = c.id
           or (g.course_id is null and g.organization_id = c.organization_id)
           or (g.course_id is null and g.organization_id is null))
$$;
comment on function chatbot.effective_roles is 'The roles of a person that cover a course: its own, its organisation''s, global ones.';

create function chatbot.may_read_course(in_user uuid, in_course uuid) returns boolean
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
comment on function chatbot.may_read_course is 'Whether a person may read a course''s pages, as far as each page allows it.';

create function chatbot.visible_pages(in_user uuid, in_course uuid, in_now timestamptz)
returns table (page_id uuid)
language sql stable as $$
    with caller as (
        select coalesce(bool_or(r.role in ('teacher', 'course_admin', 'admin')), false) as teaches,
               coalesce(bool_or(r.role in ('assistant', 'teacher', 'course_admin', 'admin')), false) as staff,
               chatbot.may_read_course(in_user, in_course) as reads
        from chatbot.effective_roles(in_user, in_course) r
    )
    select p.id
    from lms.pages p
    left join lms.chapters ch on ch.id = p.chapter_id
    cross join caller
    where p.course_id = in_course
      and p.deleted_at is null
      and caller.reads
      and (caller.teaches or not p.hidden)
      and (caller.staff or ch.opens_at is null or ch.opens_at <= in_now)
$$;
comment on function chatbot.visible_pages is 'The pages of a course that a person may read now. Every query that returns page text joins this.';

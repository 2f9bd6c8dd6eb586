-- Who reads is found once per call, and not once per page: of a course of 22 pages it took 1.0 ms, now 0.4.

create or replace function chatbot.visible_pages(in_user uuid, in_course uuid, in_now timestamptz)
returns table (page_id uuid)
language sql stable as $$
    with caller as materialized (
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

-- Who reads and writes state items, as far as the person ($1) may know at that time ($3), in course order: a
-- module stands before its first chapter, a chapter before its pages, a page before its exercises, and
-- certificates at the end.
with chapters as (
    select ch.id, ch.module_id, ch.title, row_number() over (order by ch.position, ch.id) as number
    from lms.chapters ch
    where ch.course_id = $2
),
pages as (
    select p.id, p.title, p.position, p.hidden, p.chapter_id, ch.number as chapter_number
    from chatbot.visible_pages($1, $2, $3) v
    join lms.pages p on p.id = v.page_id
    left join chapters ch on ch.id = p.chapter_id
),
subjects as (
    select 'module' as kind, m.id, m.title, row_number() over (order by m.position, m.id) as number,
           (select coalesce(min(ch.number), 1000000) from chapters ch where ch.module_id = m.id) as place,
           null::uuid as chapter_id, null::integer as page_position, null::uuid as page_id,
           null::integer as position
    from lms.modules m
    where m.course_id = $2
    union all
    select 'chapter', ch.id, ch.title, ch.number, ch.number, ch.id, null, null, null
    from chapters ch
    union all
    select 'page', p.id, p.title, null, p.chapter_number, p.chapter_id, p.position, p.id, null
    from pages p
    union all
    select 'exercise', e.id, e.title,
           case when not p.hidden then row_number() over (
               partition by p.hidden
               order by p.chapter_number nulls first, p.position, p.id, e.position, e.id) end,
           p.chapter_number, p.chapter_id, p.position, p.id, e.position
    from pages p
    join lms.exercises e on e.page_id = p.id and e.course_id = $2 and e.deleted_at is null
    union all
    select 'certificate', i.id, i.name, null, 2000000, null, null, null, null
    from lms.state_items i
    where i.id = any($4) and i.kind = 'certificate'
)
select a.state_item_id as "item_id!", a.access as "access!", a.subject_kind as "kind!", a.rule as "rule!",
       s.title as "title?", s.number as "number?",
       case when s.kind = 'exercise' then s.id end as "exercise_id?",
       p.id as "page_id?", p.title as "page_title?",
       ch.id as "chapter_id?", ch.title as "chapter_title?", ch.number as "chapter_number?"
from lms.state_accesses a
left join subjects s on s.kind = a.subject_kind and s.id = a.subject_id
left join pages p on p.id = s.page_id
left join chapters ch on ch.id = s.chapter_id
where a.state_item_id = any($4)
  -- A certificate that no state item names is nobody's secret; one that another item names is that item's.
  and (s.id is not null
       or (a.subject_kind = 'certificate'
           and not exists (select from lms.state_items i where i.id = a.subject_id)))
order by coalesce(s.place, case when a.subject_kind = 'certificate' then 2000000 end) nulls first,
         s.chapter_id nulls first, s.page_position nulls first, s.page_id nulls first,
         s.position nulls first, s.id, a.rule

alter table chatbot.tool_calls
    add column created_at timestamptz,
    add column course_id uuid,
    add column chatbot_id uuid;
update chatbot.tool_calls k
set created_at = r.created_at, course_id = b.course_id, chatbot_id = b.id
from chatbot.rounds r
join chatbot.turns t on t.id = r.turn_id
join chatbot.chatbots b on b.id = t.chatbot_id
where r.id = k.round_id;
alter table chatbot.tool_calls
    alter column created_at set not null,
    alter column course_id set not null,
    alter column chatbot_id set not null,
    -- A model may write a name of any length; an index bears no such row.
    add column tool text not null generated always as (left(effective_name, 64)) stored,
    add column refused boolean not null generated always as
        (audience is not null or status = 'denied'
         or coalesce(requirements_at_run @> '[{"holds": false}]', false)) stored;
comment on column chatbot.tool_calls.created_at is 'When it was judged; `course_id`, `chatbot_id`: of its turn.';
comment on column chatbot.tool_calls.tool is 'The name that was judged and ran, as far as it is looked for.';
comment on column chatbot.tool_calls.refused is 'Whether it was refused: by a check, a requirement, a gate or the student.';
create index tool_calls_newest on chatbot.tool_calls (created_at desc, id desc)
    include (course_id, chatbot_id, tool, disposition, status, refused);
create index tool_calls_of_course on chatbot.tool_calls (course_id, created_at desc, id desc)
    include (chatbot_id, tool, disposition, status, refused);
comment on index chatbot.tool_calls_newest is 'Whatever is filtered by is in it: a list reads no row in vain.';
create index tool_calls_refused on chatbot.tool_calls (created_at desc, id desc)
    include (course_id, chatbot_id, tool, disposition, status) where refused;
alter table chatbot.tool_calls set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);

alter table chatbot.rounds add column offered text[] not null default '{}';
comment on column chatbot.rounds.offered is 'The tools that the model was offered when it was asked last; empty for rounds of before this was kept.';

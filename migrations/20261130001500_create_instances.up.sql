-- An instance holds an advisory lock in a session of its own for as long as it lives: when its process dies, Postgres
-- lets go of the lock at once, which nothing else can prove before its leases run out.

create table chatbot.instances (
    id uuid primary key,
    started_at timestamptz not null default clock_timestamp()
);

comment on table chatbot.instances is
    'Instances of the program that hold the advisory lock of their id while they live.';
comment on column chatbot.instances.id is 'As in chatbot.turns.lease_instance.';
comment on column chatbot.instances.started_at is 'When it took the lock for the first time.';

create function chatbot.instance_key(instance uuid) returns bigint
    language sql immutable strict parallel safe
    return hashtextextended('chatbot.instances ' || instance::text, 0);

comment on function chatbot.instance_key(uuid) is 'The key of the advisory lock that an instance holds.';

create function chatbot.instance_is_gone(instance uuid) returns boolean
    language sql stable strict
    return exists (select from chatbot.instances i where i.id = instance)
        and not exists (
            select from pg_catalog.pg_locks l
            where l.locktype = 'advisory' and l.granted and l.objsubid = 1
              and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = current_database())
              and (l.classid::bigint << 32) | l.objid::bigint = chatbot.instance_key(instance)
        );

comment on function chatbot.instance_is_gone(uuid) is
    'Whether an instance that had taken its lock holds it no more: it died, or its session was lost. Never true of one that never took it.';

alter table chatbot.chatbot_versions add column enabled boolean not null default true;
comment on column chatbot.chatbot_versions.enabled is 'Whether students could use the chatbot.';
alter table chatbot.chatbot_versions alter column enabled drop default;

create table chatbot.jobs (
    id uuid primary key,
    kind text not null constraint jobs_kind check (kind in ('test_run', 'recheck')),
    owner_id uuid not null,
    state text not null constraint jobs_state check (state in ('running', 'done', 'failed')),
    done integer not null default 0 constraint jobs_done check (done >= 0),
    total integer not null constraint jobs_total check (total >= 0),
    lease_expires_at timestamptz,
    created_at timestamptz not null,
    ended_at timestamptz,
    constraint jobs_running_has_lease check ((state = 'running') = (lease_expires_at is not null)),
    constraint jobs_ended_has_time check ((state = 'running') = (ended_at is null))
);
comment on table chatbot.jobs is 'Long work that goes on by itself after the request that asked for it.';
comment on column chatbot.jobs.owner_id is 'Who asked for it: nobody else sees how it stands.';
comment on column chatbot.jobs.lease_expires_at is 'Until when whoever does it has to say that it goes on, by the clock of the database; a job that missed it has failed.';
create index jobs_by_owner on chatbot.jobs (owner_id, created_at desc);
create index jobs_running on chatbot.jobs (lease_expires_at) where state = 'running';

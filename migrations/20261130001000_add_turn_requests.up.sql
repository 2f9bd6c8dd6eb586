alter table chatbot.turns
    add column stop_requested_at timestamptz,
    add column way_requested_at timestamptz,
    add column remote_readers_until timestamptz;
comment on column chatbot.turns.lease_expires_at is 'Until when the instance that carries the turn has it for itself; by the clock of the database.';
comment on column chatbot.turns.stop_requested_at is 'The student stopped it, on whichever instance; its owner ends it.';
comment on column chatbot.turns.way_requested_at is 'A new message came; its owner ends it unless somebody reads it.';
comment on column chatbot.turns.remote_readers_until is 'Until when another instance has readers of it; by the clock of the database.';
create index turns_by_lease on chatbot.turns (lease_expires_at)
    where state in ('accepted', 'asking', 'deciding', 'dispatching');
create index turns_ended on chatbot.turns (ended_at) where ended_at is not null;

-- What was left open by a version that kept no leases is taken over by whoever comes first.
update chatbot.turns set lease_expires_at = now()
where state in ('accepted', 'asking', 'deciding', 'dispatching') and lease_expires_at is null;
alter table chatbot.turns add constraint turns_carried_has_lease check (
    (state in ('accepted', 'asking', 'deciding', 'dispatching')) = (lease_expires_at is not null));

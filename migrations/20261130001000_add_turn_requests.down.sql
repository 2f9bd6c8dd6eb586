alter table chatbot.turns drop constraint turns_carried_has_lease;
drop index chatbot.turns_ended;
drop index chatbot.turns_by_lease;
alter table chatbot.turns
    drop column stop_requested_at, drop column way_requested_at, drop column remote_readers_until;

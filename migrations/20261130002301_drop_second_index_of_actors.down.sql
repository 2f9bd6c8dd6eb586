create index audit_log_by_actor on chatbot.audit_log (actor_id) where actor_id is not null;

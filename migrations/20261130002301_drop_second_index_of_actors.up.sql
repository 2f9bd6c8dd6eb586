-- audit_log_of_actor begins with the same column.
drop index chatbot.audit_log_by_actor;

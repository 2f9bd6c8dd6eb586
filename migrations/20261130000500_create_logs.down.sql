drop table chatbot.audit_log;
drop table chatbot.feedback;
drop table chatbot.usage_ledger;
drop table chatbot.turn_events;

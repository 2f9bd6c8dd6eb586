-- Erased turns have no place in a schema without erasure.
delete from chatbot.citation_rechecks r using chatbot.cited_sentences s, chatbot.turns t
where r.cited_sentence_id = s.id and s.turn_id = t.id and t.erased_at is not null;
delete from chatbot.cited_sentences s using chatbot.turns t where s.turn_id = t.id and t.erased_at is not null;
delete from chatbot.citations c using chatbot.turns t where c.turn_id = t.id and t.erased_at is not null;
delete from chatbot.tool_calls k using chatbot.turns t where k.turn_id = t.id and t.erased_at is not null;
delete from chatbot.rounds r using chatbot.turns t where r.turn_id = t.id and t.erased_at is not null;
delete from chatbot.usage_ledger where turn_id is null or student_id is null;
delete from chatbot.turns where erased_at is not null;

drop index chatbot.messages_superseded_by, chatbot.audit_log_by_actor, chatbot.audit_log_by_subject,
    chatbot.conversations_idle, chatbot.conversations_deleted, chatbot.usage_ledger_by_turn;
alter table chatbot.usage_ledger
    alter column turn_id set not null,
    alter column student_id set not null;
comment on column chatbot.usage_ledger.turn_id is null;
comment on column chatbot.usage_ledger.student_id is null;
comment on column chatbot.cited_sentences.sentence is null;
alter table chatbot.tool_calls drop constraint tool_calls_erased_say_nothing, drop column arguments_hmac;
alter table chatbot.turns
    drop constraint turns_erased_are_nobodys,
    drop column erased_at,
    alter column conversation_id set not null,
    alter column user_message_id set not null,
    alter column assistant_message_id set not null;

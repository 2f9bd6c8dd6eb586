-- What stays of an erased turn is its evidence: which passages were brought and cited, how they were judged, and which
-- requirements held. Nothing in it leads to a person, a conversation, or words.

alter table chatbot.turns
    alter column conversation_id drop not null,
    alter column user_message_id drop not null,
    alter column assistant_message_id drop not null,
    add column erased_at timestamptz,
    add constraint turns_erased_are_nobodys check (
        (erased_at is null) = (conversation_id is not null)
        and (erased_at is null) = (user_message_id is not null)
        and (erased_at is null) = (assistant_message_id is not null)
        and (erased_at is null or (selection is null and page_id is null and tool_choice is null)));
comment on column chatbot.turns.erased_at is 'When its student''s data, or its conversation, was erased; what is left of it is nobody''s.';

alter table chatbot.tool_calls
    add column arguments_hmac bytea constraint tool_calls_hmac check (octet_length(arguments_hmac) = 32),
    add constraint tool_calls_erased_say_nothing check (
        arguments_hmac is null
        or (arguments = '' and effective_arguments = '' and wire_id = '' and answer is null
            and coalesce(output, '') = '' and coalesce(log_reason, '') = ''));
comment on column chatbot.tool_calls.arguments_hmac is 'HMAC-SHA-256 of the arguments under a secret of the deployment, of an erased call: who has the arguments can show that these were they.';

comment on column chatbot.cited_sentences.sentence is 'The sentence, markers left out; empty when erased.';

alter table chatbot.usage_ledger
    alter column turn_id drop not null,
    alter column student_id drop not null;
comment on column chatbot.usage_ledger.turn_id is 'None when the turn was erased.';
comment on column chatbot.usage_ledger.student_id is 'None when the student''s data was erased: what was spent stays.';
create index usage_ledger_by_turn on chatbot.usage_ledger (turn_id);

create index conversations_deleted on chatbot.conversations (deleted_at) where deleted_at is not null;
create index conversations_idle on chatbot.conversations (chatbot_id, updated_at);
create index audit_log_by_subject on chatbot.audit_log (subject_id) where subject_id is not null;
create index audit_log_by_actor on chatbot.audit_log (actor_id) where actor_id is not null;
-- Messages go with their conversation; who refers to them is looked for.
create index messages_superseded_by on chatbot.messages (superseded_by_turn) where superseded_by_turn is not null;

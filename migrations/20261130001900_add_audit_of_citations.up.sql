-- What admins filter citations by stands on the rows themselves, so that a list reads one index and no other table.
alter table chatbot.citations
    add column course_id uuid,
    add column chatbot_id uuid,
    add column model text,
    add column tool text;
update chatbot.citations c
set course_id = b.course_id, chatbot_id = t.chatbot_id, model = t.model, tool = k.effective_name
from chatbot.turns t
join chatbot.chatbots b on b.id = t.chatbot_id
join chatbot.tool_calls k on k.turn_id = t.id
where t.id = c.turn_id and k.id = c.call_id;
alter table chatbot.citations
    alter column course_id set not null,
    alter column chatbot_id set not null,
    alter column model set not null,
    alter column tool set not null;
comment on column chatbot.citations.tool is 'The tool that brought it; `course_id`, `chatbot_id`, `model`: of its turn.';
create index citations_unused on chatbot.citations (created_at desc, id desc)
    include (course_id, chatbot_id, model, tool, page_id) where not cited;
create index citations_unused_of_course on chatbot.citations (course_id, created_at desc, id desc)
    include (chatbot_id, model, tool, page_id) where not cited;
comment on index chatbot.citations_unused is 'Whatever is filtered by is in it: a list of what was found and not cited reads no row in vain.';
create index citations_unused_words on chatbot.citations using gin (to_tsvector('simple'::regconfig, left(title, 1000)))
    where not cited;

alter table chatbot.cited_sentences
    add column chatbot_id uuid,
    add column model text,
    add column tool text,
    add column page_id uuid,
    add column page_title text,
    add column reviewed_at timestamptz,
    add column reviewed_by uuid,
    add column review_note text;
update chatbot.cited_sentences s set chatbot_id = t.chatbot_id, model = t.model
from chatbot.turns t where t.id = s.turn_id;
update chatbot.cited_sentences s set tool = c.tool, page_id = c.page_id, page_title = c.title
from chatbot.citations c where c.id = s.citation_id;
alter table chatbot.cited_sentences
    alter column chatbot_id set not null,
    alter column model set not null,
    -- Longer sentences are found by how they begin: a row must never be too long to be stored.
    add column words tsvector not null generated always as
        (to_tsvector('simple'::regconfig, left(coalesce(sentence, ''), 4000) || ' ' || left(coalesce(page_title, ''), 1000)))
        stored,
    add constraint cited_sentences_passage check (
        (citation_id is null) = (tool is null) and (tool is null) = (page_id is null)
        and (page_id is null) = (page_title is null)),
    add constraint cited_sentences_reviewed check (
        (reviewed_at is null) = (review_note is null) and (reviewed_by is null or reviewed_at is not null));
comment on column chatbot.cited_sentences.tool is 'The tool that brought the passage; `page_id`, `page_title`: where it stood. None for a marker that names no source.';
comment on column chatbot.cited_sentences.words is 'The words of the sentence and of the page''s title, as they are written: what admins look for.';
comment on column chatbot.cited_sentences.reviewed_by is 'Who reviewed it; an id of lms.users.';

create index cited_sentences_newest on chatbot.cited_sentences (created_at desc, id desc)
    include (course_id, chatbot_id, model, tool, page_id, verdict, freshness, reviewed_at);
create index cited_sentences_of_course on chatbot.cited_sentences (course_id, created_at desc, id desc)
    include (chatbot_id, model, tool, page_id, verdict, freshness, reviewed_at);
comment on index chatbot.cited_sentences_newest is 'Whatever is filtered by is in it: a list reads no row in vain, however seldom its filter holds.';
create index cited_sentences_to_look_at on chatbot.cited_sentences (created_at desc, id desc)
    include (course_id, chatbot_id, model, tool, page_id, verdict, freshness)
    where reviewed_at is null and (verdict in ('misquoted', 'unsupported') or freshness = 'gone');
-- What is not as it should be is the smaller part, and what admins ask for.
create index cited_sentences_of_verdict on chatbot.cited_sentences (verdict, created_at desc, id desc)
    include (course_id, chatbot_id, model, tool, page_id, freshness, reviewed_at) where verdict <> 'supported';
create index cited_sentences_not_fresh on chatbot.cited_sentences (freshness, created_at desc, id desc)
    include (course_id, chatbot_id, model, tool, page_id, verdict, reviewed_at) where freshness <> 'fresh';
create index cited_sentences_of_page on chatbot.cited_sentences (page_id, created_at desc, id desc)
    include (course_id, chatbot_id, model, tool, verdict, freshness, reviewed_at) where page_id is not null;
create index cited_sentences_words on chatbot.cited_sentences using gin (words);
-- An index alone answers for rows that vacuum has seen; new rows come all the time.
alter table chatbot.cited_sentences set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
alter table chatbot.citations set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);

create index audit_log_of_course on chatbot.audit_log (course_id, created_at desc, id desc);
create index audit_log_of_actor on chatbot.audit_log (actor_id, created_at desc, id desc);

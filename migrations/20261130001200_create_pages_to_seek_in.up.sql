create table chatbot.pages_to_seek_in (
    page_id uuid primary key,
    course_id uuid not null,
    queued_at timestamptz not null
);
comment on table chatbot.pages_to_seek_in is 'Pages that were cut anew, on which cited texts that were lost may stand now.';
create index citation_rechecks_by_course on chatbot.citation_rechecks (course_id);

-- The course is read once for many texts instead.
drop index chatbot.passages_by_hash;
drop function chatbot.one_spaced(text);

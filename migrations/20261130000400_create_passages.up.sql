create table chatbot.passages (
    id uuid primary key,
    course_id uuid not null,
    page_id uuid not null,
    page_revision bigint not null,
    position integer not null,
    language text not null,
    page_title text not null,
    heading_path text[] not null,
    anchor text not null,
    start_offset integer not null,
    end_offset integer not null,
    body text not null,
    body_hash bytea not null constraint passages_hash check (octet_length(body_hash) = 32),
    heading_words integer not null,
    body_words integer not null,
    search tsvector not null,
    constraint passages_once unique (page_id, position),
    constraint passages_offsets check (0 <= start_offset and start_offset <= end_offset)
);
comment on table chatbot.passages is 'Pages cut into pieces that can be searched and cited. Derived from lms.pages; rebuilt when a page changes.';
comment on column chatbot.passages.start_offset is 'Offset into the page''s plain text, in characters.';
comment on column chatbot.passages.anchor is 'Id of the heading on the page; empty before the first heading.';
comment on column chatbot.passages.id is 'Made from page and text: the same text keeps its id when the page is cut anew.';
comment on column chatbot.passages.search is 'Title (A), headings (B) and text (D), in the course''s language.';
comment on column chatbot.passages.body_words is 'How many words of the text are searched in; `heading_words`: of title and headings.';
create index passages_search on chatbot.passages using gin (search);
create index passages_by_course on chatbot.passages (course_id, language) include (heading_words, body_words);

create function chatbot.lexeme_query(in_lexeme text, in_is_prefix boolean) returns tsquery
language sql immutable strict as $$
    select ('''' || replace(replace(in_lexeme, '\', '\\'), '''', '''''') || ''''
            || case when in_is_prefix then ':*' else '' end)::tsquery
$$;
comment on function chatbot.lexeme_query is 'Looks for one lexeme as it is, or for all that start so, without parsing or stemming it.';

create table chatbot.course_index (
    course_id uuid primary key,
    version bigint not null,
    pages_total integer not null,
    pages_indexed integer not null,
    updated_at timestamptz not null
);
comment on table chatbot.course_index is 'How far the indexer is with a course; `version` rises with every change of its passages.';

create table chatbot.indexed_pages (
    page_id uuid primary key,
    course_id uuid not null,
    revision bigint not null,
    title text not null,
    language text not null,
    cutter integer not null
);
comment on column chatbot.indexed_pages.cutter is 'Which version of the program''s cutter made the passages.';
comment on table chatbot.indexed_pages is 'Which revision of a page its passages were cut from.';
create index indexed_pages_by_course on chatbot.indexed_pages (course_id);

create function chatbot.unindexed_pages(in_course uuid, in_cutter integer) returns table (page_id uuid)
language sql stable as $$
    (select p.id
     from lms.pages p
     join lms.courses c on c.id = p.course_id
     left join chatbot.indexed_pages i on i.page_id = p.id
     where p.course_id = in_course
       and p.deleted_at is null
       and (i.page_id is null
            or i.revision is distinct from p.revision
            or i.title is distinct from p.title
            or i.language is distinct from c.language
            or i.course_id is distinct from p.course_id
            or i.cutter is distinct from in_cutter)
     order by p.chapter_id, p.position, p.id)
    union all
    (select i.page_id
     from chatbot.indexed_pages i
     where i.course_id = in_course
       and not exists (
           select from lms.pages p
           where p.id = i.page_id and p.course_id = in_course and p.deleted_at is null))
$$;
comment on function chatbot.unindexed_pages is 'Pages of a course that must be cut anew, and those that are indexed but gone.';

create table chatbot.citations (
    id uuid primary key,
    turn_id uuid not null references chatbot.turns,
    call_id uuid not null references chatbot.tool_calls,
    passage_id uuid,
    page_id uuid not null,
    page_revision bigint not null,
    citation_number integer not null constraint citations_number check (citation_number >= 1),
    title text not null,
    chapter text,
    section text,
    document_url text not null,
    anchor text not null,
    snippet text not null,
    passage_hash bytea not null constraint citations_hash check (octet_length(passage_hash) = 32),
    cited boolean not null default false,
    shown_number integer,
    spans jsonb not null default '[]' constraint citations_spans check (jsonb_typeof(spans) = 'array'),
    quote text,
    verdict text,
    score real,
    created_at timestamptz not null,
    constraint citations_number_once unique (turn_id, citation_number),
    constraint citations_cited_is_shown check (cited = (shown_number is not null))
);
comment on table chatbot.citations is 'Every passage that a tool brought into a turn; `cited` says whether the answer used it.';
comment on column chatbot.citations.citation_number is 'The source number that the model was told.';
comment on column chatbot.citations.shown_number is 'The number that the student sees: by first use, one per passage.';
comment on column chatbot.citations.passage_id is 'The passage, as long as it exists; its text is kept here whatever becomes of the page.';
create index citations_by_call on chatbot.citations (call_id);
create index citations_by_page on chatbot.citations (page_id);

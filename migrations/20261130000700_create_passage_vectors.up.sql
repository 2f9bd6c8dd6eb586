create table chatbot.passage_vectors (
    model text not null,
    text_hash bytea not null constraint passage_vectors_hash check (octet_length(text_hash) = 32),
    vector bytea not null,
    created_at timestamptz not null,
    primary key (model, text_hash)
);
comment on table chatbot.passage_vectors is 'What a model makes of passages'' texts: computed once for each text, whatever passages have it.';
comment on column chatbot.passage_vectors.vector is 'A scale (four bytes, a float) and a signed byte for each dimension; its length is 1.';

alter table chatbot.passages
    add column text_hash bytea constraint passages_text_hash check (octet_length(text_hash) = 32);
comment on column chatbot.passages.text_hash is 'SHA-256 of what a model is given of the passage: title, headings and text. Absent until the page is cut anew.';
create index passages_by_text on chatbot.passages (text_hash);

-- Passages are counted and read by course; how many words they have is no longer kept.
drop index chatbot.passages_by_course;
alter table chatbot.passages drop column heading_words, drop column body_words;
create index passages_by_course on chatbot.passages (course_id, id);
comment on column chatbot.passages.search is 'Title (A), headings (B) and text (D), analysed by us: for courses too large to be searched in memory.';

alter table chatbot.course_index add column vectors_version bigint not null default 0;
comment on column chatbot.course_index.vectors_version is 'Rises when passages of the course got vectors.';

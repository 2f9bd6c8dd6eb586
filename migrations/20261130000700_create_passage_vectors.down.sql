alter table chatbot.course_index drop column vectors_version;

drop index chatbot.passages_by_course;
alter table chatbot.passages
    add column heading_words integer not null default 0,
    add column body_words integer not null default 0;
create index passages_by_course on chatbot.passages (course_id, language) include (heading_words, body_words);

drop index chatbot.passages_by_text;
alter table chatbot.passages drop column text_hash;

drop table chatbot.passage_vectors;

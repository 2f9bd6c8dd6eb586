drop function chatbot.one_spaced(text);
drop index chatbot.passages_by_hash;
drop table chatbot.citation_rechecks;
drop index chatbot.cited_sentences_lost;
drop index chatbot.cited_sentences_by_now_page;
alter table chatbot.cited_sentences
    drop constraint cited_sentences_now_place, drop column now_anchor, drop column now_page_id, drop column course_id;

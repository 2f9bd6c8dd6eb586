drop table chatbot.citations;
drop function chatbot.unindexed_pages;
drop table chatbot.indexed_pages;
drop table chatbot.course_index;
drop function chatbot.lexeme_query;
drop table chatbot.passages;

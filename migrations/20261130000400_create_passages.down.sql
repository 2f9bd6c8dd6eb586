drop table chatbot.citations;
drop table chatbot.indexed_pages;
drop table chatbot.course_index;
drop table chatbot.passages;

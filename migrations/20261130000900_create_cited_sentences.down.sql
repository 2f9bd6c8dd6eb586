alter table chatbot.rounds drop column done_rejects;
drop table chatbot.cited_sentences;

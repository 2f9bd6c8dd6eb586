drop index chatbot.citations_unused_of_model;
drop index chatbot.citations_unused_of_tool;
drop index chatbot.cited_sentences_of_model;
drop index chatbot.cited_sentences_of_tool;

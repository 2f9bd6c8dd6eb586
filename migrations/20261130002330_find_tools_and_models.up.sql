-- Of a tool or a model that few citations have, a list walked through all of them.
create index cited_sentences_of_tool on chatbot.cited_sentences (tool, created_at desc, id desc) where tool is not null;
create index cited_sentences_of_model on chatbot.cited_sentences (model, created_at desc, id desc);
create index citations_unused_of_tool on chatbot.citations (tool, created_at desc, id desc) where not cited;
create index citations_unused_of_model on chatbot.citations (model, created_at desc, id desc) where not cited;

drop function chatbot.citation_counts(timestamptz, timestamptz);
drop table chatbot.citation_days_done;
drop table chatbot.citation_days;

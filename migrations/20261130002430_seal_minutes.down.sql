drop table chatbot.erased_minutes;

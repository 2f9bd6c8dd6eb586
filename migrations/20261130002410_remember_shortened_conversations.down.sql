alter table chatbot.conversations drop column told_shortened;

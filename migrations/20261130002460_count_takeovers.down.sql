alter table chatbot.turns drop column takeovers;

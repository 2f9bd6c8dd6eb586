drop table chatbot.jobs;
alter table chatbot.chatbot_versions drop column enabled;

drop table chatbot.chatbot_versions;
drop table chatbot.chatbots;
drop schema chatbot;

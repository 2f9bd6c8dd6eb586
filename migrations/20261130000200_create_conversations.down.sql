alter table chatbot.messages drop constraint messages_superseded_by;
drop table chatbot.turns;
drop type chatbot.turn_state;
drop table chatbot.messages;
drop table chatbot.conversations;

drop function chatbot.day_start(date, text);
drop function chatbot.local_day(timestamptz, text);
alter table chatbot.conversations drop column anonymous_id;
drop index chatbot.turns_uncounted, chatbot.turns_by_chatbot;
alter table chatbot.turns drop column counted_at;
drop table chatbot.page_uses;
drop table chatbot.answer_facts;

drop table chatbot.tool_calls;
drop table chatbot.rounds;

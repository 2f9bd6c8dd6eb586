drop function chatbot.beginning_of(jsonb);
drop function chatbot.shown_facts(uuid, date, date, uuid, uuid[], date[]);

drop function chatbot.instance_is_gone(uuid);
drop function chatbot.instance_key(uuid);
drop table chatbot.instances;

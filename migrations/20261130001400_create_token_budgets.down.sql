drop function chatbot.reserve_tokens(
    uuid, uuid, uuid, uuid, uuid, text, integer, integer, integer, integer, boolean, timestamptz);
drop function chatbot.settle_tokens(uuid, integer, boolean, timestamptz);
drop function chatbot.zone_or_utc(text);

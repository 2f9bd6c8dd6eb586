-- The indexes go with the columns that they include.
alter table chatbot.answer_facts
    drop constraint answer_facts_cost_is_in_a_currency,
    drop column cost_currency,
    drop column cost_micros;
alter table chatbot.turns
    drop constraint turns_cost_is_in_a_currency,
    drop column cost_currency,
    drop column cost_micros;
create index answer_facts_by_day on chatbot.answer_facts (course_id, local_day, chatbot_id, student_id)
    include (is_question, standing, input_tokens, output_tokens, verdicts);
create index turns_by_chatbot on chatbot.turns (chatbot_id, created_at) include (input_tokens, output_tokens);

-- What an answer cost is written down when its tokens are: a price that changes later changes nothing of it. An amount
-- of which some tokens had no price, or another currency, is not known, rather than too low.

alter table chatbot.turns
    add column cost_micros bigint constraint turns_cost check (cost_micros >= 0),
    add column cost_currency text constraint turns_currency check (cost_currency ~ '^[A-Z]{3}$'),
    add constraint turns_cost_is_in_a_currency check (cost_currency is not null or coalesce(cost_micros, 0) = 0);
-- What was answered before this has no price; what begins from here on costs nothing yet.
alter table chatbot.turns alter column cost_micros set default 0;
comment on column chatbot.turns.cost_micros is 'What its tokens cost, in millionths of the currency, by the prices when they were used; null when some had no price.';
comment on column chatbot.turns.cost_currency is 'The currency of that, an ISO 4217 code; none while it cost nothing.';

alter table chatbot.answer_facts
    add column cost_micros bigint constraint answer_facts_cost check (cost_micros >= 0),
    add column cost_currency text constraint answer_facts_currency check (cost_currency ~ '^[A-Z]{3}$'),
    add constraint answer_facts_cost_is_in_a_currency
        check (cost_currency is not null or coalesce(cost_micros, 0) = 0);
comment on column chatbot.answer_facts.cost_micros is 'What its tokens cost, in millionths of the currency; null when some had no price.';
comment on column chatbot.answer_facts.cost_currency is 'The currency of that, an ISO 4217 code; none where it cost nothing.';

-- Whoever sums tokens sums what they cost, out of the index alone.
drop index chatbot.answer_facts_by_day;
create index answer_facts_by_day on chatbot.answer_facts (course_id, local_day, chatbot_id, student_id)
    include (is_question, standing, input_tokens, output_tokens, verdicts, cost_micros, cost_currency);
drop index chatbot.turns_by_chatbot;
create index turns_by_chatbot on chatbot.turns (chatbot_id, created_at)
    include (input_tokens, output_tokens, cost_micros, cost_currency);

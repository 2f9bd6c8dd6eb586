-- Turns without evidence go whole when they are erased; what a month used and cost stays what it was.

create table chatbot.erased_costs (
    chatbot_id uuid not null references chatbot.chatbots,
    local_month date not null constraint erased_costs_first_day check (extract(day from local_month) = 1),
    cost_currency text not null constraint erased_costs_currency check (cost_currency ~ '^([A-Z]{3})?$'),
    is_priced boolean not null,
    tokens bigint not null constraint erased_costs_tokens check (tokens >= 0),
    cost_micros bigint not null constraint erased_costs_cost check (cost_micros >= 0),
    primary key (chatbot_id, local_month, cost_currency, is_priced)
);
comment on table chatbot.erased_costs is 'What turns used and cost that were erased and are gone, by month of the course''s time zone; of nobody.';
comment on column chatbot.erased_costs.cost_currency is 'The currency, an ISO 4217 code; empty where it cost nothing, or nobody knows what.';
comment on column chatbot.erased_costs.is_priced is 'Whether all of it had a price; else what it cost is not known.';

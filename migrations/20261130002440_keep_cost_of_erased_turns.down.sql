drop table chatbot.erased_costs;

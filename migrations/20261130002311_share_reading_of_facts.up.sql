create function chatbot.shown_facts(
    in_course uuid, in_from date, in_to date, in_chatbot uuid, in_hidden_chatbots uuid[], in_hidden_days date[]
) returns setof chatbot.answer_facts
language sql stable as $$
    select f.*
    from chatbot.answer_facts f
    where f.course_id = in_course and f.local_day between in_from and in_to
      and (in_chatbot is null or f.chatbot_id = in_chatbot)
      and (f.chatbot_id, f.local_day) not in (select * from unnest(in_hidden_chatbots, in_hidden_days))
$$;
comment on function chatbot.shown_facts is 'The facts of days of a course, or of one chatbot of it, but for the days of chatbots that are not shown.';

create function chatbot.beginning_of(in_parts jsonb) returns text
language sql immutable parallel safe as $$
    select left(array_to_string(array(
        select part ->> 'text' from jsonb_array_elements(in_parts) as part where part ->> 'type' = 'text'), ' '), 300)
$$;
comment on function chatbot.beginning_of is 'The first 300 characters of what a message says.';

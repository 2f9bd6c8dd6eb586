-- One row holds all verdicts of a day: a year is read out of a fifth of the rows. A sentence of seven is one of seven
-- numbers, in the order in which verdicts are listed everywhere.
drop function chatbot.citation_counts(timestamptz, timestamptz);
alter table chatbot.citation_days rename to citation_days_by_verdict;
alter table chatbot.citation_days_by_verdict rename constraint citation_days_pkey to citation_days_by_verdict_pkey;

create table chatbot.citation_days (
    day date not null,
    course_id uuid not null,
    chatbot_id uuid not null,
    model text not null,
    verdicts integer[] not null constraint citation_days_verdicts check (array_length(verdicts, 1) = 7),
    primary key (day, course_id, chatbot_id, model)
);
comment on table chatbot.citation_days is 'How many sentences were cited with which verdict, by day of UTC. Derived from cited_sentences; the days that are over.';
comment on column chatbot.citation_days.verdicts is 'How many sentences are supported, partly, unsupported, misquoted, unresolved, hidden, unchecked.';

create function chatbot.counted_verdicts(in_verdicts text[], in_counts bigint[]) returns integer[]
language sql immutable parallel safe as $$
    select array(
        select coalesce((select sum(c) from unnest(in_verdicts, in_counts) as k (v, c) where k.v = listed.v), 0)::integer
        from unnest(array['supported', 'partly', 'unsupported', 'misquoted', 'unresolved', 'hidden', 'unchecked'])
             with ordinality as listed (v, place)
        order by listed.place)
$$;

insert into chatbot.citation_days (day, course_id, chatbot_id, model, verdicts)
select day, course_id, chatbot_id, model, chatbot.counted_verdicts(array_agg(verdict), array_agg(citations::bigint))
from chatbot.citation_days_by_verdict
group by 1, 2, 3, 4;
drop table chatbot.citation_days_by_verdict;
drop function chatbot.counted_verdicts(text[], bigint[]);

create function chatbot.citation_counts(in_from timestamptz, in_before timestamptz)
returns table (day date, course_id uuid, chatbot_id uuid, model text, verdicts integer[])
language sql stable as $$
    select (s.created_at at time zone 'UTC')::date, s.course_id, s.chatbot_id, s.model,
           array[count(*) filter (where s.verdict = 'supported'), count(*) filter (where s.verdict = 'partly'),
                 count(*) filter (where s.verdict = 'unsupported'), count(*) filter (where s.verdict = 'misquoted'),
                 count(*) filter (where s.verdict = 'unresolved'), count(*) filter (where s.verdict = 'hidden'),
                 count(*) filter (where s.verdict = 'unchecked')]::integer[]
    from chatbot.cited_sentences s
    where s.created_at >= in_from and s.created_at < in_before
      and not exists (
          select from chatbot.turns t join chatbot.conversations c on c.id = t.conversation_id
          where t.id = s.turn_id and c.is_preview)
    group by 1, 2, 3, 4
$$;
comment on function chatbot.citation_counts is 'Counts cited sentences of answers to students by day, as citation_days keeps them; what teachers tried is left out.';

create table chatbot.models_used (
    course_id uuid not null,
    model text not null,
    primary key (course_id, model)
);
comment on table chatbot.models_used is 'Which models answered in a course, on the days that are over. Derived from turns.';

create function chatbot.models_between(in_from timestamptz, in_before timestamptz)
returns table (course_id uuid, model text)
language sql stable as $$
    -- Chatbot by chatbot: turns are kept in that order.
    select distinct b.course_id, t.model
    from chatbot.chatbots b
    cross join lateral (
        select distinct n.model from chatbot.turns n
        where n.chatbot_id = b.id and n.created_at >= in_from and n.created_at < in_before) t
$$;
comment on function chatbot.models_between is 'Which models answered in a time, course by course.';

insert into chatbot.models_used (course_id, model)
select course_id, model from chatbot.models_between('-infinity', 'infinity');

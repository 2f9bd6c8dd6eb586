drop function chatbot.models_between(timestamptz, timestamptz);
drop table chatbot.models_used;
drop function chatbot.citation_counts(timestamptz, timestamptz);
alter table chatbot.citation_days rename to citation_days_in_one;
alter table chatbot.citation_days_in_one rename constraint citation_days_pkey to citation_days_in_one_pkey;

create table chatbot.citation_days (
    day date not null,
    course_id uuid not null,
    chatbot_id uuid not null,
    model text not null,
    verdict text not null,
    citations integer not null constraint citation_days_citations check (citations > 0),
    primary key (day, course_id, chatbot_id, model, verdict)
);
comment on table chatbot.citation_days is 'How many sentences were cited with which verdict, by day of UTC. Derived from cited_sentences; the days that are over.';
insert into chatbot.citation_days (day, course_id, chatbot_id, model, verdict, citations)
select d.day, d.course_id, d.chatbot_id, d.model, k.verdict, k.citations
from chatbot.citation_days_in_one d
cross join unnest(array['supported', 'partly', 'unsupported', 'misquoted', 'unresolved', 'hidden', 'unchecked'],
                  d.verdicts) as k (verdict, citations)
where k.citations > 0;
drop table chatbot.citation_days_in_one;

create function chatbot.citation_counts(in_from timestamptz, in_before timestamptz)
returns table (day date, course_id uuid, chatbot_id uuid, model text, verdict text, citations bigint)
language sql stable as $$
    select (s.created_at at time zone 'UTC')::date, s.course_id, s.chatbot_id, s.model, s.verdict, count(*)
    from chatbot.cited_sentences s
    where s.created_at >= in_from and s.created_at < in_before
    group by 1, 2, 3, 4, 5
$$;
comment on function chatbot.citation_counts is 'Counts cited sentences of a time by day, as citation_days keeps them.';

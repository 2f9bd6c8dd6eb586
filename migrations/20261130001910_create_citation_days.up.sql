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

create table chatbot.citation_days_done (
    only_row boolean primary key default true constraint citation_days_done_only_row check (only_row),
    before_day date not null
);
comment on table chatbot.citation_days_done is 'Up to which day, itself not included, citation_days is complete.';

create function chatbot.citation_counts(in_from timestamptz, in_before timestamptz)
returns table (day date, course_id uuid, chatbot_id uuid, model text, verdict text, citations bigint)
language sql stable as $$
    select (s.created_at at time zone 'UTC')::date, s.course_id, s.chatbot_id, s.model, s.verdict, count(*)
    from chatbot.cited_sentences s
    where s.created_at >= in_from and s.created_at < in_before
    group by 1, 2, 3, 4, 5
$$;
comment on function chatbot.citation_counts is 'Counts cited sentences of a time by day, as citation_days keeps them.';

insert into chatbot.citation_days_done (before_day)
select coalesce(min((created_at at time zone 'UTC')::date), date '1970-01-01') from chatbot.cited_sentences;

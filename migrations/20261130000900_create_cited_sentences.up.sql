create table chatbot.cited_sentences (
    id uuid primary key,
    turn_id uuid not null references chatbot.turns,
    citation_id uuid references chatbot.citations,
    marker_number integer not null,
    text_part integer,
    start_unit integer,
    end_unit integer,
    sentence text not null,
    verdict text not null constraint cited_sentences_verdict check (verdict in
        ('supported', 'partly', 'unsupported', 'misquoted', 'unresolved', 'hidden', 'unchecked')),
    score real constraint cited_sentences_score check (score between 0 and 1),
    quote text,
    cited_text text,
    cited_hash bytea constraint cited_sentences_hash check (octet_length(cited_hash) = 32),
    freshness text not null default 'fresh' constraint cited_sentences_freshness
        check (freshness in ('fresh', 'moved', 'changed', 'gone')),
    freshness_at timestamptz,
    created_at timestamptz not null,
    constraint cited_sentences_unresolved check ((citation_id is null) = (verdict = 'unresolved')),
    constraint cited_sentences_span check (
        (text_part is null) = (start_unit is null) and (text_part is null) = (end_unit is null)),
    constraint cited_sentences_cited_text check ((cited_text is null) = (cited_hash is null))
);
comment on table chatbot.cited_sentences is 'Each sentence of an answer with a passage that it cites and what was found when it was held against it.';
comment on column chatbot.cited_sentences.citation_id is 'The passage; none when the marker named no source of the turn.';
comment on column chatbot.cited_sentences.marker_number is 'The source number that the model wrote.';
comment on column chatbot.cited_sentences.text_part is 'Which text part of the message, from 0; none when the sentence was never shown.';
comment on column chatbot.cited_sentences.start_unit is 'Where the sentence starts in it, in UTF-16 code units.';
comment on column chatbot.cited_sentences.score is 'How likely the passage holds the whole sentence, 0 to 1; none when nothing was scored.';
comment on column chatbot.cited_sentences.quote is 'The sentence''s first quotation.';
comment on column chatbot.cited_sentences.cited_text is 'The stretch of the passage that says most of the sentence; an edit of the page is judged by it.';
comment on column chatbot.cited_sentences.cited_hash is 'SHA-256 of cited_text, white space normalised.';
create index cited_sentences_by_citation on chatbot.cited_sentences (citation_id);
create index cited_sentences_by_turn on chatbot.cited_sentences (turn_id);
create unique index cited_sentences_once on chatbot.cited_sentences (citation_id, text_part, start_unit)
    where citation_id is not null and text_part is not null;

alter table chatbot.rounds add column done_rejects jsonb not null default '[]'
    constraint rounds_done_rejects check (jsonb_typeof(done_rejects) = 'array');
comment on column chatbot.rounds.done_rejects is 'What the done pass found wrong with the round''s replies without calls, attempt by attempt.';

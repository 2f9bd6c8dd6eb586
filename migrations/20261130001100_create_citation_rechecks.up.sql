alter table chatbot.cited_sentences
    add column course_id uuid,
    add column now_page_id uuid,
    add column now_anchor text,
    add constraint cited_sentences_now_place check (
        (now_page_id is null) = (now_anchor is null) and (freshness <> 'moved' or now_page_id is not null));
update chatbot.cited_sentences s set course_id = b.course_id
from chatbot.turns t join chatbot.chatbots b on b.id = t.chatbot_id where t.id = s.turn_id;
alter table chatbot.cited_sentences alter column course_id set not null;
comment on column chatbot.cited_sentences.course_id is 'The chatbot''s course: where the cited text is looked for when it leaves its page.';
comment on column chatbot.cited_sentences.freshness is 'What became of the cited text: it stands where it stood, stands elsewhere in the course, reads differently, or is gone. Who may read the page now is another question.';
comment on column chatbot.cited_sentences.freshness_at is 'When that was last looked at; none: not since the answer was given.';
comment on column chatbot.cited_sentences.now_page_id is 'Where the text stands now, or what is most like it; none when it stands where it stood, or is gone.';
create index cited_sentences_by_now_page on chatbot.cited_sentences (now_page_id) where now_page_id is not null;
create index cited_sentences_lost on chatbot.cited_sentences (course_id) where freshness in ('changed', 'gone');

create table chatbot.citation_rechecks (
    cited_sentence_id uuid primary key references chatbot.cited_sentences on delete cascade,
    course_id uuid not null,
    page_id uuid not null,
    queued_at timestamptz not null
);
comment on table chatbot.citation_rechecks is 'Cited sentences that wait to be held against their pages again. Written in the transaction that changes passages.';
create index citation_rechecks_by_page on chatbot.citation_rechecks (page_id, cited_sentence_id);

create index passages_by_hash on chatbot.passages (body_hash);

create function chatbot.one_spaced(in_text text) returns text
language sql immutable strict parallel safe as $$
    select btrim(regexp_replace(in_text,
        '[\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+', ' ', 'g'))
$$;
comment on function chatbot.one_spaced is 'A text in which every run of white space is one blank: what the program compares cited texts by.';

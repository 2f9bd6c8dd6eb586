create function chatbot.one_spaced(in_text text) returns text
language sql immutable strict parallel safe as $$
    select btrim(regexp_replace(in_text,
        '[\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+', ' ', 'g'))
$$;
comment on function chatbot.one_spaced is 'A text in which every run of white space is one blank: what the program compares cited texts by.';
create index passages_by_hash on chatbot.passages (body_hash);
drop index chatbot.citation_rechecks_by_course;
drop table chatbot.pages_to_seek_in;

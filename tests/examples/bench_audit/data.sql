-- A year of forty courses, the larger ones with many times the questions of the smaller: {turns} turns, five cited
-- sentences each. Random, and the same every time.
select setseed(0.42);

insert into lms.organizations
select md5('o' || n)::uuid, 'Organisation ' || n, 'o' || n from generate_series(1, 4) n;

insert into lms.courses
select md5('c' || n)::uuid, md5('o' || n % 4 + 1)::uuid, 'c' || n, 'Course ' || n, '', 'en', 'UTC', 'open', false, true
from generate_series(1, 40) n;

insert into lms.users (id, name, email)
select md5('u' || n)::uuid, 'Person ' || n, 'u' || n || '@example.org' from generate_series(1, 4000) n;

-- Person 1 audits everything, person 2 one organisation of four, persons 3 to 42 teach a course each.
insert into lms.role_grants (user_id, role, organization_id, course_id)
select md5('u1')::uuid, 'admin', null::uuid, null::uuid
union all select md5('u2')::uuid, 'admin', md5('o1')::uuid, null
union all select md5('u' || n + 2)::uuid, 'teacher', null, md5('c' || n)::uuid from generate_series(1, 40) n;

insert into lms.enrollments
select md5('u' || n)::uuid, md5('c' || n % 40 + 1)::uuid, timestamptz '2025-09-01' from generate_series(43, 4000) n;

insert into lms.pages
select md5('p' || c || '-' || p)::uuid, md5('c' || c)::uuid, null, p, 'Page ' || p || ' of course ' || c,
       '/courses/c' || c || '/p' || p, 'Text.', 'markdown', 1, p % 25 = 0, null, timestamptz '2025-09-01'
from generate_series(1, 40) c, generate_series(1, 30) p;

create table words as
select n, 'w' || substr(md5(n::text), 1, 2 + n % 9) as word from generate_series(0, 3999) n;
create unique index on words (n);

-- A few words are everywhere, most are rare, as in any language.
create function sentence(in_words int, in_seed int) returns text language sql volatile as $$
    select string_agg(w.word, ' ')
    from generate_series(1, in_words) i
    cross join lateral (select floor(4000 * random() ^ 4)::int + 0 * (in_seed + i) as n offset 0) r
    join words w on w.n = r.n
$$;

-- Ids rise with time, as real ones do.
create function uid(in_kind text, in_n bigint) returns uuid language sql immutable as $$
    select (lpad(to_hex(in_n), 12, '0') || substr(md5(in_kind || in_n), 1, 20))::uuid
$$;

create table texts as select n, sentence(14, n) || '.' as text from generate_series(0, 199999) n;
create unique index on texts (n);

insert into chatbot.passages (id, course_id, page_id, page_revision, position, language, page_title, heading_path,
    anchor, start_offset, end_offset, body, body_hash, search)
select md5('s' || c || '-' || p || '-' || s)::uuid, md5('c' || c)::uuid, md5('p' || c || '-' || p)::uuid, 1, s, 'en',
       'Page ' || p || ' of course ' || c, array['Heading ' || s], 'h' || s, 0, 0, t.body, sha256(t.body::bytea), ''
from generate_series(1, 40) c, generate_series(1, 30) p, generate_series(1, 5) s
cross join lateral (
    select string_agg(text, ' ') as body from texts
    where n between (c * 1000 + p * 30 + s * 4) and (c * 1000 + p * 30 + s * 4 + 3)) t;

insert into chatbot.chatbots (id, course_id, name, is_default, enabled, version, config, created_at, updated_at)
select md5('b' || c || '-' || b)::uuid, md5('c' || c)::uuid, 'Guide ' || b, b = 1, true, 1, '{config}',
       timestamptz '2025-09-01', timestamptz '2025-09-01'
from generate_series(1, 40) c, generate_series(1, 2) b;
insert into chatbot.chatbot_versions (chatbot_id, version, name, config, enabled, created_at)
select id, 1, name, config, true, created_at from chatbot.chatbots;

create table plan as
select n, uid('t', n) as turn, c, 1 + (n % 3 = 0)::int as b, md5('c' || c)::uuid as course,
       md5('b' || c || '-' || 1 + (n % 3 = 0)::int)::uuid as chatbot,
       uid('v', n / 5) as conversation, at,
       (array['small-model', 'large-model', 'offline'])[1 + floor(3 * random() ^ 2)::int] as model
from (
    select n, 1 + floor(40 * random() ^ 2)::int as c,
           timestamptz '2025-09-01' + interval '365 days' * n / {turns} + interval '1 hour' * random() as at
    from generate_series(0, {turns} - 1) n) planned;
create unique index plan_n on plan (n);
analyze plan, texts, words;
-- A conversation is with one chatbot.
update plan p set c = f.c, b = f.b, course = f.course, chatbot = f.chatbot
from plan f where f.n = p.n / 5 * 5 and p.n % 5 > 0;

insert into chatbot.conversations (id, chatbot_id, student_id, title, title_source, created_at, updated_at)
select conversation, min(chatbot::text)::uuid, md5('u' || 43 + (min(n) * 7) % 3900)::uuid, 'A conversation', 'question',
       min(at), max(at)
from plan group by conversation;

insert into chatbot.messages (id, conversation_id, order_number, role, client_id, parts, created_at)
select uid(r, p.n), p.conversation, 2 * (p.n % 5) + case r when 'q' then 1 else 2 end,
       case r when 'q' then 'user' else 'assistant' end, r || p.n,
       jsonb_build_array(jsonb_build_object('type', 'text', 'text', t.text)), p.at
from plan p, unnest(array['q', 'a']) r
cross join lateral (
    select string_agg(text, ' ') as text from texts
    where n between p.n % 199000 and p.n % 199000 + case r when 'q' then 0 else 5 end) t;

insert into chatbot.turns (id, conversation_id, user_message_id, assistant_message_id, chatbot_id, chatbot_version,
    model, state, requests, input_tokens, output_tokens, created_at, ended_at, counted_at)
select turn, conversation, uid('q', n), uid('a', n), chatbot, 1, model, 'finished', 2, 3000, 300, at,
       at + interval '8 seconds', at + interval '30 seconds'
from plan;

insert into chatbot.usage_ledger (id, turn_id, student_id, course_id, chatbot_id, reserved_tokens, settled_tokens,
    created_at, settled_at, local_day, local_month, input_tokens)
select uid('l', p.n), p.turn, v.student_id, p.course, p.chatbot, 4000, 3300, p.at, p.at, p.at::date,
       date_trunc('month', p.at)::date, 3000
from plan p join chatbot.conversations v on v.id = p.conversation;

insert into chatbot.rounds (id, turn_id, round_number, state, reply_text, disposition, offered, created_at, committed_at)
select uid('r' || r, p.n), turn, r, 'committed', '', case r when 1 then 'accept' else 'done' end,
       array['course_material_search', 'page_lookup'], at, at
from plan p, generate_series(1, 2) r;

insert into chatbot.tool_calls (id, round_id, turn_id, call_index, wire_id, name, arguments, effective_name,
    effective_arguments, disposition, audience, reject, log_reason, requirements, configuration_version,
    first_source_number, status, output, started_at, ended_at, created_at, course_id, chatbot_id)
select uid('k' || k, p.n), uid('r1', p.n), turn, k, 'w' || k, tool, '{"query":"keys"}', tool,
       '{"query":"keys"}', case when bad then 'answer' else 'accept' end, case when bad then 'model' end,
       case when bad then '{"error_type":"schema_mismatch"}'::jsonb end, null, '[]', 1, 1 + 100 * k,
       case when bad then 'answered' else 'done' end, 'Found.', at, at, at, course, chatbot
from plan p, generate_series(0, 1) k
cross join lateral (
    select (array['course_material_search', 'page_lookup', 'glossary_lookup'])
               [1 + case when k = 0 then 0 else (p.n % 2) + (p.n % 11 = 0)::int end] as tool,
           k = 1 and p.n % 37 = 0 as bad) t
where k = 0 or p.n % 2 = 0;

insert into chatbot.citations (id, turn_id, call_id, course_id, chatbot_id, model, tool, passage_id, page_id,
    page_revision, citation_number, title, section, document_url, anchor, snippet, passage_hash, cited, shown_number,
    created_at)
select uid('x', p.n * 5 + i), turn, uid('k0', p.n), course, chatbot, model,
       case when i = 5 and p.n % 3 = 0 then 'page_lookup' else 'course_material_search' end, s.id, s.page_id, 1, i,
       s.page_title, s.heading_path[1], '/', s.anchor, s.body, s.body_hash, i < 5, case when i < 5 then i end, at
from plan p cross join generate_series(1, 5) i
join lateral (
    select * from chatbot.passages s
    where s.id = md5('s' || p.c || '-' || 1 + (p.n * 13 + i * 7) % 30 || '-' || 1 + (p.n + i) % 5)::uuid) s on true;

insert into chatbot.cited_sentences (id, turn_id, course_id, chatbot_id, model, tool, page_id, page_title, citation_id,
    marker_number, text_part, start_unit, end_unit, sentence, verdict, score, cited_text, cited_hash, freshness,
    freshness_at, now_page_id, now_anchor, reviewed_at, reviewed_by, review_note, created_at)
select uid('y', p.n * 5 + i), p.turn, p.course, p.chatbot, p.model,
       case when v.verdict <> 'unresolved' then x.tool end, case when v.verdict <> 'unresolved' then x.page_id end,
       case when v.verdict <> 'unresolved' then x.title end, case when v.verdict <> 'unresolved' then x.id end, i, 0,
       i * 100, i * 100 + 90, t.text, v.verdict, case when v.verdict <> 'unresolved' then 0.5 end,
       case when v.verdict <> 'unresolved' then left(x.snippet, 90) end,
       case when v.verdict <> 'unresolved' then x.passage_hash end, v.freshness, p.at,
       case when v.freshness = 'moved' then x.page_id end, case when v.freshness = 'moved' then 'h1' end,
       case when v.reviewed then p.at + interval '3 days' end, case when v.reviewed then md5('u1')::uuid end,
       case when v.reviewed then 'Seen.' end, p.at + i * interval '1 second'
from plan p cross join generate_series(1, 5) i
join lateral (select * from chatbot.citations x where x.id = uid('x', p.n * 5 + least(i, 4))) x on true
join texts t on t.n = (p.n * 5 + i) % 200000
cross join lateral (
    select case when r < 0.72 then 'supported' when r < 0.86 then 'partly' when r < 0.91 then 'unsupported'
                when r < 0.93 then 'misquoted' when r < 0.95 then 'unresolved' when r < 0.955 then 'hidden'
                else 'unchecked' end as verdict,
           case when r < 0.93 and f > 0.97 then 'gone' when r < 0.93 and f > 0.92 then 'changed'
                when r < 0.93 and f > 0.88 then 'moved' else 'fresh' end as freshness,
           (r between 0.86 and 0.93 or r < 0.93 and f > 0.97) and f * 10 - floor(f * 10) < 0.3 as reviewed
    from (select random() + 0 * (p.n + i) as r, random() + 0 * (p.n + i) as f offset 0) r) v;

insert into chatbot.answer_facts (turn_id, course_id, chatbot_id, student_id, local_day, is_question, standing,
    is_unanswered, verdicts, input_tokens, output_tokens)
select p.turn, p.course, p.chatbot, v.student_id, p.at::date, true,
       case when f.verdicts[1] = 5 then 'supported' when f.verdicts[1] + f.verdicts[2] > 0 then 'partly'
            else 'unsupported' end, p.n % 12 = 0, f.verdicts, 3000, 300
from plan p
join chatbot.conversations v on v.id = p.conversation
join (select s.turn_id,
             array[count(*) filter (where s.verdict = 'supported'), count(*) filter (where s.verdict = 'partly'),
                   count(*) filter (where s.verdict = 'unsupported'), count(*) filter (where s.verdict = 'misquoted'),
                   count(*) filter (where s.verdict = 'unresolved'), count(*) filter (where s.verdict = 'hidden'),
                   count(*) filter (where s.verdict = 'unchecked')]::integer[] as verdicts
      from chatbot.cited_sentences s group by s.turn_id) f on f.turn_id = p.turn;

insert into chatbot.page_uses (chatbot_id, local_day, page_id, course_id, cited)
select s.chatbot_id, s.created_at::date, s.page_id, s.course_id, count(*)
from chatbot.cited_sentences s where s.page_id is not null group by 1, 2, 3, 4;

insert into chatbot.feedback (message_id, student_id, rating, reason, comment, created_at, updated_at)
select uid('a', p.n), v.student_id, case when p.n % 4 = 0 then 'down' else 'up' end,
       case when p.n % 40 = 0 then 'incomplete' end, case when p.n % 20 = 0 then 'A comment.' end, p.at, p.at
from plan p join chatbot.conversations v on v.id = p.conversation where p.n % 10 = 0;

insert into chatbot.audit_log (id, actor_id, action, subject_kind, subject_id, course_id, detail, created_at)
select uid('g', n), md5('u' || 1 + n % 42)::uuid, case n % 3 when 0 then 'turn_viewed' else 'citation_viewed' end,
       'citation', uid('y', n * 5 + 1), course, '{}', at
from plan where n % 4 = 0;

drop table plan, texts, words;
drop function sentence(int, int), uid(text, bigint);

//! An answer of the chatbot that cites what stands on the pages now.

use chatbot_protocol::{PageId, TurnId};
use chatbot_store::freshness;
use chrono::{DateTime, TimeDelta, Utc};
use sqlx::pool::PoolConnection;
use sqlx::postgres::Postgres;
use uuid::Uuid;

use crate::world::*;

pub const TURN: TurnId = TurnId(Uuid::from_u128(0x71));
const CALL: Uuid = Uuid::from_u128(0x72);

/// A finished turn with a call, for citations to hang on.
pub async fn answer(conn: &mut PoolConnection<Postgres>) {
    let sql = "
        insert into chatbot.chatbot_versions (chatbot_id, version, name, enabled, config, created_at)
        select id, 1, name, true, config, created_at from chatbot.chatbots;
        insert into chatbot.messages (id, conversation_id, order_number, role, client_id, parts, created_at)
        select gen_random_uuid(), c.id, n, case n when 1 then 'user' else 'assistant' end, n::text, '[]', now()
        from chatbot.conversations c, generate_series(1, 2) n where c.id = '00000000-0000-0000-0000-000000000061';
        insert into chatbot.turns (id, conversation_id, user_message_id, assistant_message_id, chatbot_id,
                                   chatbot_version, model, state, created_at, ended_at)
        select '00000000-0000-0000-0000-000000000071', u.conversation_id, u.id, a.id,
               '00000000-0000-0000-0000-000000000051', 1, 'm', 'finished', now(), now()
        from chatbot.messages u join chatbot.messages a using (conversation_id)
        where u.role = 'user' and a.role = 'assistant';
        insert into chatbot.rounds (id, turn_id, round_number, state, reply_text, created_at)
        select id, id, 1, 'partial', '', now() from chatbot.turns;
        insert into chatbot.tool_calls (id, round_id, turn_id, call_index, wire_id, name, arguments, effective_name,
            effective_arguments, disposition, requirements, configuration_version, first_source_number, status,
            created_at, course_id, chatbot_id)
        select '00000000-0000-0000-0000-000000000072', t.id, t.id, 0, 'w', 't', '{}', 't', '{}', 'accept', '[]', 1, 1,
               'pending', now(), b.course_id, b.id
        from chatbot.turns t join chatbot.chatbots b on b.id = t.chatbot_id";
    sqlx::raw_sql(sql).execute(&mut **conn).await.unwrap();
}

/// Cites every passage of these pages: of each, the stretch that the pattern finds in it, or nothing.
pub async fn cite(conn: &mut PoolConnection<Postgres>, pages: &[PageId], stretch: &str) {
    sqlx::query(
        "with cited as (
             insert into chatbot.citations (id, turn_id, call_id, course_id, chatbot_id, model, tool, passage_id, page_id, page_revision, citation_number,
                 title, document_url, anchor, snippet, passage_hash, cited, shown_number, created_at)
             select gen_random_uuid(), $1, $2, $6, (select chatbot_id from chatbot.turns where id = $1), 'm', 't', p.id,
                    p.page_id, p.page_revision,
                    (select coalesce(max(citation_number), 0) from chatbot.citations)
                        + row_number() over (order by p.page_id, p.position),
                    p.page_title, '/', p.anchor, p.body, p.body_hash, true, 1, $3
             from chatbot.passages p where p.page_id = any($4)
             returning id, chatbot_id, model, tool, page_id, title, snippet, citation_number)
         insert into chatbot.cited_sentences (id, turn_id, course_id, chatbot_id, model, tool, page_id, page_title,
                                              citation_id, marker_number, sentence, verdict, cited_text, cited_hash,
                                              created_at)
         select gen_random_uuid(), $1, $6, c.chatbot_id, c.model, c.tool, c.page_id, c.title, c.id, c.citation_number, 'S.', 'supported',
                substring(c.snippet from $5), sha256(substring(c.snippet from $5)::bytea), $3
         from cited c",
    )
    .bind(TURN.0)
    .bind(CALL)
    .bind(now())
    .bind(pages.iter().map(|page| page.0).collect::<Vec<_>>())
    .bind(stretch)
    .bind(COURSE.0)
    .execute(&mut **conn)
    .await
    .unwrap();
}

/// Indexes the course and judges whatever waits; gives what is said of each cited stretch, in the order of citing.
pub async fn said_after_indexing(conn: &mut PoolConnection<Postgres>) -> Vec<String> {
    index(conn, &[COURSE]).await;
    let later = now() + TimeDelta::hours(1);
    recheck_all(conn, later).await;
    said(conn).await
}

/// Judges whatever waits, and whatever may be found again; says how many sentences that were.
pub async fn recheck_all(conn: &mut PoolConnection<Postgres>, now: DateTime<Utc>) -> usize {
    let mut judged = 0;
    loop {
        let batch = freshness::recheck_batch(conn, now).await.unwrap();
        judged += batch;
        if batch == 0 && freshness::seek_lost(conn, now).await.unwrap() == 0 {
            return judged;
        }
    }
}

pub async fn said(conn: &mut PoolConnection<Postgres>) -> Vec<String> {
    sqlx::query_scalar(
        "select concat_ws(' ', s.freshness, right(s.now_page_id::text, 2) || '#' || s.now_anchor)
         from chatbot.cited_sentences s join chatbot.citations c on c.id = s.citation_id
         order by c.citation_number",
    )
    .fetch_all(&mut **conn)
    .await
    .unwrap()
}

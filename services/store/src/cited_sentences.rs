//! Table `cited_sentences`: what was found when a sentence of an answer was held against what it cites.

use chatbot_core::citation::{CitedUse, Unresolved};
use chatbot_core::passage::span_hash;
use chatbot_protocol::TurnId;
use chatbot_protocol::data_part::{Span, Verdict};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StoreError;

/// Stores a judged use of a passage. A sentence that was judged before keeps what was found then.
pub async fn insert(
    conn: &mut PgConnection,
    id: Uuid,
    turn: TurnId,
    used: &CitedUse,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let hash = used.cited_text.as_deref().map(span_hash);
    sqlx::query!(
        "insert into chatbot.cited_sentences
             (id, turn_id, course_id, chatbot_id, model, tool, page_id, page_title, citation_id, marker_number, text_part,
              start_unit, end_unit, sentence, verdict, score, quote, cited_text, cited_hash, created_at)
         select $1, $2, c.course_id, c.chatbot_id, c.model, c.tool, c.page_id, c.title, c.id, c.citation_number, $4, $5,
                $6, $7, $8, $9, $10, $11, $12, $13
         from chatbot.citations c
         where c.id = $3
         on conflict (citation_id, text_part, start_unit)
             where citation_id is not null and text_part is not null do nothing",
        id,
        turn.0,
        used.citation.0,
        to_i32(used.span.part),
        to_i32(used.span.start),
        to_i32(used.span.end),
        used.sentence,
        used.verdict.as_str(),
        used.score,
        used.quote,
        used.cited_text,
        hash.as_ref().map(<[u8; 32]>::as_slice),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Stores a marker that names no source of its turn.
pub async fn insert_unresolved(
    conn: &mut PgConnection,
    id: Uuid,
    turn: TurnId,
    marker: &Unresolved,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let place = |of: fn(&Span) -> u32| marker.span.as_ref().map(|span| to_i32(of(span)));
    sqlx::query!(
        "insert into chatbot.cited_sentences
             (id, turn_id, course_id, chatbot_id, model, marker_number, text_part, start_unit, end_unit, sentence, verdict,
              created_at)
         select $1, $2, b.course_id, b.id, t.model, $3, $4, $5, $6, $7, $8, $9
         from chatbot.turns t join chatbot.chatbots b on b.id = t.chatbot_id where t.id = $2",
        id,
        turn.0,
        to_i32(marker.number),
        place(|span| span.part),
        place(|span| span.start),
        place(|span| span.end),
        marker.sentence,
        Verdict::Unresolved.as_str(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

fn to_i32(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

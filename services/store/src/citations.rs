//! Table `citations`: every passage that a tool brought into a turn, cited or not.

use chatbot_core::ToolCitation;
use chatbot_protocol::data_part::Span;
use chatbot_protocol::{CallId, CitationId, TurnId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::StoreError;

/// Stores a passage that a call brought.
pub async fn insert(
    conn: &mut PgConnection,
    id: CitationId,
    turn: TurnId,
    call: CallId,
    citation: &ToolCitation,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into chatbot.citations
             (id, turn_id, call_id, passage_id, page_id, page_revision, citation_number, title, chapter, section,
              document_url, anchor, snippet, passage_hash, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        id.0,
        turn.0,
        call.0,
        citation.passage_id.0,
        citation.page_id.0,
        citation.page_revision,
        i32::try_from(citation.citation_number).unwrap_or(i32::MAX),
        citation.title,
        citation.chapter,
        citation.section,
        citation.document_url,
        citation.anchor,
        citation.snippet,
        &citation.passage_hash[..],
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Notes that the answer cites these rows, all of one passage, under a shown number.
pub async fn mark_cited(
    conn: &mut PgConnection,
    rows: &[CitationId],
    shown_number: u32,
    spans: &[Span],
) -> Result<(), StoreError> {
    let ids: Vec<uuid::Uuid> = rows.iter().map(|id| id.0).collect();
    sqlx::query!(
        "update chatbot.citations set cited = true, shown_number = $2, spans = $3 where id = any($1)",
        &ids,
        i32::try_from(shown_number).unwrap_or(i32::MAX),
        Json(spans) as _,
    )
    .execute(conn)
    .await?;
    Ok(())
}

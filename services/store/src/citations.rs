//! Table `citations`: every passage that a tool brought into a turn, cited or not.

use chatbot_core::ToolCitation;
use chatbot_core::citation::Source;
use chatbot_protocol::data_part::{Span, Verdict};
use chatbot_protocol::{CallId, CitationId, TurnId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

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
             (id, turn_id, call_id, course_id, chatbot_id, model, tool, passage_id, page_id, page_revision,
              citation_number, title, chapter, section, document_url, anchor, snippet, passage_hash, created_at)
         select $1, t.id, k.id, b.course_id, b.id, t.model, k.effective_name, $4, $5, $6, $7, $8, $9, $10, $11, $12,
                $13, $14, $15
         from chatbot.turns t
         join chatbot.chatbots b on b.id = t.chatbot_id
         join chatbot.tool_calls k on k.turn_id = t.id
         where t.id = $2 and k.id = $3",
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
    verdict: Option<Verdict>,
) -> Result<(), StoreError> {
    let ids: Vec<Uuid> = rows.iter().map(|id| id.0).collect();
    sqlx::query!(
        "update chatbot.citations set cited = true, shown_number = $2, spans = $3, verdict = $4
         where id = any($1)",
        &ids,
        i32::try_from(shown_number).unwrap_or(i32::MAX),
        Json(spans) as _,
        verdict.map(Verdict::as_str),
    )
    .execute(conn)
    .await?;
    Ok(())
}

struct SourceRow {
    id: Uuid,
    passage_id: Option<Uuid>,
    page_id: Uuid,
    page_revision: i64,
    citation_number: i32,
    title: String,
    chapter: Option<String>,
    section: Option<String>,
    document_url: String,
    anchor: String,
    snippet: String,
    passage_hash: Vec<u8>,
}

/// Every passage that the calls of a turn brought, by source number.
pub async fn list_of_turn(conn: &mut PgConnection, turn: TurnId) -> Result<Vec<Source>, StoreError> {
    let rows = sqlx::query_as!(
        SourceRow,
        "select id, passage_id, page_id, page_revision, citation_number, title, chapter, section, document_url,
                anchor, snippet, passage_hash
         from chatbot.citations where turn_id = $1 order by citation_number",
        turn.0,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(Source::from).collect())
}

impl From<SourceRow> for Source {
    fn from(row: SourceRow) -> Self {
        Self {
            id: row.id.into(),
            citation: ToolCitation {
                citation_number: u32::try_from(row.citation_number).unwrap_or(0),
                page_id: row.page_id.into(),
                // Every row that a tool brought has one.
                passage_id: row.passage_id.unwrap_or_default().into(),
                page_revision: row.page_revision,
                title: row.title,
                chapter: row.chapter,
                section: row.section,
                snippet: row.snippet,
                document_url: row.document_url,
                anchor: row.anchor,
                // The constraint `citations_hash` guards the length.
                passage_hash: row.passage_hash.try_into().unwrap_or_default(),
            },
        }
    }
}

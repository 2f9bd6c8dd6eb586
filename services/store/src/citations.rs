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

/// Stores the passages that a call brought.
pub async fn insert_all(
    conn: &mut PgConnection,
    turn: TurnId,
    call: CallId,
    sources: &[Source],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let all = || sources.iter().map(|source| &source.citation);
    let ids: Vec<Uuid> = sources.iter().map(|source| source.id.0).collect();
    let passages: Vec<Uuid> = all().map(|citation| citation.passage_id.0).collect();
    let pages: Vec<Uuid> = all().map(|citation| citation.page_id.0).collect();
    let revisions: Vec<i64> = all().map(|citation| citation.page_revision).collect();
    let numbers: Vec<i32> =
        all().map(|citation| i32::try_from(citation.citation_number).unwrap_or(i32::MAX)).collect();
    let titles: Vec<&str> = all().map(|citation| citation.title.as_str()).collect();
    let chapters: Vec<Option<&str>> = all().map(|citation| citation.chapter.as_deref()).collect();
    let sections: Vec<Option<&str>> = all().map(|citation| citation.section.as_deref()).collect();
    let urls: Vec<&str> = all().map(|citation| citation.document_url.as_str()).collect();
    let anchors: Vec<&str> = all().map(|citation| citation.anchor.as_str()).collect();
    let snippets: Vec<&str> = all().map(|citation| citation.snippet.as_str()).collect();
    let hashes: Vec<&[u8]> = all().map(|citation| &citation.passage_hash[..]).collect();
    sqlx::query!(
        "insert into chatbot.citations
             (id, turn_id, call_id, course_id, chatbot_id, model, tool, passage_id, page_id, page_revision,
              citation_number, title, chapter, section, document_url, anchor, snippet, passage_hash, created_at)
         select s.id, t.id, k.id, b.course_id, b.id, t.model, k.effective_name, s.passage_id, s.page_id,
                s.page_revision, s.citation_number, s.title, s.chapter, s.section, s.document_url, s.anchor,
                s.snippet, s.passage_hash, $3
         from unnest($4::uuid[], $5::uuid[], $6::uuid[], $7::bigint[], $8::integer[], $9::text[], $10::text[],
                     $11::text[], $12::text[], $13::text[], $14::text[], $15::bytea[])
              as s (id, passage_id, page_id, page_revision, citation_number, title, chapter, section,
                    document_url, anchor, snippet, passage_hash)
         join chatbot.turns t on t.id = $1
         join chatbot.chatbots b on b.id = t.chatbot_id
         join chatbot.tool_calls k on k.turn_id = t.id and k.id = $2",
        turn.0,
        call.0,
        now,
        &ids,
        &passages,
        &pages,
        &revisions,
        &numbers,
        &titles as _,
        &chapters as _,
        &sections as _,
        &urls as _,
        &anchors as _,
        &snippets as _,
        &hashes as _,
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

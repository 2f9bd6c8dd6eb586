//! A turn, round by round.

use chatbot_protocol::{CallId, CitationId, CourseId, RoundId, TurnId};
use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;

use crate::StoreError;

/// A turn as it is on record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnFacts {
    /// Its course.
    pub course: CourseId,
    /// The course's title; none when the host has it no more.
    pub course_title: Option<String>,
    /// The chatbot's name.
    pub chatbot_name: String,
    /// The model's id.
    pub model: String,
    /// Its state, in the database's word.
    pub state: String,
    /// Why it failed.
    pub error_code: Option<String>,
    /// Requests to the model.
    pub requests: i32,
    /// Tokens that went to it.
    pub input_tokens: i32,
    /// Tokens that came from it.
    pub output_tokens: i32,
    /// When it was accepted.
    pub at: DateTime<Utc>,
    /// When it ended.
    pub ended_at: Option<DateTime<Utc>>,
}

/// The facts of a turn.
pub async fn find_turn_facts(conn: &mut PgConnection, turn: TurnId) -> Result<Option<TurnFacts>, StoreError> {
    let row = sqlx::query!(
        r#"select b.course_id, c.title as "course_title?", b.name as chatbot_name, t.model, t.state::text as "state!",
                  t.error_code, t.requests, t.input_tokens, t.output_tokens, t.created_at, t.ended_at
           from chatbot.turns t
           join chatbot.chatbots b on b.id = t.chatbot_id
           left join lms.courses c on c.id = b.course_id
           where t.id = $1"#,
        turn.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| TurnFacts {
        course: row.course_id.into(),
        course_title: row.course_title,
        chatbot_name: row.chatbot_name,
        model: row.model,
        state: row.state,
        error_code: row.error_code,
        requests: row.requests,
        input_tokens: row.input_tokens,
        output_tokens: row.output_tokens,
        at: row.created_at,
        ended_at: row.ended_at,
    }))
}

/// A round as it is on record.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundRow {
    /// Its id.
    pub id: RoundId,
    /// Which, from 1.
    pub number: i32,
    /// How often the model was asked.
    pub attempts: i32,
    /// What was decided about the reply.
    pub disposition: Option<String>,
    /// The tools that were offered.
    pub offered: Vec<String>,
    /// The reply's text.
    pub text: String,
    /// What the check of the finished answer found wrong.
    pub rejects: Vec<Value>,
    /// Tokens that went to the model.
    pub input_tokens: i32,
    /// Tokens that came from it.
    pub output_tokens: i32,
}

/// The rounds of a turn, in order.
pub async fn list_rounds(conn: &mut PgConnection, turn: TurnId) -> Result<Vec<RoundRow>, StoreError> {
    let rows = sqlx::query!(
        "select id, round_number, attempts, disposition, offered, reply_text, done_rejects, input_tokens, output_tokens
         from chatbot.rounds where turn_id = $1 order by round_number",
        turn.0,
    )
    .fetch_all(conn)
    .await?;
    let rows = rows.into_iter().map(|row| RoundRow {
        id: row.id.into(),
        number: row.round_number,
        attempts: row.attempts,
        disposition: row.disposition,
        offered: row.offered,
        text: row.reply_text,
        rejects: if let Value::Array(rejects) = row.done_rejects { rejects } else { Vec::new() },
        input_tokens: row.input_tokens,
        output_tokens: row.output_tokens,
    });
    Ok(rows.collect())
}

/// A passage that a call brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BroughtPassage {
    /// Its id.
    pub id: CitationId,
    /// The call.
    pub call: CallId,
    /// The number that the model was told.
    pub number: i32,
    /// The number that the student saw.
    pub shown_number: Option<i32>,
    /// The page's title.
    pub title: String,
    /// The heading above it.
    pub section: Option<String>,
    /// Link to it.
    pub url: String,
    /// Its text.
    pub text: String,
}

/// The passages that the calls of a turn brought, by source number.
pub async fn list_brought(conn: &mut PgConnection, turn: TurnId) -> Result<Vec<BroughtPassage>, StoreError> {
    let rows = sqlx::query!(
        "select id, call_id, citation_number, shown_number, title, section, document_url, snippet
         from chatbot.citations where turn_id = $1 order by citation_number",
        turn.0,
    )
    .fetch_all(conn)
    .await?;
    let rows = rows.into_iter().map(|row| BroughtPassage {
        id: row.id.into(),
        call: row.call_id.into(),
        number: row.citation_number,
        shown_number: row.shown_number,
        title: row.title,
        section: row.section,
        url: row.document_url,
        text: row.snippet,
    });
    Ok(rows.collect())
}

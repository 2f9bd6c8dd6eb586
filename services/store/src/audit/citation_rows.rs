//! The rows of a list of citations.

use chatbot_protocol::audit::Freshness;
use chatbot_protocol::data_part::Verdict;
use chatbot_protocol::{ChatbotId, CourseId, PageId, TurnId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{Keyed, Scope, verdict, word};
use crate::StoreError;

/// A sentence of an answer and the passage that it cites, or a passage that was found and not cited.
#[derive(Clone, Debug, PartialEq)]
pub struct CitationRow {
    /// Its id.
    pub id: Uuid,
    /// Its turn.
    pub turn: TurnId,
    /// The course.
    pub course: CourseId,
    /// Its title; none when the host has it no more.
    pub course_title: Option<String>,
    /// The chatbot.
    pub chatbot: ChatbotId,
    /// Its name.
    pub chatbot_name: String,
    /// The model's id.
    pub model: String,
    /// The tool that brought the passage.
    pub tool: Option<String>,
    /// The page.
    pub page: Option<PageId>,
    /// Its title then.
    pub page_title: Option<String>,
    /// The sentence; none when erased.
    pub sentence: Option<String>,
    /// Its first quotation.
    pub quote: Option<String>,
    /// What was found.
    pub verdict: Option<Verdict>,
    /// How likely the passage holds the whole sentence, 0 to 1.
    pub score: Option<f32>,
    /// What became of the cited text.
    pub freshness: Option<Freshness>,
    /// Whether the answer used it.
    pub cited: bool,
    /// When it was answered.
    pub at: DateTime<Utc>,
    /// Whether and how it was reviewed.
    pub review: Option<ReviewRow>,
    /// Whether whose question it was is erased.
    pub erased: bool,
}

/// How a citation was reviewed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewRow {
    /// Who, and their name where the host still has it.
    pub by: Option<(UserId, Option<String>)>,
    /// When.
    pub at: DateTime<Utc>,
    /// What they noted.
    pub note: String,
}

/// The rows of these keys, in their order.
pub async fn list_rows(conn: &mut PgConnection, keys: &[Keyed]) -> Result<Vec<CitationRow>, StoreError> {
    let ids_of = |wanted: fn(&Keyed) -> bool| -> Vec<Uuid> {
        keys.iter().filter(|key| wanted(key)).map(|key| key.key().id).collect()
    };
    let mut rows = list_sentences(&mut *conn, &ids_of(|key| matches!(key, Keyed::Sentence(_)))).await?;
    rows.extend(list_unused(conn, &ids_of(|key| matches!(key, Keyed::Unused(_)))).await?);
    rows.sort_unstable_by_key(|row| std::cmp::Reverse((row.at, row.id)));
    Ok(rows)
}

/// One row, if it is in a course of the scope.
pub async fn find_row(
    conn: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
) -> Result<Option<CitationRow>, StoreError> {
    let found = match list_sentences(&mut *conn, &[id]).await?.pop() {
        None => list_unused(conn, &[id]).await?.pop(),
        found => found,
    };
    Ok(found.filter(|row| scope.has(row.course)))
}

async fn list_sentences(conn: &mut PgConnection, ids: &[Uuid]) -> Result<Vec<CitationRow>, StoreError> {
    let rows = sqlx::query!(
        r#"select s.id, s.turn_id, s.course_id, c.title as "course_title?", s.chatbot_id, b.name as chatbot_name,
                  s.model, s.tool, s.page_id, s.page_title, s.sentence as "sentence?", s.quote, s.verdict, s.score,
                  s.freshness, s.created_at, s.reviewed_at, s.reviewed_by, s.review_note, r.name as "reviewer?",
                  t.conversation_id is null as "erased!"
           from chatbot.cited_sentences s
           join chatbot.turns t on t.id = s.turn_id
           join chatbot.chatbots b on b.id = s.chatbot_id
           left join lms.courses c on c.id = s.course_id
           left join lms.users r on r.id = s.reviewed_by
           where s.id = any($1)"#,
        ids,
    )
    .fetch_all(conn)
    .await?;
    let rows = rows.into_iter().map(|row| CitationRow {
        id: row.id,
        turn: row.turn_id.into(),
        course: row.course_id.into(),
        course_title: row.course_title,
        chatbot: row.chatbot_id.into(),
        chatbot_name: row.chatbot_name,
        model: row.model,
        freshness: row.tool.as_ref().and_then(|_| word(&row.freshness)),
        tool: row.tool,
        page: row.page_id.map(PageId),
        page_title: row.page_title,
        sentence: row.sentence.filter(|sentence| !sentence.is_empty()),
        quote: row.quote,
        verdict: verdict(&row.verdict),
        score: row.score,
        cited: true,
        at: row.created_at,
        review: row.reviewed_at.map(|at| ReviewRow {
            by: row.reviewed_by.map(|by| (UserId(by), row.reviewer)),
            at,
            note: row.review_note.unwrap_or_default(),
        }),
        erased: row.erased,
    });
    Ok(rows.collect())
}

async fn list_unused(conn: &mut PgConnection, ids: &[Uuid]) -> Result<Vec<CitationRow>, StoreError> {
    let rows = sqlx::query!(
        r#"select s.id, s.turn_id, s.course_id, c.title as "course_title?", s.chatbot_id, b.name as chatbot_name,
                  s.model, s.tool, s.page_id, s.title, s.created_at, t.conversation_id is null as "erased!"
           from chatbot.citations s
           join chatbot.turns t on t.id = s.turn_id
           join chatbot.chatbots b on b.id = s.chatbot_id
           left join lms.courses c on c.id = s.course_id
           where s.id = any($1) and not s.cited"#,
        ids,
    )
    .fetch_all(conn)
    .await?;
    let rows = rows.into_iter().map(|row| CitationRow {
        id: row.id,
        turn: row.turn_id.into(),
        course: row.course_id.into(),
        course_title: row.course_title,
        chatbot: row.chatbot_id.into(),
        chatbot_name: row.chatbot_name,
        model: row.model,
        tool: Some(row.tool),
        page: Some(row.page_id.into()),
        page_title: Some(row.title),
        sentence: None,
        quote: None,
        verdict: None,
        score: None,
        freshness: None,
        cited: false,
        at: row.created_at,
        review: None,
        erased: row.erased,
    });
    Ok(rows.collect())
}

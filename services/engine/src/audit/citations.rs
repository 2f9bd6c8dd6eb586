//! The list of citations, how many there are, and its export.

use chatbot_protocol::UserId;
use chatbot_protocol::api::ListPage;
use chatbot_protocol::audit::{AuditFilters, AuditedCitation, CitationCount, Named, NamedChatbot};
use chatbot_store::audit::{
    self, ChatbotRow, CitationFilter, Keyed, NamedRow, list_chatbots, list_courses, list_keys, list_models,
    list_rows, list_teachers,
};
use serde_json::{Value, json};

use super::access::{Asked, Deed, note, scope_of};
use super::{PageWish, wire};
use crate::engine::Engine;
use crate::error::EngineError;

/// How far citations are counted.
const MOST_COUNTED: u32 = 10_000;
/// How many rows of an export are read at once; no connection is held while they go out.
const EXPORT_PAGE: u32 = 1_000;

pub(super) async fn filters(engine: &Engine, caller: UserId) -> Result<AuditFilters, EngineError> {
    let mut conn = engine.conn().await?;
    let scope = scope_of(&mut conn, caller).await?;
    let mut tools: Vec<String> = engine.tools().iter().map(|offer| offer.info.spec.name.clone()).collect();
    tools.sort_unstable();
    Ok(AuditFilters {
        courses: named(list_courses(&mut conn, &scope).await?),
        teachers: named(list_teachers(&mut conn, &scope).await?),
        chatbots: list_chatbots(&mut conn, &scope).await?.into_iter().map(named_chatbot).collect(),
        tools,
        models: list_models(&mut conn, &scope).await?,
    })
}

fn named(rows: Vec<NamedRow>) -> Vec<Named> {
    rows.into_iter().map(|row| Named { id: row.id, name: row.name }).collect()
}

fn named_chatbot(ChatbotRow { id, name, course }: ChatbotRow) -> NamedChatbot {
    NamedChatbot { id, name, course_id: course }
}

pub(super) async fn list(
    engine: &Engine,
    caller: UserId,
    filter: &CitationFilter,
    page: PageWish,
) -> Result<ListPage<AuditedCitation>, EngineError> {
    read_page(engine, caller, filter, &Asked::new(&page)?).await
}

pub(super) async fn export_page(
    engine: &Engine,
    caller: UserId,
    filter: &CitationFilter,
    cursor: Option<String>,
) -> Result<ListPage<AuditedCitation>, EngineError> {
    read_page(engine, caller, filter, &Asked::of_length(cursor.as_deref(), EXPORT_PAGE)?).await
}

async fn read_page(
    engine: &Engine,
    caller: UserId,
    filter: &CitationFilter,
    asked: &Asked,
) -> Result<ListPage<AuditedCitation>, EngineError> {
    let mut conn = engine.conn().await?;
    let scope = scope_of(&mut conn, caller).await?;
    let mut tx = conn.begin().await?;
    let mut keys = list_keys(&mut tx, &scope, filter, asked.after, asked.one_more).await?;
    let next_cursor = asked.cut(&mut keys, Keyed::key);
    let rows = list_rows(&mut tx, &keys).await?;
    tx.commit().await?;
    Ok(ListPage { items: rows.into_iter().map(wire::citation).collect(), next_cursor })
}

pub(super) async fn count(
    engine: &Engine,
    caller: UserId,
    filter: &CitationFilter,
) -> Result<CitationCount, EngineError> {
    let mut conn = engine.conn().await?;
    let scope = scope_of(&mut conn, caller).await?;
    let found = audit::count(&mut conn, &scope, filter, i64::from(MOST_COUNTED) + 1).await?;
    let found = u32::try_from(found).unwrap_or(u32::MAX);
    Ok(CitationCount { count: found.min(MOST_COUNTED), at_least: found > MOST_COUNTED })
}

pub(super) async fn begin_export(
    engine: &Engine,
    caller: UserId,
    filter: &CitationFilter,
) -> Result<(), EngineError> {
    let mut conn = engine.conn().await?;
    scope_of(&mut conn, caller).await?;
    let deed = Deed {
        action: "citations_exported",
        subject_kind: "citations",
        subject: None,
        course: filter.course,
        detail: told(filter),
    };
    Ok(note(engine, &mut conn, caller, deed).await?)
}

/// What was asked for; the words that were looked for may be a student's.
fn told(filter: &CitationFilter) -> Value {
    let mut told = json!({
        "teacherId": filter.teacher, "chatbotId": filter.chatbot, "verdict": filter.verdicts,
        "freshness": filter.freshness, "tool": filter.tool, "model": filter.model, "pageId": filter.page,
        "cited": filter.cited, "reviewed": filter.reviewed, "from": filter.from, "before": filter.before,
        "withWords": filter.words.is_some(), "needsLook": filter.needs_look,
    });
    if let Some(fields) = told.as_object_mut() {
        fields.retain(|_, value| !value.is_null() && *value != json!(false) && *value != json!([]));
    }
    told
}

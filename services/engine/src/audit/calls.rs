//! The list of calls.

use chatbot_protocol::UserId;
use chatbot_protocol::api::ListPage;
use chatbot_protocol::audit::AuditedCall;
use chatbot_store::audit::{CallFilter, CallRow, list_call_keys, list_calls};
use serde_json::json;
use uuid::Uuid;

use super::access::{Asked, Deed, note, scope_of};
use super::{PageWish, wire};
use crate::engine::Engine;
use crate::error::EngineError;

/// What calls were made with may be a student's words: each page that is read is written down.
pub(super) async fn list(
    engine: &Engine,
    caller: UserId,
    filter: &CallFilter,
    page: PageWish,
) -> Result<ListPage<AuditedCall>, EngineError> {
    let asked = Asked::new(&page)?;
    let mut conn = engine.conn().await?;
    let mut tx = conn.begin().await?;
    let scope = scope_of(&mut tx, caller).await?;
    let mut keys = list_call_keys(&mut tx, &scope, filter, asked.after, asked.one_more).await?;
    let next_cursor = asked.cut(&mut keys, |key| *key);
    let ids: Vec<Uuid> = keys.iter().map(|key| key.id).collect();
    let rows = list_calls(&mut tx, &ids).await?;
    let deed = Deed {
        action: "tool_calls_viewed",
        subject_kind: "tool_calls",
        subject: None,
        course: filter.course,
        detail: json!({"calls": rows.len(), "chatbotId": filter.chatbot}),
    };
    note(engine, &mut tx, caller, deed).await?;
    tx.commit().await?;
    Ok(ListPage { items: rows.into_iter().map(audited).collect(), next_cursor })
}

fn audited(row: CallRow) -> AuditedCall {
    AuditedCall {
        turn_id: row.turn,
        course: row.course_title.clone().unwrap_or_default(),
        chatbot: row.chatbot_name.clone(),
        at: row.at,
        call: wire::call(row),
    }
}

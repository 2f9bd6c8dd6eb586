//! Everything that is stored about a person as one JSON document: written piece by piece, so that neither the memory
//! it takes nor the time that a connection is held grows with it.

use std::sync::Arc;

use async_stream::try_stream;
use chatbot_protocol::UserId;
use chatbot_store::export::{self, ExportedConversation, ExportedMessage};
use chatbot_tools::ToolCategory;
use futures_util::StreamExt;
use serde::Serialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::Document;
use crate::engine::Engine;
use crate::error::EngineError;
use crate::read_conversation::{redact, show_selections};

/// How many small rows are read at once.
const AT_ONCE: i64 = 50;

pub(super) async fn export(engine: &Arc<Engine>, caller: UserId) -> Result<Document, EngineError> {
    // Whether the database answers is known before the document begins.
    drop(engine.conn().await?);
    let engine = Arc::clone(engine);
    let document = try_stream! {
        let head = json!({"userId": caller, "exportedAt": engine.parts.clock.now()});
        yield open_object(&head, "conversations");
        let (mut after, mut comma) = (None, "");
        loop {
            // No connection is held while somebody reads.
            let next = export::next_conversation(&mut *engine.conn().await?, caller, after).await?;
            let Some(next) = next else { break };
            after = Some(next.id);
            yield comma.into();
            comma = ",\n";
            let mut pieces = conversation(Arc::clone(&engine), caller, next);
            while let Some(piece) = pieces.next().await {
                yield piece?;
            }
        }
        yield b"],\n\"usage\":[".to_vec();
        let (mut after, mut comma) = (None, "");
        loop {
            let rows = export::list_usage(&mut *engine.conn().await?, caller, after, AT_ONCE).await?;
            let Some(last) = rows.last() else { break };
            after = Some(last.0);
            yield list(&mut comma, rows.iter().map(|row| &row.1));
        }
        yield b"],\n\"auditEntries\":[".to_vec();
        let (mut after, mut comma) = (None::<Uuid>, "");
        loop {
            let rows = export::list_audit(&mut *engine.conn().await?, caller, after, AT_ONCE).await?;
            let Some(last) = rows.last() else { break };
            after = Some(last.0);
            yield list(&mut comma, rows.iter().map(|row| &row.1));
        }
        yield b"]}\n".to_vec();
    };
    Ok(document.boxed())
}

fn conversation(engine: Arc<Engine>, caller: UserId, exported: ExportedConversation) -> Document {
    let about_student = engine.tools_about_student();
    let document = try_stream! {
        yield open_object(&exported.head, "messages");
        let (mut after, mut comma) = (0, "");
        loop {
            let messages = messages(&engine, caller, &exported, after).await?;
            let Some(last) = messages.last() else { break };
            after = last.0;
            yield list(&mut comma, messages.iter().map(|message| &message.1));
        }
        yield b"],\n\"turns\":[".to_vec();
        let (mut after, mut comma) = (None, "");
        loop {
            let next =
                export::next_turn(&mut *engine.conn().await?, exported.id, after, &about_student).await?;
            let Some((at, id, turn)) = next else { break };
            after = Some((at, id));
            yield list(&mut comma, std::iter::once(&turn));
        }
        yield b"]}".to_vec();
    };
    document.boxed()
}

/// The next messages with their places; what they show of pages that are no longer open is not in them.
async fn messages(
    engine: &Engine,
    caller: UserId,
    exported: &ExportedConversation,
    after: i32,
) -> Result<Vec<(i32, Value)>, EngineError> {
    let mut conn = engine.conn().await?;
    let listed = export::list_messages(&mut conn, exported.id, after, AT_ONCE).await?;
    let facts: Vec<_> = listed.iter().map(|one| (one.created_at, one.superseded_at)).collect();
    let mut messages: Vec<_> = listed.into_iter().map(|ExportedMessage { message, .. }| message).collect();
    show_selections(&mut conn, &mut messages).await?;
    let places: Vec<i32> = messages.iter().map(|message| message.order_number).collect();
    let mut shown: Vec<_> = messages.into_iter().map(|message| message.wire).collect();
    redact(&mut conn, caller, exported.course, engine.parts.clock.now(), &mut shown).await?;
    let shown = places.into_iter().zip(shown).zip(facts);
    Ok(shown
        .map(|((place, message), (created_at, superseded_at))| {
            (place, json!({"message": message, "createdAt": created_at, "supersededAt": superseded_at}))
        })
        .collect())
}

/// An object that goes on with a list.
fn open_object(object: &Value, list: &str) -> Vec<u8> {
    let mut written = encoded(object);
    written.pop();
    written.extend_from_slice(format!(",\n\"{list}\":[").as_bytes());
    written
}

fn list<'v>(comma: &mut &'static str, items: impl Iterator<Item = &'v Value>) -> Vec<u8> {
    let mut written = Vec::new();
    for item in items {
        written.extend_from_slice(comma.as_bytes());
        *comma = ",\n";
        written.extend(encoded(item));
    }
    written
}

fn encoded(value: &impl Serialize) -> Vec<u8> {
    // Plain data always serialises.
    serde_json::to_vec(value).unwrap_or_default()
}

impl Engine {
    /// The tools whose results are about the student, not about the course.
    fn tools_about_student(&self) -> Vec<String> {
        let about = self.tools().iter().filter(|offer| offer.info.category == ToolCategory::Progress);
        about.map(|offer| offer.info.spec.name.clone()).collect()
    }
}

//! Erases everything about a person.

use std::sync::Arc;

use chatbot_protocol::{ConversationId, UserId};
use chatbot_store::audit_log::{self, NewEntry};
use chatbot_store::{StoreError, erasure};
use serde_json::json;

use crate::abandon_wait::stop_waiting;
use crate::engine::Engine;
use crate::error::EngineError;

/// How often what is being written for a person may come in the way of what erases it.
const TRIES: u32 = 5;

/// What an answer of another instance writes at the same moment may come in the way: then once more, and what is erased
/// already stays erased.
pub(super) async fn erase(engine: &Arc<Engine>, caller: UserId) -> Result<(), EngineError> {
    let (mut erased, mut tries) = (0, 1);
    loop {
        match erase_all(engine, caller, &mut erased).await {
            Err(EngineError::Store(error)) if error.put_others_first() && tries < TRIES => {
                tracing::info!("something was written for a person who is being erased: once more");
                tries += 1;
            }
            done => return done,
        }
    }
}

/// `erased` counts the conversations.
async fn erase_all(engine: &Arc<Engine>, caller: UserId, erased: &mut u32) -> Result<(), EngineError> {
    let now = engine.parts.clock.now();
    let open = erasure::close_conversations(&mut *engine.conn().await?, caller, now).await?;
    for conversation in open {
        stop(engine, conversation).await?;
    }
    while erase_one(engine, caller).await? {
        *erased += 1;
    }
    let mut conn = engine.conn().await?;
    let mut tx = conn.begin().await?;
    // From here on none is begun until all is done.
    erasure::lock_student(&mut tx, caller).await?;
    let tools = engine.tool_names();
    let mut all = *erased;
    while let Some(begun) = erasure::lock_of_student(&mut tx, caller).await? {
        erasure::erase_conversation(&mut tx, begun, engine.erasing(&tools)).await?;
        all += 1;
    }
    erasure::erase_person(&mut tx, caller, engine.erasing(&tools)).await?;
    let entry = NewEntry {
        id: engine.parts.ids.new_id(),
        actor: None,
        action: "erase_data",
        subject_kind: "user",
        subject: None,
        course: None,
        detail: json!({"conversations": all}),
        now,
    };
    audit_log::insert(&mut tx, entry).await?;
    tx.commit().await?;
    erasure::forget_late_events(&mut conn).await?;
    tracing::info!(conversations = all, "erased what was stored about a person");
    Ok(())
}

/// Lets a running answer end; one that does not is cut off by what comes.
async fn stop(engine: &Engine, conversation: ConversationId) -> Result<(), EngineError> {
    let running = engine.running.find(conversation);
    engine.stop_running(conversation).await?;
    stop_waiting(engine, conversation).await?;
    if let Some(running) = running {
        let ended = tokio::time::timeout(engine.parts.timings.stop, running.log.wait_until_ended());
        if ended.await.is_err() {
            tracing::warn!("an answer was erased while it was written");
        }
    }
    Ok(())
}

async fn erase_one(engine: &Engine, caller: UserId) -> Result<bool, StoreError> {
    let mut conn = engine.conn().await?;
    let mut tx = conn.begin().await?;
    let Some(conversation) = erasure::lock_of_student(&mut tx, caller).await? else { return Ok(false) };
    let tools = engine.tool_names();
    erasure::erase_conversation(&mut tx, conversation, engine.erasing(&tools)).await?;
    tx.commit().await?;
    Ok(true)
}

//! Forgets what is not kept any longer: conversations that were deleted, those that nobody went on with for as long
//! as their chatbot keeps them, what teachers tried a day ago, and who spent what long ago. Any instance does it; none waits for another, because
//! each takes conversations that no other has locked.

use std::sync::Arc;
use std::time::Duration;

use chatbot_store::{StoreError, erasure};
use chrono::TimeDelta;

use crate::engine::Engine;

/// How often is looked for something to forget.
const LOOK_EVERY: Duration = Duration::from_mins(10);
/// How long a deleted conversation is left alone: a running answer of it ends by itself meanwhile.
const GRACE: TimeDelta = TimeDelta::hours(1);
/// How long is kept what teachers try, after the last word in it.
const PREVIEWS: TimeDelta = TimeDelta::days(1);
/// How long is known who spent what; limits look back a month.
const SPENDERS: TimeDelta = TimeDelta::days(400);
/// How many rows are marked at once.
const BATCH: i64 = 500;

/// Starts the task, which lives until the server goes down.
pub fn start(engine: &Arc<Engine>) {
    let forgetting = Arc::clone(engine);
    engine.spawn(async move {
        loop {
            if let Err(error) = forget(&forgetting).await {
                tracing::error!(%error, "what is not kept any longer could not be forgotten");
            }
            tokio::select! {
                () = forgetting.shutdown.cancelled() => return,
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
        }
    });
}

/// What was forgotten.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// Conversations, and previews, that nobody went on with: marked as deleted.
    pub expired: u64,
    /// Conversations that are gone.
    pub erased: u64,
    /// Rows of the ledger that no longer say who spent.
    pub spenders: u64,
}

/// Forgets everything that is due. Stops early when the server goes down.
pub async fn forget(engine: &Engine) -> Result<Forgotten, StoreError> {
    let now = engine.parts.clock.now();
    let mut forgotten = Forgotten { expired: expire(engine).await?, ..Forgotten::default() };
    while !engine.shutdown.is_cancelled() && erase_next(engine).await? {
        forgotten.erased += 1;
    }
    let mut conn = engine.conn().await?;
    erasure::forget_late_events(&mut conn).await?;
    erasure::forget_minutes(&mut conn, now).await?;
    erasure::forget_days(&mut conn, now - SPENDERS, now).await?;
    loop {
        let rows = erasure::forget_spenders(&mut conn, now - SPENDERS, BATCH).await?;
        forgotten.spenders += rows;
        if rows == 0 || engine.shutdown.is_cancelled() {
            break;
        }
    }
    if forgotten != Forgotten::default() {
        let Forgotten { expired, erased, spenders } = forgotten;
        tracing::info!(expired, erased, spenders, "forgot what is not kept any longer");
    }
    Ok(forgotten)
}

/// Marks as deleted what teachers tried, and conversations that their chatbot does not keep any longer.
async fn expire(engine: &Engine) -> Result<u64, StoreError> {
    let now = engine.parts.clock.now();
    let mut conn = engine.conn().await?;
    let mut expired = 0;
    loop {
        let rows = erasure::delete_idle_previews(&mut conn, now - PREVIEWS, now - GRACE, BATCH).await?;
        expired += rows;
        if rows == 0 || engine.shutdown.is_cancelled() {
            break;
        }
    }
    for (chatbot, days) in erasure::list_retentions(&mut conn).await? {
        let before = now - TimeDelta::days(days.into());
        loop {
            let rows = erasure::delete_idle(&mut conn, chatbot, before, now - GRACE, BATCH).await?;
            expired += rows;
            if rows == 0 || engine.shutdown.is_cancelled() {
                break;
            }
        }
    }
    Ok(expired)
}

async fn erase_next(engine: &Engine) -> Result<bool, StoreError> {
    let mut conn = engine.conn().await?;
    let mut tx = conn.begin().await?;
    let before = engine.parts.clock.now() - GRACE;
    let Some(conversation) = erasure::lock_deleted(&mut tx, before).await? else { return Ok(false) };
    let tools = engine.tool_names();
    erasure::erase_conversation(&mut tx, conversation, engine.erasing(&tools)).await?;
    tx.commit().await?;
    Ok(true)
}

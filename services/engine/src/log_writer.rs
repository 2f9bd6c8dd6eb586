//! Stores the logs of all running turns: one task, one statement every few milliseconds, however many turns
//! there are.

use std::sync::Arc;
use std::time::Duration;

use chatbot_store::StoreError;
use chatbot_store::turn_events::{self, EventBatch};
use tokio::time::Instant;

use crate::engine::Engine;
use crate::event_log::TurnLog;
use crate::joined_events::Place;
use crate::measures;

/// How long to wait before what could not be stored is tried again.
const PAUSE: Duration = Duration::from_millis(500);

/// Starts the task; it lives as long as the engine.
pub(crate) fn start(engine: &Arc<Engine>) {
    let sink = Arc::clone(&engine.sink);
    let weak = Arc::downgrade(engine);
    engine.spawn(async move {
        loop {
            sink.wait().await;
            let Some(engine) = weak.upgrade() else { return };
            // Whatever is appended meanwhile goes along.
            tokio::time::sleep(engine.parts.timings.save_every).await;
            if let Err(error) = save(&engine).await {
                tracing::error!(%error, "events of turns could not be stored");
                tokio::time::sleep(PAUSE).await;
            }
        }
    });
}

/// Stores all that is not stored yet.
pub(crate) async fn save(engine: &Engine) -> Result<(), StoreError> {
    let _one_at_a_time = engine.sink.storing.lock().await;
    let mut sent: Vec<(Arc<TurnLog>, Place)> = Vec::new();
    let mut batches: Vec<EventBatch> = Vec::new();
    for log in engine.sink.take() {
        for (batch, place) in log.saving().map(|saving| saving.unsaved(&log)).unwrap_or_default() {
            batches.push(batch);
            sent.push((Arc::clone(&log), place));
        }
    }
    if batches.is_empty() {
        return Ok(());
    }
    let since = Instant::now();
    let stored = store(engine, &batches).await;
    measures::log_saved(since.elapsed(), stored.is_ok());
    for ((log, place), batch) in sent.into_iter().zip(batches) {
        let Some(saving) = log.saving() else { continue };
        if stored.is_ok() {
            saving.saved(place, batch.last);
        } else {
            saving.unanswered((batch, place));
            saving.queue(&log);
        }
    }
    stored
}

async fn store(engine: &Engine, batches: &[EventBatch]) -> Result<(), StoreError> {
    let mut conn = engine.conn().await?;
    turn_events::append(&mut conn, batches, engine.parts.clock.now()).await
}

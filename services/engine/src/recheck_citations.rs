//! Holds what answers cited against the course's pages again, once these have changed. What waits is in the
//! database, put there by whoever changed the passages; this only works it off, a batch at a time.

use chatbot_store::{StoreError, freshness};

use crate::engine::Engine;

/// Judges everything that waits; says how many cited sentences that were. Stops early when the server goes down.
pub async fn recheck_waiting(engine: &Engine) -> Result<usize, StoreError> {
    let mut judged = 0;
    while !engine.shutdown.is_cancelled() {
        let mut conn = engine.conn().await?;
        let now = engine.parts.clock.now();
        let batch = freshness::recheck_batch(&mut conn, now).await?;
        judged += batch;
        // What waits comes first: looking for lost texts may let more of them wait.
        if batch == 0 && freshness::seek_lost(&mut conn, now).await? == 0 {
            break;
        }
    }
    if judged > 0 {
        tracing::info!(sentences = judged, "held cited sentences against changed pages");
    }
    Ok(judged)
}

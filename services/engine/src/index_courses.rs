//! Keeps the passages of courses up to date: looks for changed pages now and then, and cuts them.

use std::sync::Arc;

use chatbot_store::{StoreError, course_index};

use crate::engine::Engine;

/// Starts the task that looks for changed pages until the server goes down.
pub fn start(engine: &Arc<Engine>) {
    let indexing = Arc::clone(engine);
    engine.spawn(async move {
        let engine = indexing;
        loop {
            if let Err(error) = index_stale(&engine).await {
                tracing::error!(%error, "the pages of a course could not be indexed");
            }
            tokio::select! {
                () = engine.shutdown.cancelled() => return,
                () = tokio::time::sleep(engine.parts.timings.index_every) => {}
            }
        }
    });
}

/// Cuts every page that changed in a course with a chatbot.
pub async fn index_stale(engine: &Engine) -> Result<(), StoreError> {
    let mut conn = engine.conn().await?;
    for course in course_index::stale_courses(&mut conn).await? {
        let now = engine.parts.clock.now();
        let index = course_index::refresh(&mut conn, course, now, |_| {}).await?;
        tracing::info!(%course, pages = index.pages_indexed, "indexed a course");
    }
    Ok(())
}

//! Keeps the passages of courses up to date: looks for changed pages now and then, cuts them, has what answers
//! cited of them checked again, and has vectors made of what is new, where there is a model that makes them. Each page and each batch of vectors
//! is stored at once: an interrupted run goes on where it stopped.

use std::sync::Arc;

use chatbot_core::embedder::{EmbeddedText, Embedder, EmbedderFault};
use chatbot_protocol::CourseId;
use chatbot_store::course_index::{self, CourseIndex};
use chatbot_store::passage_vectors::{self, MissingVector};
use chatbot_store::{PgConnection, StoreError};

use crate::engine::Engine;
use crate::recheck_citations::recheck_waiting;

/// After so many pages the log says how far a course is.
const PAGES_PER_REPORT: i32 = 50;
/// So many texts are sent to the embedder at once.
const TEXTS_PER_BATCH: i64 = 32;
/// After so many batches the log says how far a course is, and searches see what there is.
const BATCHES_PER_REPORT: u32 = 20;

/// Starts the tasks that look for changed pages and build the indexes of large courses, until the server
/// goes down.
pub fn start(engine: &Arc<Engine>) {
    let indexing = Arc::clone(engine);
    engine.spawn(async move {
        let engine = indexing;
        loop {
            if let Err(error) = index_stale(&engine).await {
                tracing::error!(%error, "the pages of a course could not be indexed");
            }
            if let Err(error) = recheck_waiting(&engine).await {
                tracing::error!(%error, "cited sentences could not be held against changed pages");
            }
            if let Err(error) = fill_vectors(&engine).await {
                tracing::error!(%error, "vectors of passages could not be stored");
            }
            tokio::select! {
                () = engine.shutdown.cancelled() => return,
                () = tokio::time::sleep(engine.parts.timings.index_every) => {}
            }
        }
    });
    let loading = Arc::clone(engine);
    engine.spawn(async move {
        let engine = loading;
        loop {
            let course = tokio::select! {
                () = engine.shutdown.cancelled() => return,
                course = engine.parts.application.indexes.next_wanted() => course,
            };
            if let Err(error) = load(&engine, course).await {
                tracing::error!(%course, %error, "the index of a course could not be loaded");
            }
        }
    });
}

/// Cuts every page that changed in a course with a chatbot.
pub async fn index_stale(engine: &Engine) -> Result<(), StoreError> {
    let mut conn = engine.conn().await?;
    for course in course_index::stale_courses(&mut conn).await? {
        let now = engine.parts.clock.now();
        let mut pages = 0;
        let report = |index: CourseIndex| {
            pages += 1;
            if pages % PAGES_PER_REPORT == 0 {
                tracing::info!(%course, pages = index.pages_indexed, of = index.pages_total, "indexing a course");
            }
        };
        let index = course_index::refresh(&mut conn, course, now, report).await?;
        tracing::info!(%course, pages = index.pages_indexed, "indexed a course");
    }
    Ok(())
}

/// Has vectors made of all passages that have none; does nothing without an embedder. Gives up until the
/// next round when the embedder fails.
pub async fn fill_vectors(engine: &Engine) -> Result<(), StoreError> {
    let Some(embedder) = engine.parts.application.embedder.clone() else { return Ok(()) };
    let mut conn = engine.conn().await?;
    let courses = passage_vectors::incomplete_courses(&mut conn, embedder.model()).await?;
    drop(conn);
    if courses.is_empty() {
        return Ok(());
    }
    for course in courses {
        let filled = fill_course(engine, &*embedder, course).await;
        let mut conn = engine.conn().await?;
        report_vectors(&mut conn, course, embedder.model()).await?;
        if let Err(fault) = filled? {
            tracing::warn!(%course, %fault, "vectors of passages are still missing");
            return Ok(());
        }
    }
    let mut conn = engine.conn().await?;
    passage_vectors::delete_unused(&mut conn, embedder.model()).await?;
    Ok(())
}

/// No connection is held while the embedder works.
async fn fill_course(
    engine: &Engine,
    embedder: &dyn Embedder,
    course: CourseId,
) -> Result<Result<(), EmbedderFault>, StoreError> {
    let mut batches = 0;
    while !engine.shutdown.is_cancelled() {
        let mut conn = engine.conn().await?;
        let missing =
            passage_vectors::list_missing(&mut conn, course, embedder.model(), TEXTS_PER_BATCH).await?;
        drop(conn);
        if missing.is_empty() {
            break;
        }
        let texts = missing.iter().map(|missing| missing.text.clone()).collect();
        let vectors = match embedder.embed(EmbeddedText::Passage, texts).await {
            Ok(vectors) if vectors.len() == missing.len() => vectors,
            Ok(_) => return Ok(Err(EmbedderFault::Unusable("a vector is missing".to_owned()))),
            Err(fault) => return Ok(Err(fault)),
        };
        let mut conn = engine.conn().await?;
        let now = engine.parts.clock.now();
        for (MissingVector { text_hash, .. }, vector) in missing.iter().zip(&vectors) {
            passage_vectors::insert(&mut conn, embedder.model(), text_hash, vector, now).await?;
        }
        batches += 1;
        if batches % BATCHES_PER_REPORT == 0 {
            report_vectors(&mut conn, course, embedder.model()).await?;
        }
    }
    Ok(Ok(()))
}

async fn report_vectors(conn: &mut PgConnection, course: CourseId, model: &str) -> Result<(), StoreError> {
    passage_vectors::publish(conn, course).await?;
    let progress = passage_vectors::progress(conn, course, model).await?;
    tracing::info!(%course, passages = progress.with_vector, of = progress.passages, "passages have vectors");
    Ok(())
}

/// Loads a course that is too large to be loaded while somebody waits.
async fn load(engine: &Engine, course: CourseId) -> Result<(), StoreError> {
    let application = &engine.parts.application;
    let model = application.embedder.as_ref().map(|embedder| embedder.model().to_owned());
    let mut conn = engine.conn().await?;
    application.indexes.load(&mut conn, course, model.as_deref()).await?;
    tracing::info!(%course, memory = application.indexes.bytes(), "loaded the index of a course");
    Ok(())
}

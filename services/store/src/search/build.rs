//! Reads a course into memory.

use std::sync::Arc;

use chatbot_protocol::CourseId;
use chatbot_search::{CourseIndex, IndexBuilder, PassageText, Vectors};
use sqlx::PgConnection;
use uuid::Uuid;

use super::QuestionVector;
use crate::StoreError;

/// So many passages are read at once.
const BATCH: i64 = 1_000;

/// A course in memory.
pub(super) struct LoadedCourse {
    pub version: i64,
    pub index: Arc<CourseIndex>,
    pub vectors: Option<LoadedVectors>,
}

/// The vectors of a course by one model.
pub(super) struct LoadedVectors {
    pub version: i64,
    pub model: String,
    /// `None` when no passage has one yet.
    pub vectors: Option<Arc<Vectors>>,
}

impl LoadedCourse {
    pub fn bytes(&self) -> usize {
        let vectors = self.vectors.as_ref().and_then(|loaded| loaded.vectors.as_ref());
        self.index.bytes() + vectors.map_or(0, |vectors| vectors.bytes())
    }

    /// How near the passages are to a question in meaning, when there are vectors of its model.
    pub fn nearness(&self, question: &QuestionVector) -> Option<Vec<f32>> {
        let loaded = self.vectors.as_ref().filter(|loaded| loaded.model == question.model)?;
        loaded.vectors.as_ref()?.nearness(&question.vector)
    }
}

/// Builds the index of a course out of its passages. Analysis runs beside the runtime's workers.
pub(super) async fn index(conn: &mut PgConnection, course: CourseId) -> Result<CourseIndex, StoreError> {
    let mut builder = IndexBuilder::default();
    let mut last = Uuid::nil();
    loop {
        let rows = batch(conn, course, last).await?;
        let Some(end) = rows.last() else { break };
        last = end.id;
        builder = blocking(move || {
            for row in &rows {
                builder.add(&row.as_text());
            }
            builder
        })
        .await?;
    }
    blocking(move || builder.build()).await
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, StoreError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| StoreError::IndexFailed)
}

struct Row {
    id: Uuid,
    language: String,
    page_title: String,
    heading_path: Vec<String>,
    body: String,
}

impl Row {
    fn as_text(&self) -> PassageText<'_> {
        PassageText {
            id: self.id.into(),
            language: &self.language,
            title: &self.page_title,
            headings: &self.heading_path,
            text: &self.body,
        }
    }
}

async fn batch(conn: &mut PgConnection, course: CourseId, after: Uuid) -> Result<Vec<Row>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "select id, language, page_title, heading_path, body from chatbot.passages
         where course_id = $1 and id > $2 order by id limit $3",
        course.0,
        after,
        BATCH,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

/// The vectors that a model made of a course's passages; `None` when there are none.
pub(super) async fn vectors(
    conn: &mut PgConnection,
    course: CourseId,
    index: &CourseIndex,
    model: &str,
) -> Result<Option<Vectors>, StoreError> {
    let mut vectors: Option<Vectors> = None;
    let mut last = Uuid::nil();
    loop {
        let rows = sqlx::query!(
            "select p.id, v.vector from chatbot.passages p
             join chatbot.passage_vectors v on v.model = $3 and v.text_hash = p.text_hash
             where p.course_id = $1 and p.id > $2 order by p.id limit $4",
            course.0,
            last,
            model,
            BATCH,
        )
        .fetch_all(&mut *conn)
        .await?;
        let Some(end) = rows.last() else { return Ok(vectors) };
        last = end.id;
        // Of a text that means nothing to the model there is an empty one.
        for row in rows.into_iter().filter(|row| row.vector.len() > 4) {
            let all = vectors.get_or_insert_with(|| Vectors::new(index.len(), row.vector.len() - 4));
            // The index is in the order of the ids.
            if let Ok(passage) = index.ids().binary_search_by_key(&row.id, |id| id.0) {
                all.set(passage, &row.vector);
            }
        }
    }
}

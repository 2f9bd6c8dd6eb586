//! What a model makes of passages, as vectors. Kept by model and text, so that a text that stays, or stands
//! in two courses, is computed once. Written in the background; read only for ranking.

use chatbot_protocol::CourseId;
use chatbot_search::vectors::PackedVector;
use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::StoreError;
use crate::passages::hash_from;

/// A text that has no vector yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingVector {
    /// What the vector is kept by.
    pub text_hash: [u8; 32],
    /// Title, headings and text of the passage.
    pub text: String,
}

/// How far a course is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VectorProgress {
    /// Passages of the course.
    pub passages: i64,
    /// Those of them that have a vector.
    pub with_vector: i64,
}

/// What a model is given of a passage.
pub(crate) fn text(title: &str, heading_path: &[String], body: &str) -> String {
    let headings = heading_path.join(" › ");
    [title, &headings, body].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

/// The courses with a chatbot that have passages without a vector by the model.
pub async fn incomplete_courses(conn: &mut PgConnection, model: &str) -> Result<Vec<CourseId>, StoreError> {
    let courses = sqlx::query_scalar!(
        r#"
        select c.id as "id!"
        from lms.courses c
        where exists (select from chatbot.chatbots b where b.course_id = c.id and b.deleted_at is null)
          and exists (
              select from chatbot.passages p
              where p.course_id = c.id and p.text_hash is not null
                and not exists (select from chatbot.passage_vectors v where v.model = $1 and v.text_hash = p.text_hash))
        order by c.id
        "#,
        model,
    )
    .fetch_all(conn)
    .await?;
    Ok(courses.into_iter().map(CourseId).collect())
}

/// Texts of a course that have no vector by the model, at most so many.
pub async fn list_missing(
    conn: &mut PgConnection,
    course: CourseId,
    model: &str,
    limit: i64,
) -> Result<Vec<MissingVector>, StoreError> {
    let rows = sqlx::query!(
        r#"select distinct on (p.text_hash) p.text_hash as "text_hash!", p.page_title, p.heading_path, p.body
         from chatbot.passages p
         where p.course_id = $1 and p.text_hash is not null
           and not exists (select from chatbot.passage_vectors v where v.model = $2 and v.text_hash = p.text_hash)
         order by p.text_hash
         limit $3"#,
        course.0,
        model,
        limit,
    )
    .fetch_all(conn)
    .await?;
    let missing = rows.into_iter().map(|row| MissingVector {
        text_hash: hash_from(&row.text_hash),
        text: text(&row.page_title, &row.heading_path, &row.body),
    });
    Ok(missing.collect())
}

/// Keeps what a model made of a text. A vector that points nowhere is kept as such, so that it is not asked
/// for again.
pub async fn insert(
    conn: &mut PgConnection,
    model: &str,
    text_hash: &[u8; 32],
    vector: &[f32],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let packed = PackedVector::pack(vector);
    sqlx::query!(
        "insert into chatbot.passage_vectors (model, text_hash, vector, created_at) values ($1, $2, $3, $4)
         on conflict do nothing",
        model,
        text_hash,
        packed.as_ref().map_or(&[][..], PackedVector::as_bytes),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Lets searches of the course see its new vectors.
pub async fn publish(conn: &mut PgConnection, course: CourseId) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.course_index set vectors_version = vectors_version + 1 where course_id = $1",
        course.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// How far a course is with a model.
pub async fn progress(
    conn: &mut PgConnection,
    course: CourseId,
    model: &str,
) -> Result<VectorProgress, StoreError> {
    let progress = sqlx::query_as!(
        VectorProgress,
        r#"select count(*) as "passages!", count(v.text_hash) as "with_vector!"
           from chatbot.passages p
           left join chatbot.passage_vectors v on v.model = $2 and v.text_hash = p.text_hash
           where p.course_id = $1"#,
        course.0,
        model,
    )
    .fetch_one(conn)
    .await?;
    Ok(progress)
}

/// Removes the vectors that are of other models, or of texts that no passage has any more; says how many.
pub async fn delete_unused(conn: &mut PgConnection, model: &str) -> Result<u64, StoreError> {
    let deleted = sqlx::query!(
        "delete from chatbot.passage_vectors v
         where v.model <> $1 or not exists (select from chatbot.passages p where p.text_hash = v.text_hash)",
        model,
    )
    .execute(conn)
    .await?;
    Ok(deleted.rows_affected())
}

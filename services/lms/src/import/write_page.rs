//! The rows of a page.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use super::layout::Page;
use super::named_id;
use super::page::Exercise;
use super::summary::Summary;
use crate::LmsError;

/// What became of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    New,
    Changed,
    Unchanged,
}

impl Summary {
    pub(super) fn count(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::New => self.new += 1,
            Outcome::Changed => self.changed += 1,
            Outcome::Unchanged => self.unchanged += 1,
        }
    }
}

/// Where a page stands.
pub(super) struct Place {
    pub(super) course_id: Uuid,
    pub(super) chapter_id: Uuid,
    pub(super) position: i32,
}

/// Makes the page, gives it a new revision, or leaves it as it is.
pub(super) async fn page(
    db: &mut PgConnection,
    place: &Place,
    page: &Page,
    now: DateTime<Utc>,
) -> Result<Outcome, LmsError> {
    let known = sqlx::query_scalar!(
        "select page_id from lms_demo.imported_pages where course_id = $1 and source_path = $2",
        place.course_id,
        page.source_path
    )
    .fetch_optional(&mut *db)
    .await?;
    let id = known.unwrap_or_else(|| named_id(place.course_id, &format!("page:{}", page.source_path)));
    let outcome = if insert(db, id, place, page, now).await? {
        Outcome::New
    } else if revise(db, id, place, page, now).await? {
        Outcome::Changed
    } else {
        Outcome::Unchanged
    };
    sqlx::query!(
        "insert into lms_demo.imported_pages (course_id, source_path, page_id) values ($1, $2, $3)
         on conflict do nothing",
        place.course_id,
        page.source_path,
        id
    )
    .execute(&mut *db)
    .await?;
    exercises(db, place.course_id, id, &page.text.exercises, now).await?;
    Ok(outcome)
}

/// Says whether the page was not there before.
async fn insert(
    db: &mut PgConnection,
    id: Uuid,
    place: &Place,
    page: &Page,
    now: DateTime<Utc>,
) -> Result<bool, LmsError> {
    let inserted = sqlx::query!(
        "insert into lms.pages (id, course_id, chapter_id, position, title, url_path, body, body_format, revision,
                                hidden, deleted_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, 'markdown', 1, $8, case when $9 then $10::timestamptz end, $10)
         on conflict (id) do nothing",
        id,
        place.course_id,
        place.chapter_id,
        place.position,
        page.text.title,
        page.url_path,
        page.text.body,
        page.text.hidden,
        page.text.deleted,
        now
    )
    .execute(db)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Says whether the page became a new revision. Its place in the course is not part of the revision.
async fn revise(
    db: &mut PgConnection,
    id: Uuid,
    place: &Place,
    page: &Page,
    now: DateTime<Utc>,
) -> Result<bool, LmsError> {
    sqlx::query!(
        "update lms.pages set chapter_id = $2, position = $3 where id = $1",
        id,
        place.chapter_id,
        place.position
    )
    .execute(&mut *db)
    .await?;
    let revised = sqlx::query!(
        "update lms.pages set title = $2, url_path = $3, body = $4, hidden = $5, body_format = 'markdown',
             deleted_at = case when $6 then coalesce(deleted_at, $7::timestamptz) end,
             revision = revision + 1, updated_at = $7
         where id = $1
           and (title, url_path, body, hidden, deleted_at is not null) is distinct from ($2, $3, $4, $5, $6)",
        id,
        page.text.title,
        page.url_path,
        page.text.body,
        page.text.hidden,
        page.text.deleted,
        now
    )
    .execute(db)
    .await?;
    Ok(revised.rows_affected() == 1)
}

/// The exercises of a page; those that are gone are marked deleted. Deadlines and progress stay.
async fn exercises(
    db: &mut PgConnection,
    course_id: Uuid,
    page_id: Uuid,
    exercises: &[Exercise],
    now: DateTime<Utc>,
) -> Result<(), LmsError> {
    let mut ids = Vec::new();
    for (exercise, position) in exercises.iter().zip(1_i32..) {
        let same =
            exercises.iter().zip(1..position).filter(|(other, _)| other.title == exercise.title).count();
        let id = named_id(page_id, &format!("exercise:{same}:{}", exercise.title));
        sqlx::query!(
            "insert into lms.exercises (id, course_id, page_id, position, title, max_points)
             values ($1, $2, $3, $4, $5, $6::float8::numeric)
             on conflict (id) do update set
                 position = $4, title = $5, max_points = $6::float8::numeric, deleted_at = null",
            id,
            course_id,
            page_id,
            position,
            exercise.title,
            exercise.max_points
        )
        .execute(&mut *db)
        .await?;
        ids.push(id);
    }
    sqlx::query!(
        "update lms.exercises set deleted_at = $3 where page_id = $1 and id <> all($2) and deleted_at is null",
        page_id,
        &ids,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

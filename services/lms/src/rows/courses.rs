//! `lms.courses` and `lms.chapters`.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

/// A course.
#[derive(Clone, Debug)]
pub struct CourseRow {
    /// Id.
    pub id: Uuid,
    /// Address.
    pub slug: String,
    /// Title.
    pub title: String,
    /// Language, as a BCP 47 tag.
    pub language: String,
    /// Description.
    pub description: String,
    /// The zone in which its days are counted, an IANA name.
    pub time_zone: String,
}

/// A chapter.
#[derive(Clone, Debug)]
pub struct ChapterRow {
    /// Id.
    pub id: Uuid,
    /// Title.
    pub title: String,
    /// Place in the course.
    pub position: i32,
    /// When it opens, where it is not always open.
    pub opens_at: Option<DateTime<Utc>>,
}

/// The courses that the person, or anybody, may know of: open and closed ones, drafts for their staff.
pub async fn list(db: &mut PgConnection, user: Option<Uuid>) -> Result<Vec<CourseRow>, sqlx::Error> {
    sqlx::query_as!(
        CourseRow,
        "select c.id, c.slug, c.title, c.language, c.description, c.time_zone
         from lms.courses c
         where c.visibility in ('open', 'closed')
            or exists (select from chatbot.effective_roles($1, c.id) r
                       where r.role in ('assistant', 'stats_viewer', 'teacher', 'course_admin', 'admin'))
         order by c.title, c.id",
        user
    )
    .fetch_all(db)
    .await
}

/// The course with that id or address, if the person may know of it.
pub async fn find(
    db: &mut PgConnection,
    user: Uuid,
    id_or_slug: &str,
) -> Result<Option<CourseRow>, sqlx::Error> {
    if id_or_slug.contains('\0') {
        return Ok(None);
    }
    sqlx::query_as!(
        CourseRow,
        "select c.id, c.slug, c.title, c.language, c.description, c.time_zone
         from lms.courses c
         where (c.slug = $2 or c.id = $3)
           and (c.visibility in ('open', 'closed')
                or exists (select from chatbot.effective_roles($1, c.id) r
                           where r.role in ('assistant', 'stats_viewer', 'teacher', 'course_admin', 'admin')))
         order by (c.id = $3) desc
         limit 1",
        user,
        id_or_slug,
        Uuid::try_parse(id_or_slug).ok()
    )
    .fetch_optional(db)
    .await
}

/// The chapters, for those who may read the course's material: students of it, its staff, everybody where it
/// is public. To others the course shows nothing but its title and description.
pub async fn list_chapters(
    db: &mut PgConnection,
    user: Uuid,
    course: Uuid,
) -> Result<Vec<ChapterRow>, sqlx::Error> {
    sqlx::query_as!(
        ChapterRow,
        "select ch.id, ch.title, ch.position, ch.opens_at
         from lms.chapters ch
         join lms.courses c on c.id = ch.course_id
         where ch.course_id = $2
           and (c.is_public
                or exists (select from lms.enrollments e where e.user_id = $1 and e.course_id = $2)
                or exists (select from chatbot.effective_roles($1, $2) r
                           where r.role in ('assistant', 'teacher', 'course_admin', 'admin')))
         order by ch.position, ch.id",
        user,
        course
    )
    .fetch_all(db)
    .await
}

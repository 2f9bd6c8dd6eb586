//! `lms.pages`, as far as the person may read them.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

/// A page in a list.
#[derive(Clone, Debug)]
pub struct PageRow {
    /// Id.
    pub id: Uuid,
    /// Title.
    pub title: String,
    /// Path from the host's root.
    pub url_path: String,
    /// Its chapter.
    pub chapter_id: Option<Uuid>,
}

/// A page with its text.
#[derive(Clone, Debug)]
pub struct PageTextRow {
    /// Id.
    pub id: Uuid,
    /// Title.
    pub title: String,
    /// Path from the host's root.
    pub url_path: String,
    /// Title of its chapter.
    pub chapter_title: Option<String>,
    /// The text.
    pub body: String,
    /// `markdown` or `html`.
    pub body_format: String,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
}

/// The pages that the person may read now, in the course's order; pages outside chapters first.
pub async fn list(
    db: &mut PgConnection,
    user: Uuid,
    course: Uuid,
    now: DateTime<Utc>,
) -> Result<Vec<PageRow>, sqlx::Error> {
    sqlx::query_as!(
        PageRow,
        "select p.id, p.title, p.url_path, p.chapter_id
         from chatbot.visible_pages($1, $2, $3) v
         join lms.pages p on p.id = v.page_id
         left join lms.chapters c on c.id = p.chapter_id
         order by c.position nulls first, c.id, p.position, p.id",
        user,
        course,
        now
    )
    .fetch_all(db)
    .await
}

/// The page at that path from the host's root, if the person may read it now.
pub async fn find(
    db: &mut PgConnection,
    user: Uuid,
    course: Uuid,
    url_path: &str,
    now: DateTime<Utc>,
) -> Result<Option<PageTextRow>, sqlx::Error> {
    if url_path.contains('\0') {
        return Ok(None);
    }
    sqlx::query_as!(
        PageTextRow,
        r#"select p.id, p.title, p.url_path, c.title as "chapter_title?", p.body, p.body_format, p.updated_at
           from chatbot.visible_pages($1, $2, $3) v
           join lms.pages p on p.id = v.page_id
           left join lms.chapters c on c.id = p.chapter_id
           where p.url_path = $4
           order by p.id limit 1"#,
        user,
        course,
        now,
        url_path
    )
    .fetch_optional(db)
    .await
}

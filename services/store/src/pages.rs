//! Pages that somebody may read. Page text is read here only together with `chatbot.visible_pages`.

use chatbot_core::passage::BodyFormat;
use chatbot_protocol::{ChapterId, CourseId, PageId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StoreError;

/// A page that a person may read now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisiblePage {
    /// Its id.
    pub id: PageId,
    /// Its title.
    pub title: String,
    /// Its path on the host, without an anchor.
    pub url_path: String,
    /// Its chapter, if it is in one.
    pub chapter_id: Option<ChapterId>,
    /// The title of its chapter.
    pub chapter_title: Option<String>,
    /// Its place among the pages of its chapter.
    pub position: i32,
    /// Its text in markup.
    pub body: String,
    /// Which markup.
    pub body_format: BodyFormat,
    /// Rises with every edit.
    pub revision: i64,
    /// When it was last edited.
    pub updated_at: DateTime<Utc>,
}

/// The page of the course, if the person may read it now.
pub async fn visible(
    conn: &mut PgConnection,
    user: UserId,
    course: CourseId,
    now: DateTime<Utc>,
    page: PageId,
) -> Result<Option<VisiblePage>, StoreError> {
    let row = sqlx::query!(
        r#"
        select p.id as "id!", p.title as "title!", p.url_path as "url_path!", p.chapter_id as "chapter_id?",
               ch.title as "chapter_title?", p.position as "position!", p.body as "body!",
               p.body_format as "body_format!", p.revision as "revision!", p.updated_at as "updated_at!"
        from chatbot.visible_pages($1, $2, $3) v
        join lms.pages p on p.id = v.page_id
        left join lms.chapters ch on ch.id = p.chapter_id
        where p.id = $4
        "#,
        user.0,
        course.0,
        now,
        page.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| VisiblePage {
        id: row.id.into(),
        title: row.title,
        url_path: row.url_path,
        chapter_id: row.chapter_id.map(ChapterId),
        chapter_title: row.chapter_title,
        position: row.position,
        body: row.body,
        body_format: BodyFormat::from_name(&row.body_format),
        revision: row.revision,
        updated_at: row.updated_at,
    }))
}

/// Those of the pages that the person may read now, in no particular order.
pub async fn which_visible(
    conn: &mut PgConnection,
    user: UserId,
    course: CourseId,
    now: DateTime<Utc>,
    pages: &[PageId],
) -> Result<Vec<PageId>, StoreError> {
    let ids: Vec<Uuid> = pages.iter().map(|page| page.0).collect();
    let visible = sqlx::query_scalar!(
        r#"select v.page_id as "page_id!" from chatbot.visible_pages($1, $2, $3) v where v.page_id = any($4)"#,
        user.0,
        course.0,
        now,
        &ids,
    )
    .fetch_all(conn)
    .await?;
    Ok(visible.into_iter().map(PageId).collect())
}

/// What is known of a page without its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibleTitle {
    /// The page.
    pub id: PageId,
    /// Its title.
    pub title: String,
    /// Its chapter, if it is in one.
    pub chapter_id: Option<ChapterId>,
    /// The title of its chapter.
    pub chapter_title: Option<String>,
}

/// The pages of the course that the person may read now, in course order; those outside chapters first.
pub async fn list_visible_titles(
    conn: &mut PgConnection,
    user: UserId,
    course: CourseId,
    now: DateTime<Utc>,
) -> Result<Vec<VisibleTitle>, StoreError> {
    let rows = sqlx::query!(
        r#"
        select p.id as "id!", p.title as "title!", p.chapter_id as "chapter_id?", ch.title as "chapter_title?"
        from chatbot.visible_pages($1, $2, $3) v
        join lms.pages p on p.id = v.page_id
        left join lms.chapters ch on ch.id = p.chapter_id
        order by p.chapter_id is not null, ch.position, ch.id, p.position, p.id
        "#,
        user.0,
        course.0,
        now,
    )
    .fetch_all(conn)
    .await?;
    let titles = rows.into_iter().map(|row| VisibleTitle {
        id: row.id.into(),
        title: row.title,
        chapter_id: row.chapter_id.map(ChapterId),
        chapter_title: row.chapter_title,
    });
    Ok(titles.collect())
}

//! What stands now where something was cited.

use chatbot_core::citation::freshness::nearest;
use chatbot_core::citation::{CitedPassage, PassageNow};
use chatbot_protocol::{CourseId, PageId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::StoreError;
use crate::passages::hash_from;

/// A page as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageNow {
    /// Its id.
    pub page: PageId,
    /// Its title.
    pub title: String,
    /// Link to it, and to the text on it.
    pub url: String,
    /// The text on it that is nearest to what was cited.
    pub text: Option<String>,
    /// Its revision.
    pub revision: i64,
    /// Whether students may read it.
    pub open: bool,
}

/// What is nearest on a page to what was cited; none when the page is deleted, or not for this reader.
pub async fn nearest_now(
    conn: &mut PgConnection,
    reader: UserId,
    course: CourseId,
    now: DateTime<Utc>,
    page: PageId,
    cited: &CitedPassage<'_>,
) -> Result<Option<PageNow>, StoreError> {
    let row = sqlx::query!(
        r#"select p.title as "title!", p.url_path as "url_path!", p.revision as "revision!",
                  (not p.hidden and (ch.opens_at is null or ch.opens_at <= $3)
                   and c.visibility in ('open', 'closed')) as "open!"
           from chatbot.visible_pages($1, $2, $3) v
           join lms.pages p on p.id = v.page_id
           join lms.courses c on c.id = p.course_id
           left join lms.chapters ch on ch.id = p.chapter_id
           where p.id = $4"#,
        reader.0,
        course.0,
        now,
        page.0,
    )
    .fetch_optional(&mut *conn)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let passages = passages_of(conn, course, page).await?;
    let found = nearest(cited, &passages);
    let url = match found {
        Some(found) if !found.anchor.is_empty() => format!("{}#{}", row.url_path, found.anchor),
        _ => row.url_path,
    };
    let text = found.map(|found| found.text.clone());
    Ok(Some(PageNow { page, title: row.title, url, text, revision: row.revision, open: row.open }))
}

async fn passages_of(
    conn: &mut PgConnection,
    course: CourseId,
    page: PageId,
) -> Result<Vec<PassageNow>, StoreError> {
    let rows = sqlx::query!(
        "select page_id, anchor, body_hash, body from chatbot.passages
         where page_id = $1 and course_id = $2 order by position",
        page.0,
        course.0,
    )
    .fetch_all(conn)
    .await?;
    let passages = rows.into_iter().map(|row| PassageNow {
        page: row.page_id.into(),
        anchor: row.anchor,
        hash: hash_from(&row.body_hash),
        text: row.body,
    });
    Ok(passages.collect())
}

//! Keeps the passages of courses in step with their pages.
//!
//! Nothing tells us when a page changes: whoever polls asks [`stale_courses`] and calls [`refresh`] for
//! each. Every page is one transaction under a lock of its course, so an interrupted run loses nothing
//! and two processes may run at once. The same transaction queues what cites the page, to be held against it
//! again. Hidden and unopened pages are indexed too: who may read them is
//! asked at each search.

use chatbot_core::passage::{self, BodyFormat, CutPage};
use chatbot_protocol::{CourseId, PageId};
use chrono::{DateTime, Utc};
use sqlx::{Connection, PgConnection};

use crate::passages::{self, PageSource};
use crate::{StoreError, citation_rechecks};

/// Raise it whenever pages must be cut or analysed anew because the program does it differently.
const CUTTER_VERSION: i32 = 2;

/// How far the indexer is with a course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CourseIndex {
    /// Rises with every change of the course's passages.
    pub version: i64,
    /// Pages of the course that are not deleted.
    pub pages_total: i32,
    /// Those of them that passages were cut from.
    pub pages_indexed: i32,
    /// When that last changed.
    pub updated_at: DateTime<Utc>,
}

/// How far the indexer is with a course; `None` when it has not begun.
pub async fn find(conn: &mut PgConnection, course: CourseId) -> Result<Option<CourseIndex>, StoreError> {
    let index = sqlx::query_as!(
        CourseIndex,
        "select version, pages_total, pages_indexed, updated_at from chatbot.course_index where course_id = $1",
        course.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(index)
}

/// The courses that have a chatbot and pages that differ from what was indexed.
pub async fn stale_courses(conn: &mut PgConnection) -> Result<Vec<CourseId>, StoreError> {
    let courses = sqlx::query_scalar!(
        r#"
        select c.id as "id!"
        from lms.courses c
        where exists (select from chatbot.chatbots b where b.course_id = c.id and b.deleted_at is null)
          and exists (select from chatbot.unindexed_pages(c.id, $1))
        order by c.id
        "#,
        CUTTER_VERSION,
    )
    .fetch_all(conn)
    .await?;
    Ok(courses.into_iter().map(CourseId).collect())
}

/// Cuts the pages of a course that changed, and forgets those that are gone. `on_progress` hears of
/// every page. Does nothing for pages that did not change.
pub async fn refresh(
    conn: &mut PgConnection,
    course: CourseId,
    now: DateTime<Utc>,
    mut on_progress: impl FnMut(CourseIndex) + Send,
) -> Result<CourseIndex, StoreError> {
    let mut index = count_pages(conn, course, now, 0).await?;
    on_progress(index);
    let pages = sqlx::query_scalar!(
        r#"select page_id as "page_id!" from chatbot.unindexed_pages($1, $2)"#,
        course.0,
        CUTTER_VERSION,
    )
    .fetch_all(&mut *conn)
    .await?;
    for page in pages {
        index = refresh_page(conn, course, PageId(page), now).await?;
        on_progress(index);
    }
    Ok(index)
}

/// One page in one transaction, unless another process was faster.
async fn refresh_page(
    conn: &mut PgConnection,
    course: CourseId,
    page: PageId,
    now: DateTime<Utc>,
) -> Result<CourseIndex, StoreError> {
    let mut tx = conn.begin().await?;
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended('chatbot.course_index ' || $1::text, 0))",
        course.0.to_string(),
    )
    .execute(&mut *tx)
    .await?;
    let stale = sqlx::query_scalar!(
        r#"select exists (select from chatbot.unindexed_pages($1, $2) where page_id = $3) as "stale!""#,
        course.0,
        CUTTER_VERSION,
        page.0,
    )
    .fetch_one(&mut *tx)
    .await?;
    if stale {
        match find_source(&mut tx, course, page).await? {
            Some((source, cut)) => {
                passages::replace(&mut tx, &source, &cut).await?;
                insert_indexed_page(&mut tx, &source).await?;
                citation_rechecks::seek_in_page(&mut tx, course, page, now).await?;
            }
            None => forget_page(&mut tx, course, page).await?,
        }
        citation_rechecks::queue_page(&mut tx, page, now).await?;
    }
    let index = count_pages(&mut tx, course, now, i64::from(stale)).await?;
    tx.commit().await?;
    Ok(index)
}

/// A page as it is now, cut; `None` when it is gone.
async fn find_source(
    conn: &mut PgConnection,
    course: CourseId,
    page: PageId,
) -> Result<Option<(PageSource, CutPage)>, StoreError> {
    let row = sqlx::query!(
        r#"
        select p.revision as "revision!", p.title as "title!", p.body as "body!", p.body_format as "body_format!",
               c.language as "language!"
        from lms.pages p
        join lms.courses c on c.id = p.course_id
        where p.id = $1 and p.course_id = $2 and p.deleted_at is null
        "#,
        page.0,
        course.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| {
        let cut = passage::cut(&row.title, &row.body, BodyFormat::from_name(&row.body_format));
        let source =
            PageSource { page, course, revision: row.revision, title: row.title, language: row.language };
        (source, cut)
    }))
}

async fn insert_indexed_page(conn: &mut PgConnection, source: &PageSource) -> Result<(), StoreError> {
    sqlx::query!(
        r#"
        insert into chatbot.indexed_pages (page_id, course_id, revision, title, language, cutter)
        values ($1, $2, $3, $4, $5, $6)
        on conflict (page_id) do update
        set course_id = excluded.course_id, revision = excluded.revision, title = excluded.title,
            language = excluded.language, cutter = excluded.cutter
        "#,
        source.page.0,
        source.course.0,
        source.revision,
        source.title,
        source.language,
        CUTTER_VERSION,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Removes what is indexed of a page, unless it is another course's by now.
async fn forget_page(conn: &mut PgConnection, course: CourseId, page: PageId) -> Result<(), StoreError> {
    let forgotten = sqlx::query!(
        "delete from chatbot.indexed_pages where page_id = $1 and course_id = $2",
        page.0,
        course.0,
    )
    .execute(&mut *conn)
    .await?;
    if forgotten.rows_affected() > 0 {
        passages::delete_of_page(conn, page).await?;
    }
    Ok(())
}

/// Counts the pages anew and raises the version.
async fn count_pages(
    conn: &mut PgConnection,
    course: CourseId,
    now: DateTime<Utc>,
    raise: i64,
) -> Result<CourseIndex, StoreError> {
    let index = sqlx::query_as!(
        CourseIndex,
        r#"
        insert into chatbot.course_index as i (course_id, version, pages_total, pages_indexed, updated_at)
        values ($1, $3,
            (select count(*)::int from lms.pages p where p.course_id = $1 and p.deleted_at is null),
            (select count(*)::int from chatbot.indexed_pages x
             join lms.pages p on p.id = x.page_id and p.course_id = $1 and p.deleted_at is null
             where x.course_id = $1),
            $2)
        on conflict (course_id) do update
        set version = i.version + $3, pages_total = excluded.pages_total,
            pages_indexed = excluded.pages_indexed, updated_at = excluded.updated_at
        returning version, pages_total, pages_indexed, updated_at
        "#,
        course.0,
        now,
        raise,
    )
    .fetch_one(conn)
    .await?;
    Ok(index)
}

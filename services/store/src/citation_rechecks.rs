//! Table `citation_rechecks`: cited sentences that wait to be held against their pages again.
//!
//! The indexer queues them in the transaction that changes a page's passages, so that none is missed whatever
//! dies when. A turn that writes a sentence while its page changes queues it itself: [`hold_pages`] makes the
//! two wait for each other. [`crate::freshness`] works through the queue.

use chatbot_protocol::{CourseId, PageId, TurnId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StoreError;

/// How many cited sentences of a course wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The course.
    pub course: CourseId,
    /// How many.
    pub sentences: i64,
    /// Since when the first of them waits.
    pub since: DateTime<Utc>,
}

/// The courses of which cited sentences wait, and how many.
pub async fn list_waiting(conn: &mut PgConnection) -> Result<Vec<Waiting>, StoreError> {
    let rows = sqlx::query!(
        r#"select course_id, count(*) as "sentences!", min(queued_at) as "since!"
           from chatbot.citation_rechecks group by course_id order by course_id"#,
    )
    .fetch_all(conn)
    .await?;
    let waiting = rows.into_iter().map(|row| Waiting {
        course: CourseId(row.course_id),
        sentences: row.sentences,
        since: row.since,
    });
    Ok(waiting.collect())
}

/// Queues what cites a page, or was found on it after it had left its own.
pub(crate) async fn queue_page(
    conn: &mut PgConnection,
    page: PageId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    // An update of a row that is being judged waits until it was, and then queues it again.
    sqlx::query!(
        "insert into chatbot.citation_rechecks (cited_sentence_id, course_id, page_id, queued_at)
         select s.id, s.course_id, c.page_id, $2
         from chatbot.cited_sentences s
         join chatbot.citations c on c.id = s.citation_id
         where s.id in (
             select s.id from chatbot.citations c
             join chatbot.cited_sentences s on s.citation_id = c.id where c.page_id = $1
             union
             select s.id from chatbot.cited_sentences s where s.now_page_id = $1)
         order by s.id
         on conflict (cited_sentence_id) do update set queued_at = excluded.queued_at",
        page.0,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Queues these cited sentences, but for markers that name no source.
pub async fn queue(
    conn: &mut PgConnection,
    sentences: &[Uuid],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into chatbot.citation_rechecks (cited_sentence_id, course_id, page_id, queued_at)
         select s.id, s.course_id, c.page_id, $2
         from chatbot.cited_sentences s
         join chatbot.citations c on c.id = s.citation_id
         where s.id = any($1)
         order by s.id
         on conflict (cited_sentence_id) do update set queued_at = excluded.queued_at",
        sentences,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Notes that lost texts of the course may stand on a page that was cut anew.
pub(crate) async fn seek_in_page(
    conn: &mut PgConnection,
    course: CourseId,
    page: PageId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into chatbot.pages_to_seek_in (page_id, course_id, queued_at) values ($1, $2, $3)
         on conflict (page_id) do update set course_id = excluded.course_id, queued_at = excluded.queued_at",
        page.0,
        course.0,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Waits until nobody is cutting the pages that a turn's sentences cite, and keeps them as they are until the
/// transaction ends.
pub async fn hold_pages(conn: &mut PgConnection, turn: TurnId) -> Result<(), StoreError> {
    sqlx::query!(
        "select from chatbot.indexed_pages
         where page_id in (select page_id from chatbot.citations where turn_id = $1)
         order by page_id for share",
        turn.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Queues the sentences of a turn whose passage is no longer what it was when it was found. Call
/// [`hold_pages`] before they are written.
pub async fn queue_outdated_of_turn(
    conn: &mut PgConnection,
    turn: TurnId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into chatbot.citation_rechecks (cited_sentence_id, course_id, page_id, queued_at)
         select s.id, s.course_id, c.page_id, $2
         from chatbot.cited_sentences s
         join chatbot.citations c on c.id = s.citation_id
         where s.turn_id = $1 and s.freshness_at is null
           and not exists (
               select from chatbot.passages p
               where p.id = c.passage_id and p.course_id = s.course_id and p.anchor = c.anchor)
         on conflict (cited_sentence_id) do nothing",
        turn.0,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

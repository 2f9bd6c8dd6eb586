//! Lost texts that may stand on pages which were cut anew.

use std::collections::BTreeMap;

use chatbot_core::citation::{CitedText, PassageNow, Sought};
use chatbot_protocol::PageId;
use chrono::{DateTime, Utc};
use sqlx::{Connection, PgConnection};
use uuid::Uuid;

use crate::passages::hash_from;
use crate::{StoreError, citation_rechecks};

/// So many pages are looked through in one transaction.
const PAGES: i64 = 200;
/// So many texts are looked for at once.
const TEXTS: usize = 2_000;

struct LostRow {
    id: Uuid,
    cited_text: Option<String>,
    passage_hash: Vec<u8>,
}

/// Looks for lost texts on the next pages that were cut anew, and queues those that stand there; says how many
/// pages that were.
pub async fn seek_lost(conn: &mut PgConnection, now: DateTime<Utc>) -> Result<usize, StoreError> {
    let mut tx = conn.begin().await?;
    let rows = sqlx::query!(
        "select page_id, course_id from chatbot.pages_to_seek_in
         order by course_id, page_id limit $1 for update skip locked",
        PAGES,
    )
    .fetch_all(&mut *tx)
    .await?;
    let mut courses: BTreeMap<Uuid, Vec<Uuid>> = BTreeMap::new();
    for row in &rows {
        courses.entry(row.course_id).or_default().push(row.page_id);
    }
    for (course, pages) in &courses {
        let lost = list_lost(&mut tx, *course).await?;
        if !lost.is_empty() {
            let passages = passages_of(&mut tx, *course, pages).await?;
            citation_rechecks::queue(&mut tx, &standing_in(&lost, &passages), now).await?;
        }
    }
    let pages: Vec<Uuid> = rows.iter().map(|row| row.page_id).collect();
    sqlx::query!("delete from chatbot.pages_to_seek_in where page_id = any($1)", &pages)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(rows.len())
}

/// What is lost, and what waits: it may be found lost by somebody who read the course before the pages were cut.
async fn list_lost(conn: &mut PgConnection, course: Uuid) -> Result<Vec<LostRow>, StoreError> {
    let rows = sqlx::query_as!(
        LostRow,
        "select s.id, s.cited_text, c.passage_hash
         from chatbot.cited_sentences s
         join chatbot.citations c on c.id = s.citation_id
         where s.id in (
             select l.id from chatbot.cited_sentences l
             where l.course_id = $1 and l.freshness in ('changed', 'gone')
             union
             select r.cited_sentence_id from chatbot.citation_rechecks r where r.course_id = $1)",
        course,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

async fn passages_of(
    conn: &mut PgConnection,
    course: Uuid,
    pages: &[Uuid],
) -> Result<Vec<PassageNow>, StoreError> {
    let rows = sqlx::query!(
        "select page_id, anchor, body_hash, body from chatbot.passages
         where course_id = $1 and page_id = any($2) order by page_id, position",
        course,
        pages,
    )
    .fetch_all(conn)
    .await?;
    let passages = rows.into_iter().map(|row| PassageNow {
        page: PageId(row.page_id),
        anchor: row.anchor,
        hash: hash_from(&row.body_hash),
        text: row.body,
    });
    Ok(passages.collect())
}

fn standing_in(lost: &[LostRow], passages: &[PassageNow]) -> Vec<Uuid> {
    let mut ids = Vec::new();
    for lost in lost.chunks(TEXTS) {
        let sought = Sought::new(lost.iter().map(|row| match &row.cited_text {
            Some(text) => CitedText::Stretch(text),
            None => CitedText::Passage(hash_from(&row.passage_hash)),
        }));
        let found: std::collections::BTreeSet<usize> =
            passages.iter().flat_map(|passage| sought.found_in(passage)).collect();
        ids.extend(found.into_iter().filter_map(|place| lost.get(place)).map(|row| row.id));
    }
    ids
}

//! Works through the cited sentences that wait ([`crate::citation_rechecks`]): what became of each cited text.
//!
//! A batch is one transaction that holds its rows of the queue, so that several instances may work at once
//! and a batch that dies is done again. No page text leaves this module: it gives only how many were judged.

mod elsewhere;
mod found_again;

use std::collections::HashMap;

use chatbot_core::citation::freshness::judge;
use chatbot_core::citation::{CitedPassage, CitedText, Freshness, PassageNow, Standing};
use chatbot_protocol::{CourseId, PageId};
use chrono::{DateTime, Utc};
use sqlx::{Connection, PgConnection};
use uuid::Uuid;

pub use found_again::seek_lost;

use crate::StoreError;
use crate::passages::hash_from;

/// So many cited sentences are judged in one transaction: the course is read once for all that are lost.
pub const BATCH: i64 = 2_000;

/// A cited sentence that waits, with what it cites.
struct WaitingRow {
    id: Uuid,
    course_id: Uuid,
    page_id: Uuid,
    anchor: String,
    snippet: String,
    passage_hash: Vec<u8>,
    cited_text: Option<String>,
}

impl WaitingRow {
    fn cited(&self) -> CitedPassage<'_> {
        CitedPassage {
            page: PageId(self.page_id),
            anchor: &self.anchor,
            text: &self.snippet,
            hash: hash_from(&self.passage_hash),
            span: self.cited_text.as_deref(),
        }
    }

    fn text(&self) -> CitedText<'_> {
        match &self.cited_text {
            Some(text) => CitedText::Stretch(text),
            None => CitedText::Passage(hash_from(&self.passage_hash)),
        }
    }

    const fn page(&self) -> (CourseId, PageId) {
        (CourseId(self.course_id), PageId(self.page_id))
    }
}

/// Judges the next sentences that wait and that nobody else is at; says how many. None: nothing waits.
pub async fn recheck_batch(conn: &mut PgConnection, now: DateTime<Utc>) -> Result<usize, StoreError> {
    let mut tx = conn.begin().await?;
    let waiting = take(&mut tx).await?;
    let pages = pages_of(&mut tx, &waiting).await?;
    let nowhere = Standing::default();
    let page_of = |row: &WaitingRow| pages.get(&row.page()).unwrap_or(&nowhere);
    let mut found: Vec<Freshness> =
        waiting.iter().map(|row| judge(&row.cited(), page_of(row), &nowhere)).collect();
    let lost: Vec<&WaitingRow> =
        waiting.iter().zip(&found).filter(|(_, found)| found.is_lost()).map(|(row, _)| row).collect();
    let elsewhere = elsewhere::look_up(&mut tx, &lost).await?;
    for (row, found) in waiting.iter().zip(&mut found) {
        if let Some(elsewhere) = elsewhere.get(&row.id) {
            *found = judge(&row.cited(), page_of(row), elsewhere);
        }
    }
    write(&mut tx, &waiting, &found, now).await?;
    tx.commit().await?;
    Ok(waiting.len())
}

async fn take(conn: &mut PgConnection) -> Result<Vec<WaitingRow>, StoreError> {
    let rows = sqlx::query_as!(
        WaitingRow,
        "select s.id, s.course_id, c.page_id, c.anchor, c.snippet, c.passage_hash, s.cited_text
         from chatbot.citation_rechecks r
         join chatbot.cited_sentences s on s.id = r.cited_sentence_id
         join chatbot.citations c on c.id = s.citation_id
         order by r.page_id, r.cited_sentence_id
         limit $1
         for update of r skip locked",
        BATCH,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

/// The pages that are cited, as they are now; a page that left its course is none of that course's.
async fn pages_of(
    conn: &mut PgConnection,
    waiting: &[WaitingRow],
) -> Result<HashMap<(CourseId, PageId), Standing>, StoreError> {
    let mut ids: Vec<Uuid> = waiting.iter().map(|row| row.page_id).collect();
    ids.dedup();
    let rows = sqlx::query!(
        "select course_id, page_id, anchor, body_hash, body from chatbot.passages
         where page_id = any($1) order by page_id, position",
        &ids,
    )
    .fetch_all(conn)
    .await?;
    let mut passages: HashMap<(CourseId, PageId), Vec<PassageNow>> = HashMap::new();
    for row in rows {
        let (course, page) = (CourseId(row.course_id), PageId(row.page_id));
        let now = PassageNow { page, anchor: row.anchor, hash: hash_from(&row.body_hash), text: row.body };
        passages.entry((course, page)).or_default().push(now);
    }
    Ok(passages.into_iter().map(|(page, passages)| (page, Standing::new(passages))).collect())
}

async fn write(
    conn: &mut PgConnection,
    waiting: &[WaitingRow],
    found: &[Freshness],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let ids: Vec<Uuid> = waiting.iter().map(|row| row.id).collect();
    let names: Vec<String> = found.iter().map(|found| found.as_str().to_owned()).collect();
    let pages: Vec<Option<Uuid>> =
        found.iter().map(|found| found.place().map(|place| place.page.0)).collect();
    let anchors: Vec<Option<String>> =
        found.iter().map(|found| found.place().map(|place| place.anchor.clone())).collect();
    sqlx::query!(
        "with judged as (
             update chatbot.cited_sentences s
             set freshness = f.freshness, freshness_at = $5, now_page_id = f.page_id, now_anchor = f.anchor
             from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[]) f (id, freshness, page_id, anchor)
             where s.id = f.id)
         delete from chatbot.citation_rechecks where cited_sentence_id = any($1)",
        &ids,
        &names,
        &pages as _,
        &anchors as _,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

//! Where in the course texts stand that left their pages. The course is read once for all of them.

use std::collections::{BTreeMap, HashMap};

use chatbot_core::citation::{PassageNow, Sought, Standing};
use chatbot_protocol::PageId;
use futures_util::TryStreamExt;
use sqlx::PgConnection;
use uuid::Uuid;

use super::WaitingRow;
use crate::StoreError;
use crate::passages::hash_from;

/// So many places of a text are looked at.
const MOST_PLACES: usize = 5;

/// Passages of the course in which the text of a row stands, those on open pages first; nothing for rows whose
/// text stands nowhere.
pub(super) async fn look_up(
    conn: &mut PgConnection,
    lost: &[&WaitingRow],
) -> Result<HashMap<Uuid, Standing>, StoreError> {
    let mut courses: BTreeMap<Uuid, Vec<&WaitingRow>> = BTreeMap::new();
    for row in lost {
        courses.entry(row.course_id).or_default().push(row);
    }
    let mut found = HashMap::new();
    for (course, rows) in courses {
        let places = look_through(conn, course, &rows).await?;
        let standing = rows.iter().zip(places).filter(|(_, passages)| !passages.is_empty());
        found.extend(standing.map(|(row, passages)| (row.id, Standing::new(passages))));
    }
    Ok(found)
}

async fn look_through(
    conn: &mut PgConnection,
    course: Uuid,
    rows: &[&WaitingRow],
) -> Result<Vec<Vec<PassageNow>>, StoreError> {
    let sought = Sought::new(rows.iter().map(|row| row.text()));
    let mut places: Vec<Vec<PassageNow>> = vec![Vec::new(); rows.len()];
    let mut passages = sqlx::query!(
        "select p.page_id, p.anchor, p.body_hash, p.body
         from chatbot.passages p
         join lms.pages g on g.id = p.page_id
         where p.course_id = $1
         order by g.hidden, p.page_id, p.position",
        course,
    )
    .fetch(conn);
    while let Some(row) = passages.try_next().await? {
        let page = PageId(row.page_id);
        let now = PassageNow { page, anchor: row.anchor, hash: hash_from(&row.body_hash), text: row.body };
        for place in sought.found_in(&now) {
            if let Some(found) = places.get_mut(place).filter(|found| found.len() < MOST_PLACES) {
                found.push(now.clone());
            }
        }
    }
    Ok(places)
}

//! Reads what was found, as far as the person may read it: the only way for text out of a search.

use std::collections::HashMap;

use chatbot_search::Hit;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{FoundPassage, SearchRequest};
use crate::StoreError;
use crate::passages::hash_from;

/// Those of the hits that are still passages of the course and on pages that the person may read now, in
/// the order of the hits.
pub(super) async fn visible(
    conn: &mut PgConnection,
    request: &SearchRequest<'_>,
    hits: &[Hit],
) -> Result<Vec<FoundPassage>, StoreError> {
    if hits.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<Uuid> = hits.iter().map(|hit| hit.passage.0).collect();
    let rows = sqlx::query!(
        r#"
        select s.id, s.page_id, s.page_revision, p.title as "title!", ch.title as "chapter_title?",
               p.url_path as "url_path!", s.anchor, s.heading_path, s.start_offset, s.end_offset, s.body, s.body_hash
        from chatbot.passages s
        join chatbot.visible_pages($1, $2, $3) v on v.page_id = s.page_id
        join lms.pages p on p.id = s.page_id
        left join lms.chapters ch on ch.id = p.chapter_id
        where s.course_id = $2 and s.id = any($4)
        "#,
        request.user.0,
        request.course.0,
        request.now,
        &ids,
    )
    .fetch_all(conn)
    .await?;
    let ranks: HashMap<Uuid, (usize, f64)> =
        hits.iter().enumerate().map(|(place, hit)| (hit.passage.0, (place, hit.rank))).collect();
    let mut found: Vec<(usize, FoundPassage)> = Vec::with_capacity(rows.len());
    for row in rows {
        let (place, rank) = ranks.get(&row.id).copied().unwrap_or((hits.len(), 0.0));
        let passage = FoundPassage {
            passage_id: row.id.into(),
            page_id: row.page_id.into(),
            page_revision: row.page_revision,
            page_title: row.title,
            chapter_title: row.chapter_title,
            url_path: row.url_path,
            anchor: row.anchor,
            heading_path: row.heading_path,
            start: row.start_offset,
            end: row.end_offset,
            hash: hash_from(&row.body_hash),
            text: row.body,
            rank,
        };
        found.push((place, passage));
    }
    found.sort_by_key(|(place, _)| *place);
    Ok(found.into_iter().map(|(_, passage)| passage).collect())
}

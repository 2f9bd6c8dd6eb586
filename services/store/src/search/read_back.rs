//! Reads what was found, as far as the person may read it: the only way for text out of a search.

use std::collections::HashMap;

use chatbot_protocol::PassageId;
use chatbot_search::Hit;
use sqlx::PgConnection;

use super::SearchRequest;
use crate::StoreError;
use crate::passages::{VisiblePassage, Which, list_visible};

/// Those of the hits that are still passages of the course and on pages that the person may read now, in
/// the order of the hits.
pub(super) async fn visible(
    conn: &mut PgConnection,
    request: &SearchRequest<'_>,
    hits: &[Hit],
) -> Result<Vec<VisiblePassage>, StoreError> {
    if hits.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<PassageId> = hits.iter().map(|hit| hit.passage).collect();
    let mut found = list_visible(conn, request.user, request.course, request.now, Which::Of(&ids)).await?;
    let places: HashMap<PassageId, usize> = ids.iter().copied().zip(0..).collect();
    found.sort_by_key(|passage| places.get(&passage.id).copied().unwrap_or(hits.len()));
    Ok(found)
}

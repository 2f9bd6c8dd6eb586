//! Finds passages of a course for a question.
//!
//! Postgres finds candidates by any of the question's words; `rank` orders them by how rare
//! the words are, where they stand and how close together. Every statement that returns text joins
//! `chatbot.visible_pages`, so that a stale index can cost rank but never show a page.

use std::collections::HashMap;

use chatbot_protocol::{CourseId, PageId, PassageId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::StoreError;

pub(crate) mod analysis;
mod candidates;
pub(crate) mod language;
mod query;
mod rank;

/// At most this many passages of one page come before those of other pages.
const MOST_OF_ONE_PAGE: usize = 3;

/// What is looked for, and for whom.
#[derive(Clone, Debug)]
pub struct SearchRequest<'q> {
    /// Who will read what is found.
    pub user: UserId,
    /// Where to look.
    pub course: CourseId,
    /// The language of the question, a BCP 47 tag.
    pub language: &'q str,
    /// Anything a person or a model wrote.
    pub query: &'q str,
    /// At most so many passages.
    pub limit: usize,
    /// When, for chapters that open.
    pub now: DateTime<Utc>,
}

/// A passage that was found. Its page is one that the person may read now.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundPassage {
    /// The passage.
    pub passage_id: PassageId,
    /// Its page.
    pub page_id: PageId,
    /// The page's revision that the passage was cut from.
    pub page_revision: i64,
    /// The page's title now.
    pub page_title: String,
    /// The title of the page's chapter.
    pub chapter_title: Option<String>,
    /// The page's path on the host, without an anchor.
    pub url_path: String,
    /// The id of the passage's heading on the page; empty before the first heading.
    pub anchor: String,
    /// The headings above it, outermost first.
    pub heading_path: Vec<String>,
    /// Offset into the page's plain text, in characters.
    pub start: i32,
    /// Where it ends (exclusive), in characters.
    pub end: i32,
    /// The text.
    pub text: String,
    /// SHA-256 of the text.
    pub hash: [u8; 32],
    /// How well it fits: 1 and above for the best that can be, comparable only within one search.
    pub rank: f64,
}

/// The passages that fit best, best first. A question of stop words only finds nothing; no input is an
/// error.
pub async fn search(
    conn: &mut PgConnection,
    request: &SearchRequest<'_>,
) -> Result<Vec<FoundPassage>, StoreError> {
    let Some(query) = query::analyse(conn, request).await? else {
        return Ok(Vec::new());
    };
    let candidates = candidates::find(conn, request, &query).await?;
    let mut found = rank::rank(&query, candidates);
    found.sort_by(|one, other| other.rank.total_cmp(&one.rank).then(one.passage_id.cmp(&other.passage_id)));
    let mut found = varied(found);
    found.truncate(request.limit);
    Ok(found)
}

/// Moves what goes beyond [`MOST_OF_ONE_PAGE`] behind everything else.
fn varied(found: Vec<FoundPassage>) -> Vec<FoundPassage> {
    let mut of_page: HashMap<PageId, usize> = HashMap::new();
    let (mut first, more): (Vec<_>, Vec<_>) = found.into_iter().partition(|passage| {
        let count = of_page.entry(passage.page_id).or_default();
        *count += 1;
        *count <= MOST_OF_ONE_PAGE
    });
    first.extend(more);
    first
}

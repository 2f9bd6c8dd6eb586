//! Finds passages of a course for a question.
//!
//! [`chatbot_search`] ranks; [`CourseIndexes`] keeps an index of each course in memory, built from the
//! passages when the course is first asked and again when they changed. A course that is too large for
//! memory, or whose index is still being built, is searched by Postgres (`in_sql`). Either way the winners
//! are read back through `chatbot.visible_pages`, so that a stale index can cost rank but never show a page.

use std::collections::HashMap;

use chatbot_protocol::{CourseId, PageId, UserId};
use chatbot_search::Question;
use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::StoreError;
use crate::passages::VisiblePassage;

mod build;
pub(crate) mod in_sql;
mod indexes;
mod read_back;
mod slots;

pub use indexes::CourseIndexes;

/// At most this many passages of one page come before those of other pages.
const MOST_OF_ONE_PAGE: usize = 3;

/// What is looked for, and for whom.
#[derive(Clone, Debug)]
pub struct SearchRequest<'q> {
    /// Who will read what is found.
    pub user: UserId,
    /// Where to look.
    pub course: CourseId,
    /// Anything a person or a model wrote.
    pub query: &'q str,
    /// What the person asked before in the conversation, oldest first.
    pub earlier_questions: &'q [String],
    /// The last answer in the conversation.
    pub last_answer: Option<&'q str>,
    /// What the question means: its vector by the model that the passages' vectors are of.
    pub vector: Option<&'q QuestionVector>,
    /// At most so many passages.
    pub limit: usize,
    /// When, for chapters that open.
    pub now: DateTime<Utc>,
}

/// What a question means to some model.
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionVector {
    /// The model.
    pub model: String,
    /// What it made of the question.
    pub vector: Vec<f32>,
}

/// The passages that fit best, best first. A question of stop words only finds nothing; no input is an
/// error.
pub async fn search(
    conn: &mut PgConnection,
    indexes: &CourseIndexes,
    request: &SearchRequest<'_>,
) -> Result<Vec<VisiblePassage>, StoreError> {
    let model = request.vector.map(|vector| vector.model.as_str());
    let Some(course) = indexes.of_course(conn, request.course, model).await? else {
        return in_sql::search(conn, request).await;
    };
    let question = Question {
        text: request.query,
        earlier: request.earlier_questions,
        last_answer: request.last_answer,
    };
    let meaning = request.vector.and_then(|vector| course.nearness(vector));
    // Some of the winners may be on pages that the person cannot read: then more are looked at.
    let mut wanted = request.limit * 3 + 10;
    loop {
        let hits = course.index.search(&question, meaning.as_deref(), wanted);
        let found = read_back::visible(conn, request, &hits).await?;
        if found.len() >= request.limit || hits.len() < wanted {
            return Ok(varied(found, request.limit));
        }
        wanted *= 8;
    }
}

/// Moves what goes beyond [`MOST_OF_ONE_PAGE`] behind everything else.
fn varied(found: Vec<VisiblePassage>, limit: usize) -> Vec<VisiblePassage> {
    let mut of_page: HashMap<PageId, usize> = HashMap::new();
    let (mut first, more): (Vec<_>, Vec<_>) = found.into_iter().partition(|passage| {
        let count = of_page.entry(passage.page_id).or_default();
        *count += 1;
        *count <= MOST_OF_ONE_PAGE
    });
    first.extend(more);
    first.truncate(limit);
    first
}

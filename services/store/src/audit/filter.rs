//! What citations are filtered by.

use chatbot_protocol::audit::Freshness;
use chatbot_protocol::data_part::Verdict;
use chatbot_protocol::{ChatbotId, CourseId, PageId, UserId};
use chrono::{DateTime, Utc};
use sqlx::{PgConnection, Postgres, QueryBuilder};

use super::Scope;
use crate::StoreError;

/// What citations are filtered by; all of it must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CitationFilter {
    /// In this course.
    pub course: Option<CourseId>,
    /// In courses that this person teaches.
    pub teacher: Option<UserId>,
    /// Of this chatbot.
    pub chatbot: Option<ChatbotId>,
    /// With one of these verdicts; empty: whatever was found.
    pub verdicts: Vec<Verdict>,
    /// That are one of these; empty: whatever became of them.
    pub freshness: Vec<Freshness>,
    /// Brought by this tool.
    pub tool: Option<String>,
    /// Of answers of this model.
    pub model: Option<String>,
    /// Of this page.
    pub page: Option<PageId>,
    /// Used in the answer, or found and not used.
    pub cited: Option<bool>,
    /// Reviewed or not.
    pub reviewed: Option<bool>,
    /// Answered at or after.
    pub from: Option<DateTime<Utc>>,
    /// Answered before.
    pub before: Option<DateTime<Utc>>,
    /// Words of the sentence or of the page's title; each must be there, or begin a word.
    pub words: Option<String>,
    /// Misquoted, unsupported or gone, and not reviewed.
    pub needs_look: bool,
}

impl CitationFilter {
    /// Whether nothing but sentences of answers can pass.
    pub(super) const fn is_about_sentences(&self) -> bool {
        !self.verdicts.is_empty()
            || !self.freshness.is_empty()
            || self.reviewed.is_some()
            || self.needs_look
            || matches!(self.cited, Some(true))
    }

    /// Whether sentences of answers can pass.
    pub(super) const fn has_sentences(&self) -> bool {
        !matches!(self.cited, Some(false))
    }

    /// The courses that can pass.
    pub(super) async fn narrow(&self, conn: &mut PgConnection, scope: &Scope) -> Result<Scope, StoreError> {
        let mut scope = scope.clone();
        if let Some(course) = self.course {
            scope = scope.of_course(course);
        }
        if let Some(chatbot) = self.chatbot {
            scope = scope.of_chatbot(conn, chatbot).await?;
        }
        if let Some(teacher) = self.teacher {
            scope = scope.of_teacher(conn, teacher).await?;
        }
        Ok(scope)
    }

    /// Adds what both kinds of rows are filtered by; the row is called `s`.
    pub(super) fn push_common(&self, query: &mut QueryBuilder<Postgres>, scope: &Scope) {
        scope.push(query);
        if let Some(chatbot) = self.chatbot {
            query.push(" and s.chatbot_id = ").push_bind(chatbot.0);
        }
        if let Some(tool) = &self.tool {
            query.push(" and s.tool = ").push_bind(tool.clone());
        }
        if let Some(model) = &self.model {
            query.push(" and s.model = ").push_bind(model.clone());
        }
        if let Some(page) = self.page {
            query.push(" and s.page_id = ").push_bind(page.0);
        }
        if let Some(from) = self.from {
            query.push(" and s.created_at >= ").push_bind(from);
        }
        if let Some(before) = self.before {
            query.push(" and s.created_at < ").push_bind(before);
        }
    }

    /// Adds what only sentences of answers are filtered by.
    pub(super) fn push_of_sentences(&self, query: &mut QueryBuilder<Postgres>) {
        if !self.verdicts.is_empty() {
            let verdicts: Vec<String> =
                self.verdicts.iter().map(|verdict| verdict.as_str().to_owned()).collect();
            if !self.verdicts.contains(&Verdict::Supported) {
                // In the words of the index `cited_sentences_of_verdict`.
                query.push(" and s.verdict <> 'supported'");
            }
            push_one_of(query, "s.verdict", verdicts);
        }
        if !self.freshness.is_empty() {
            let words: Vec<String> = self.freshness.iter().map(|word| word.as_str().to_owned()).collect();
            if !self.freshness.contains(&Freshness::Fresh) {
                // In the words of the index `cited_sentences_not_fresh`.
                query.push(" and s.freshness <> 'fresh'");
            }
            // A marker that names no source has no text that could be fresh.
            query.push(" and s.tool is not null");
            push_one_of(query, "s.freshness", words);
        }
        match self.reviewed {
            Some(true) => query.push(" and s.reviewed_at is not null"),
            Some(false) => query.push(" and s.reviewed_at is null"),
            None => query,
        };
        if self.needs_look {
            // In the words of the index `cited_sentences_to_look_at`.
            query.push(
                " and s.reviewed_at is null and (s.verdict in ('misquoted', 'unsupported') or s.freshness = 'gone')",
            );
        }
    }
}

/// Adds that a column holds one of these words; of a single one an index gives the rows in the list's order.
fn push_one_of(query: &mut QueryBuilder<Postgres>, column: &str, mut words: Vec<String>) {
    query.push(" and ").push(column);
    match words.pop() {
        Some(word) if words.is_empty() => query.push(" = ").push_bind(word),
        last => {
            words.extend(last);
            query.push(" = any(").push_bind(words).push(")")
        }
    };
}

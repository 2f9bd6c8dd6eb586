//! What teachers see of a course: numbers without persons, and conversations without names.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::CitationPolicy;
use crate::ids::{ChatbotId, PageId};
use crate::manage::VerdictCount;
use crate::ui_message::UiMessage;

/// Body of `GET /manage/courses/{courseId}/insights`. Staff and previews are not counted; what tells of fewer
/// than five students is absent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Insights {
    /// The first day, in the course's time zone.
    #[ts(type = "string")]
    pub from: NaiveDate,
    /// The last day.
    #[ts(type = "string")]
    pub to: NaiveDate,
    /// The course's time zone.
    pub time_zone: String,
    /// The currency of what models cost, an ISO 4217 code; absent when nobody set prices: no cost is told then.
    #[schema(required)]
    pub currency: Option<String>,
    /// The chatbots that the course has or had, to choose from.
    pub chatbots: Vec<InsightChatbot>,
    /// Students who asked something; absent when fewer than five.
    #[schema(required)]
    pub active_students: Option<u32>,
    /// Questions asked.
    pub questions: u32,
    /// Each day, gaps included.
    pub days: Vec<InsightDay>,
    /// Answers and how they stand by their citations.
    pub answers: AnswerShares,
    /// All cited sentences by verdict.
    pub verdicts: Vec<VerdictCount>,
    /// Questions that the material did not answer, similar ones together, most frequent first.
    pub unanswered: Vec<UnansweredQuestion>,
    /// Pages by how often they were cited, most first; those that never were last, with 0.
    pub pages: Vec<PageUse>,
    /// What students think of answers.
    pub feedback: FeedbackSummary,
    /// What the course's limit for the month is, and what was used of it.
    pub month: MonthUsage,
}

/// A chatbot to filter by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InsightChatbot {
    /// Its id.
    pub id: ChatbotId,
    /// Its name.
    pub name: String,
    /// Its policy now.
    pub citation_policy: CitationPolicy,
}

/// A day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InsightDay {
    /// Which.
    #[ts(type = "string")]
    pub day: NaiveDate,
    /// Questions asked.
    pub questions: u32,
    /// Students who asked; absent when between one and four.
    #[schema(required)]
    pub students: Option<u32>,
    /// Tokens that went to models.
    #[ts(type = "number")]
    pub input_tokens: u64,
    /// Tokens that came from them.
    #[ts(type = "number")]
    pub output_tokens: u64,
    /// What these tokens cost when they were used, in millionths of the currency; absent when some had no price, or
    /// where the day tells of fewer than five.
    #[schema(required)]
    #[ts(type = "number | null")]
    pub cost_micros: Option<u64>,
}

/// Answers by how they stand. Each answer is counted once, in the first that fits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnswerShares {
    /// Every cited sentence was found on the page.
    pub supported: u32,
    /// Some were found, or only partly.
    pub partly: u32,
    /// Cited sentences, but none was found.
    pub unsupported: u32,
    /// Nothing was cited.
    pub uncited: u32,
    /// Stopped, failed or interrupted.
    pub unfinished: u32,
}

/// Questions of similar wording that the material did not answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnansweredQuestion {
    /// One of them, names masked.
    pub question: String,
    /// How often something like it was asked.
    pub count: u32,
    /// When last.
    #[ts(type = "string")]
    pub last_asked_at: DateTime<Utc>,
}

/// How often a page was cited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageUse {
    /// The page.
    pub page_id: PageId,
    /// Its title.
    pub title: String,
    /// Its address.
    pub url: String,
    /// How many sentences cite it.
    pub cited: u32,
}

/// What students think of answers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct FeedbackSummary {
    /// Thumbs up.
    pub up: u32,
    /// Thumbs down.
    pub down: u32,
    /// The newest with a reason or a comment.
    pub comments: Vec<FeedbackComment>,
}

/// A piece of feedback without a person, names masked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedbackComment {
    /// Up or down.
    pub rating: Rating,
    /// Why.
    #[schema(required)]
    pub reason: Option<FeedbackReason>,
    /// In the student's words.
    #[schema(required)]
    pub comment: Option<String>,
    /// What was asked.
    pub question: String,
    /// When.
    #[ts(type = "string")]
    pub at: DateTime<Utc>,
}

/// What a course used this month.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MonthUsage {
    /// Tokens used.
    #[ts(type = "number")]
    pub used_tokens: u64,
    /// The limit of the chatbot asked for, or the lowest of the course's; none when absent.
    #[schema(required)]
    pub limit_tokens: Option<u32>,
    /// What the tokens cost when they were used, in millionths of the currency; absent when some had no price.
    #[schema(required)]
    #[ts(type = "number | null")]
    pub used_cost_micros: Option<u64>,
}

/// Whether an answer helped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rating {
    /// It did.
    Up,
    /// It did not.
    Down,
}

impl Rating {
    /// The rating as it stands in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
        }
    }

    /// Finds a rating by that word.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Up, Self::Down].into_iter().find(|rating| rating.as_str() == word)
    }
}

/// Why an answer did not help, or did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FeedbackReason {
    /// Something in it is wrong.
    Wrong,
    /// A source does not say what is said of it.
    WrongSource,
    /// It answers another question.
    OffTopic,
    /// It is hard to understand.
    Unclear,
    /// Something is missing.
    Incomplete,
    /// Something else.
    Other,
}

impl FeedbackReason {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Wrong, Self::WrongSource, Self::OffTopic, Self::Unclear, Self::Incomplete, Self::Other];

    /// The reason as it stands in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Wrong => "wrong",
            Self::WrongSource => "wrong_source",
            Self::OffTopic => "off_topic",
            Self::Unclear => "unclear",
            Self::Incomplete => "incomplete",
            Self::Other => "other",
        }
    }

    /// Finds a reason by that word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == word)
    }
}

/// Body of `PUT /messages/{id}/feedback`, and `metadata.feedback` of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Feedback {
    /// Whether it helped.
    pub rating: Rating,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reason: Option<FeedbackReason>,
    /// In the student's words, at most 2,000 characters.
    #[schema(max_length = 2_000)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub comment: Option<String>,
}

/// A conversation in a teacher's list: no person, no title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnonymousConversation {
    /// An id that only this list knows; it is not the conversation's own.
    pub id: Uuid,
    /// Its chatbot's name.
    pub chatbot: String,
    /// The first question, shortened, names masked.
    pub opening: String,
    /// The day it was begun, in the course's time zone.
    #[ts(type = "string")]
    pub day: NaiveDate,
    /// How many questions it has.
    pub questions: u32,
}

/// A conversation as a teacher may read it: names masked, no person, no times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct AnonymousMessages {
    /// Its messages, oldest first.
    pub messages: Vec<UiMessage>,
}

//! Bodies of the admins' routes: `/audit/…`, and the trace of a turn that teachers see of their own previews.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::CitationPolicy;
use crate::data_part::{Span, Verdict};
use crate::ids::{ChatbotId, ConversationId, CourseId, PageId, TurnId, UserId};
use crate::ui_message::UiMessage;

pub use crate::trace::*;

/// What became of a cited text since.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Freshness {
    /// It stands where it stood.
    Fresh,
    /// It stands elsewhere in the course.
    Moved,
    /// It reads differently.
    Changed,
    /// It is gone.
    Gone,
}

impl Freshness {
    /// The word in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::Moved => "moved",
            Self::Changed => "changed",
            Self::Gone => "gone",
        }
    }
}

/// A person in an audit; absent where their data was erased.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Person {
    /// Their id.
    pub id: UserId,
    /// Their name.
    pub name: String,
}

/// A course, chatbot or the like to filter by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Named {
    /// Its id.
    pub id: Uuid,
    /// Its name.
    pub name: String,
}

/// Body of `GET /audit/filters`: what the admin can filter by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct AuditFilters {
    /// The courses that they audit.
    pub courses: Vec<Named>,
    /// Their teachers.
    pub teachers: Vec<Named>,
    /// Their chatbots.
    pub chatbots: Vec<NamedChatbot>,
    /// The tools that cite.
    pub tools: Vec<String>,
    /// The models that answered in these courses.
    pub models: Vec<String>,
}

/// A chatbot to filter by; courses often call theirs the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NamedChatbot {
    /// Its id.
    pub id: ChatbotId,
    /// Its name.
    pub name: String,
    /// Its course.
    pub course_id: CourseId,
}

/// A row of the citations list: a sentence and the passage that it cites, or a passage that was found and not cited.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditedCitation {
    /// Its id.
    pub id: Uuid,
    /// The turn.
    pub turn_id: TurnId,
    /// The course.
    pub course_id: CourseId,
    /// Its title.
    pub course: String,
    /// The chatbot.
    pub chatbot_id: ChatbotId,
    /// Its name.
    pub chatbot: String,
    /// The model's id.
    pub model: String,
    /// The tool that brought the passage; absent for a marker that names no source.
    #[schema(required)]
    pub tool: Option<String>,
    /// The page; absent for a marker that names no source.
    #[schema(required)]
    pub page_id: Option<PageId>,
    /// Its title then.
    #[schema(required)]
    pub page: Option<String>,
    /// The sentence; absent when the passage was not cited, or erased.
    #[schema(required)]
    pub sentence: Option<String>,
    /// Its first quotation.
    #[schema(required)]
    pub quote: Option<String>,
    /// What was found; absent when the passage was not cited.
    #[schema(required)]
    pub verdict: Option<Verdict>,
    /// How likely the passage holds the whole sentence, 0 to 1.
    #[schema(required)]
    pub score: Option<f32>,
    /// What became of the cited text.
    #[schema(required)]
    pub freshness: Option<Freshness>,
    /// Whether the answer used it.
    pub cited: bool,
    /// When it was answered.
    #[ts(type = "string")]
    pub at: DateTime<Utc>,
    /// Whether and how it was reviewed.
    #[schema(required)]
    pub review: Option<Review>,
    /// Whether the person's data was erased.
    pub erased: bool,
}

/// Who looked at a citation and what they noted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Review {
    /// Who.
    #[schema(required)]
    pub by: Option<Person>,
    /// When.
    #[ts(type = "string")]
    pub at: DateTime<Utc>,
    /// What they noted.
    pub note: String,
}

/// Body of `PUT /audit/citations/{id}/review`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReview {
    /// Whether it is reviewed; no again takes a review back.
    pub reviewed: bool,
    /// A note, at most 2,000 characters.
    #[schema(max_length = 2_000)]
    #[serde(default)]
    pub note: String,
}

/// How many citations a filter finds: whole numbers up to a bound, beyond it `at_least`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitationCount {
    /// How many.
    pub count: u32,
    /// Whether there are more.
    pub at_least: bool,
}

/// One citation with everything about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitationDetail {
    /// The row in the list.
    pub row: AuditedCitation,
    /// Who asked; absent when erased.
    #[schema(required)]
    pub student: Option<Person>,
    /// The conversation; absent when erased.
    #[schema(required)]
    pub conversation_id: Option<ConversationId>,
    /// What was asked; absent when erased.
    #[schema(required)]
    pub question: Option<String>,
    /// The answer; absent when erased.
    #[schema(required)]
    pub answer: Option<UiMessage>,
    /// The sentence in it, with what is missing, quoted and shared.
    #[schema(required)]
    pub span: Option<Span>,
    /// The passage then.
    #[schema(required)]
    pub then: Option<PassageThen>,
    /// The page now; absent when it is deleted.
    #[schema(required)]
    pub now: Option<PassageNow>,
    /// The call that brought it.
    #[schema(required)]
    pub call: Option<CallTrace>,
    /// The configuration's version that was in force.
    pub version: u32,
    /// Its citation policy.
    pub citation_policy: CitationPolicy,
}

/// A passage as it was when it was cited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PassageThen {
    /// The page's title.
    pub title: String,
    /// The chapter's.
    #[schema(required)]
    pub chapter: Option<String>,
    /// The heading above it.
    #[schema(required)]
    pub section: Option<String>,
    /// Its text, whole.
    pub text: String,
    /// The stretch of it that says most of the sentence.
    #[schema(required)]
    pub cited_text: Option<String>,
    /// The page's revision.
    #[ts(type = "number")]
    pub revision: i64,
}

/// What stands there now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PassageNow {
    /// The page; another one when the text has moved.
    pub page_id: PageId,
    /// Its title.
    pub title: String,
    /// Link to it.
    pub url: String,
    /// The text that is now nearest to the passage; absent when nothing like it is there.
    #[schema(required)]
    pub text: Option<String>,
    /// The page's revision.
    #[ts(type = "number")]
    pub revision: i64,
    /// Whether students may read the page.
    pub open: bool,
}

/// How the citations of a week fall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CitationRate {
    /// The first day of the week.
    #[ts(type = "string")]
    pub week: NaiveDate,
    /// Which course, chatbot or model.
    pub key: String,
    /// Its name.
    pub name: String,
    /// How many sentences have which verdict.
    pub counts: VerdictCounts,
}

/// How many sentences have which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct VerdictCounts {
    /// Supported.
    pub supported: u32,
    /// Supported in part.
    pub partly: u32,
    /// Not supported.
    pub unsupported: u32,
    /// Misquoted.
    pub misquoted: u32,
    /// Of markers that name no source.
    pub unresolved: u32,
    /// Of pages that were no longer open.
    pub hidden: u32,
    /// That could not be checked.
    pub unchecked: u32,
}

/// Body of `POST /audit/citations/recheck`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewRecheck {
    /// Of this course alone; of all that the admin audits when absent.
    #[serde(default)]
    #[ts(optional)]
    pub course_id: Option<CourseId>,
}

/// A row of `GET /audit/log`: who looked at or changed what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessEntry {
    /// Its id.
    pub id: Uuid,
    /// Who; absent for the system.
    #[schema(required)]
    pub actor: Option<Person>,
    /// What they did, in a stable word.
    pub action: String,
    /// To what kind of thing.
    pub subject_kind: String,
    /// To which.
    #[schema(required)]
    pub subject_id: Option<Uuid>,
    /// In which course.
    #[schema(required)]
    pub course: Option<Named>,
    /// More about it.
    #[ts(type = "unknown")]
    pub detail: Value,
    /// When.
    #[ts(type = "string")]
    pub at: DateTime<Utc>,
}

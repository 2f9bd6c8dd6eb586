//! Bodies of the admins' routes: `/audit/…`, and the trace of a turn that teachers see of their own previews.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use uuid::Uuid;

use crate::api::CitationPolicy;
use crate::data_part::{Span, Verdict};
use crate::error_code::ErrorCode;
use crate::ids::{CallId, ChatbotId, CitationId, ConversationId, CourseId, PageId, TurnId, UserId};
use crate::ui_message::UiMessage;

/// What became of a cited text since.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Person {
    /// Their id.
    pub id: UserId,
    /// Their name.
    pub name: String,
}

/// A course, chatbot or the like to filter by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Named {
    /// Its id.
    pub id: Uuid,
    /// Its name.
    pub name: String,
}

/// Body of `GET /audit/filters`: what the admin can filter by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AuditFilters {
    /// The courses that they audit.
    pub courses: Vec<Named>,
    /// Their teachers.
    pub teachers: Vec<Named>,
    /// Their chatbots.
    pub chatbots: Vec<Named>,
    /// The tools that cite.
    pub tools: Vec<String>,
}

/// A row of the citations list: a sentence and the passage that it cites, or a passage that was found and not cited.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
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
    pub tool: Option<String>,
    /// The page; absent for a marker that names no source.
    pub page_id: Option<PageId>,
    /// Its title then.
    pub page: Option<String>,
    /// The sentence; absent when the passage was not cited, or erased.
    pub sentence: Option<String>,
    /// Its first quotation.
    pub quote: Option<String>,
    /// What was found; absent when the passage was not cited.
    pub verdict: Option<Verdict>,
    /// How likely the passage holds the whole sentence, 0 to 1.
    pub score: Option<f32>,
    /// What became of the cited text.
    pub freshness: Option<Freshness>,
    /// Whether the answer used it.
    pub cited: bool,
    /// When it was answered.
    #[ts(type = "string")]
    pub at: DateTime<Utc>,
    /// Whether and how it was reviewed.
    pub review: Option<Review>,
    /// Whether the person's data was erased.
    pub erased: bool,
}

/// Who looked at a citation and what they noted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Review {
    /// Who.
    pub by: Option<Person>,
    /// When.
    #[ts(type = "string")]
    pub at: DateTime<Utc>,
    /// What they noted.
    pub note: String,
}

/// Body of `PUT /audit/citations/{id}/review`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewReview {
    /// Whether it is reviewed; no again takes a review back.
    pub reviewed: bool,
    /// A note, at most 2,000 characters.
    #[serde(default)]
    pub note: String,
}

/// How many citations a filter finds: whole numbers up to a bound, beyond it `at_least`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CitationCount {
    /// How many.
    pub count: u32,
    /// Whether there are more.
    pub at_least: bool,
}

/// One citation with everything about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CitationDetail {
    /// The row in the list.
    pub row: AuditedCitation,
    /// Who asked; absent when erased.
    pub student: Option<Person>,
    /// The conversation; absent when erased.
    pub conversation_id: Option<ConversationId>,
    /// What was asked; absent when erased.
    pub question: Option<String>,
    /// The answer; absent when erased.
    pub answer: Option<UiMessage>,
    /// The sentence in it, with what is missing, quoted and shared.
    pub span: Option<Span>,
    /// The passage then.
    pub then: Option<PassageThen>,
    /// The page now; absent when it is deleted.
    pub now: Option<PassageNow>,
    /// The call that brought it.
    pub call: Option<CallTrace>,
    /// The configuration's version that was in force.
    pub version: u32,
    /// Its citation policy.
    pub citation_policy: CitationPolicy,
}

/// A passage as it was when it was cited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PassageThen {
    /// The page's title.
    pub title: String,
    /// The chapter's.
    pub chapter: Option<String>,
    /// The heading above it.
    pub section: Option<String>,
    /// Its text, whole.
    pub text: String,
    /// The stretch of it that says most of the sentence.
    pub cited_text: Option<String>,
    /// The page's revision.
    #[ts(type = "number")]
    pub revision: i64,
}

/// What stands there now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PassageNow {
    /// The page; another one when the text has moved.
    pub page_id: PageId,
    /// Its title.
    pub title: String,
    /// Link to it.
    pub url: String,
    /// The text that is now nearest to the passage; absent when nothing like it is there.
    pub text: Option<String>,
    /// The page's revision.
    #[ts(type = "number")]
    pub revision: i64,
    /// Whether students may read the page.
    pub open: bool,
}

/// A share of the citations of a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CitationRate {
    /// The first day of the week.
    #[ts(type = "string")]
    pub week: NaiveDate,
    /// Which course, chatbot or model.
    pub key: String,
    /// Its name.
    pub name: String,
    /// The verdict.
    pub verdict: Verdict,
    /// How many.
    pub count: u32,
}

/// Body of `POST /audit/citations/recheck`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewRecheck {
    /// Of this course alone; of all that the admin audits when absent.
    #[serde(default)]
    #[ts(optional)]
    pub course_id: Option<CourseId>,
}

/// A requirement of a call and whether it held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RequirementTrace {
    /// What was required, in words.
    pub requirement: String,
    /// Whether it held.
    pub met: bool,
}

/// A call as it is on record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CallTrace {
    /// Its id.
    pub id: CallId,
    /// Which reply of the round it stood in, from 1.
    pub attempt: u32,
    /// The name that the model wrote.
    pub name: String,
    /// The arguments that the model wrote, byte for byte; absent when erased.
    pub arguments: Option<String>,
    /// The name that was judged and ran.
    pub effective_name: String,
    /// The arguments that were authorised and ran, byte for byte; absent when erased.
    pub effective_arguments: Option<String>,
    /// What was decided: accept, answer, edit, skip, splice, retry, discard, fail.
    pub disposition: String,
    /// Who is told of a refusal: model or log_only.
    pub audience: Option<String>,
    /// The refusal.
    #[ts(type = "unknown")]
    pub reject: Option<Value>,
    /// Why a gate said no.
    pub log_reason: Option<String>,
    /// What was required when it was judged.
    pub requirements: Vec<RequirementTrace>,
    /// … and once more right before it ran.
    pub requirements_at_run: Option<Vec<RequirementTrace>>,
    /// The configuration's version that it was judged by.
    pub version: u32,
    /// How it stands: pending, running, waiting, done, failed, denied and so on.
    pub status: String,
    /// What the model was given; absent when erased, or to teachers.
    pub output: Option<String>,
    /// When it began to run.
    #[ts(type = "string | null")]
    pub started_at: Option<DateTime<Utc>>,
    /// When it ended.
    #[ts(type = "string | null")]
    pub ended_at: Option<DateTime<Utc>>,
}

/// A row of `GET /audit/tool-calls`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AuditedCall {
    /// The call.
    pub call: CallTrace,
    /// The turn.
    pub turn_id: TurnId,
    /// The course's title.
    pub course: String,
    /// The chatbot's name.
    pub chatbot: String,
    /// When it was asked.
    #[ts(type = "string")]
    pub at: DateTime<Utc>,
}

/// Everything about a turn, round by round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TurnTrace {
    /// Its id.
    pub id: TurnId,
    /// The course's title.
    pub course: String,
    /// The chatbot's name.
    pub chatbot: String,
    /// The configuration's version in force when it was accepted.
    pub version: u32,
    /// The model's id.
    pub model: String,
    /// Who asked; absent when erased, or to teachers.
    pub student: Option<Person>,
    /// What was asked; absent when erased.
    pub question: Option<String>,
    /// The answer; absent when erased.
    pub answer: Option<UiMessage>,
    /// The turn's state, in the database's word.
    pub state: String,
    /// Why it failed.
    pub error_code: Option<ErrorCode>,
    /// When it was accepted.
    #[ts(type = "string")]
    pub started_at: DateTime<Utc>,
    /// When it ended.
    #[ts(type = "string | null")]
    pub ended_at: Option<DateTime<Utc>>,
    /// Requests to the model.
    pub requests: u32,
    /// Tokens that went to it.
    pub input_tokens: u32,
    /// Tokens that came from it.
    pub output_tokens: u32,
    /// Its rounds, in order.
    pub rounds: Vec<RoundTrace>,
    /// The passages that its calls brought, by source number.
    pub passages: Vec<PassageTrace>,
}

/// A round of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RoundTrace {
    /// Which, from 1.
    pub number: u32,
    /// How often the model was asked.
    pub attempts: u32,
    /// What was decided about the reply.
    pub disposition: Option<String>,
    /// The tools that were offered.
    pub offered: Vec<String>,
    /// The reply's text, markers included; absent when erased.
    pub text: Option<String>,
    /// Its calls, refused ones too.
    pub calls: Vec<CallTrace>,
    /// What the check of the finished answer found wrong.
    #[ts(type = "Array<unknown>")]
    pub rejects: Vec<Value>,
    /// Tokens that went to the model.
    pub input_tokens: u32,
    /// Tokens that came from it.
    pub output_tokens: u32,
}

/// A passage that a call brought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PassageTrace {
    /// Its id.
    pub id: CitationId,
    /// The call.
    pub call_id: CallId,
    /// The number that the model was told.
    pub number: u32,
    /// The number that the student saw, when it was cited.
    pub shown_number: Option<u32>,
    /// The page's title.
    pub title: String,
    /// The heading above it.
    pub section: Option<String>,
    /// Link to it.
    pub url: String,
    /// Its text.
    pub text: String,
}

/// A row of `GET /audit/log`: who looked at or changed what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AccessEntry {
    /// Its id.
    pub id: Uuid,
    /// Who; absent for the system.
    pub actor: Option<Person>,
    /// What they did, in a stable word.
    pub action: String,
    /// To what kind of thing.
    pub subject_kind: String,
    /// To which.
    pub subject_id: Option<Uuid>,
    /// In which course.
    pub course: Option<Named>,
    /// More about it.
    #[ts(type = "unknown")]
    pub detail: Value,
    /// When.
    #[ts(type = "string")]
    pub at: DateTime<Utc>,
}

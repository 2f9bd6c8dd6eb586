//! What is on record of a turn: its rounds, calls and passages.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::audit::Person;
use crate::error_code::ErrorCode;
use crate::ids::{CallId, CitationId, TurnId};
use crate::ui_message::UiMessage;

/// A requirement of a call and whether it held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RequirementTrace {
    /// What was required, in words.
    pub requirement: String,
    /// Whether it held.
    pub met: bool,
}

/// A call as it is on record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CallTrace {
    /// Its id.
    pub id: CallId,
    /// Which reply of the round it stood in, from 1.
    pub attempt: u32,
    /// The name that the model wrote.
    pub name: String,
    /// The arguments that the model wrote, byte for byte; absent when erased.
    #[schema(required)]
    pub arguments: Option<String>,
    /// The name that was judged and ran.
    pub effective_name: String,
    /// The arguments that were authorised and ran, byte for byte; absent when erased.
    #[schema(required)]
    pub effective_arguments: Option<String>,
    /// What was decided: accept, answer, edit, skip, splice, retry, discard, fail.
    pub disposition: String,
    /// Who is told of a refusal: model or log_only.
    #[schema(required)]
    pub audience: Option<String>,
    /// The refusal.
    #[ts(type = "unknown")]
    #[schema(required)]
    pub reject: Option<Value>,
    /// Why a gate said no.
    #[schema(required)]
    pub log_reason: Option<String>,
    /// What was required when it was judged.
    pub requirements: Vec<RequirementTrace>,
    /// … and once more right before it ran.
    #[schema(required)]
    pub requirements_at_run: Option<Vec<RequirementTrace>>,
    /// The configuration's version that it was judged by.
    pub version: u32,
    /// How it stands: pending, running, waiting, done, failed, denied and so on.
    pub status: String,
    /// What the model was given; absent when erased, or to teachers.
    #[schema(required)]
    pub output: Option<String>,
    /// When it began to run.
    #[ts(type = "string | null")]
    #[schema(required)]
    pub started_at: Option<DateTime<Utc>>,
    /// When it ended.
    #[ts(type = "string | null")]
    #[schema(required)]
    pub ended_at: Option<DateTime<Utc>>,
}

/// A row of `GET /audit/tool-calls`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
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
    #[schema(required)]
    pub student: Option<Person>,
    /// What was asked; absent when erased.
    #[schema(required)]
    pub question: Option<String>,
    /// The answer; absent when erased.
    #[schema(required)]
    pub answer: Option<UiMessage>,
    /// The turn's state, in the database's word.
    pub state: String,
    /// Why it failed.
    #[schema(required)]
    pub error_code: Option<ErrorCode>,
    /// When it was accepted.
    #[ts(type = "string")]
    pub started_at: DateTime<Utc>,
    /// When it ended.
    #[ts(type = "string | null")]
    #[schema(required)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoundTrace {
    /// Which, from 1.
    pub number: u32,
    /// How often the model was asked.
    pub attempts: u32,
    /// What was decided about the reply.
    #[schema(required)]
    pub disposition: Option<String>,
    /// The tools that were offered.
    pub offered: Vec<String>,
    /// The reply's text, markers included; absent when erased.
    #[schema(required)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PassageTrace {
    /// Its id.
    pub id: CitationId,
    /// The call.
    pub call_id: CallId,
    /// The number that the model was told.
    pub number: u32,
    /// The number that the student saw, when it was cited.
    #[schema(required)]
    pub shown_number: Option<u32>,
    /// The page's title.
    pub title: String,
    /// The heading above it.
    #[schema(required)]
    pub section: Option<String>,
    /// Link to it.
    pub url: String,
    /// Its text.
    pub text: String,
}

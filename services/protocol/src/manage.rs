//! Bodies of the teachers' routes: `/manage/…` and `/jobs/…`.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::api::CitationPolicy;
use crate::ids::{ChatbotId, CourseId};
use crate::resolution::InvalidCalls;
use crate::tool_choice::ToolChoice;

pub use crate::trial::*;

/// Under which heading a teacher finds a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ToolGroup {
    /// Tools that read the course's pages.
    Material,
    /// Tools that read how far people are.
    Progress,
    /// Tools that tell how a course is built.
    Structure,
}

/// A tool that a chatbot may be given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagedTool {
    /// Its name.
    pub name: String,
    /// Its name for people, in English; pages may know better words.
    pub label: String,
    /// What the model is told of it.
    pub description: String,
    /// Under which heading it stands.
    pub category: ToolGroup,
    /// Whether only an administrator may switch it on.
    pub admin_only: bool,
    /// Whether it changes nothing.
    pub read_only: bool,
    /// JSON Schema of its arguments.
    #[ts(type = "unknown")]
    pub argument_schema: Value,
}

/// A model that a chatbot may be given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagedModel {
    /// Its id.
    pub id: String,
    /// Its name for people.
    pub label: String,
    /// Whether a chatbot that names none gets it.
    pub is_default: bool,
    /// Whether it can call tools.
    pub tools: bool,
    /// Whether it has a sampling temperature.
    pub temperature: bool,
    /// How many tokens a request may have.
    pub context_tokens: u32,
}

/// How a chatbot teaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TeachingStyle {
    /// It answers what is asked.
    #[default]
    Direct,
    /// It gives a hint first, the answer when it is asked for again.
    HintsFirst,
    /// It never gives a full solution to an exercise.
    NoSolutions,
}

/// Everything that a teacher sets of a chatbot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChatbotSettings {
    /// Its name, 1 to 200 characters.
    #[schema(min_length = 1, max_length = 200)]
    pub name: String,
    /// Whether students may use it.
    pub enabled: bool,
    /// What the model is told about its role; may hold variables like `{course}`.
    #[schema(max_length = 20_000)]
    pub prompt: String,
    /// What it says first.
    #[schema(max_length = 2_000)]
    pub initial_message: Option<String>,
    /// Questions to start with, each once, 1 to 200 characters.
    #[schema(max_items = 12)]
    pub suggested_messages: Vec<String>,
    /// What a student has to accept first. A changed text is a new version of it.
    #[schema(max_length = 5_000)]
    pub disclaimer: Option<String>,
    /// The model's id; the deployment's default when absent.
    pub model: Option<String>,
    /// Sampling temperature, 0 to 2, where the model has one.
    #[schema(minimum = 0, maximum = 2)]
    pub temperature: Option<f32>,
    /// The names of the tools that it may use.
    #[schema(max_items = 200)]
    pub allowed_tools: Vec<String>,
    /// How tools are chosen in the first round.
    pub tool_choice: ToolChoice,
    /// Whether a message may bring its own tool choice.
    pub student_tool_choice: bool,
    /// What happens to calls of tools that are not granted.
    pub invalid_calls: InvalidCalls,
    /// Whether answers cite and how strictly.
    pub citation_policy: CitationPolicy,
    /// How it teaches.
    pub style: TeachingStyle,
    /// Whether each answer is followed by questions that the student could ask next.
    pub next_questions: bool,
    /// A regular expression that a finished answer must match.
    #[schema(max_length = 1_000)]
    pub answer_pattern: Option<String>,
    /// The languages that it answers in, BCP 47 tags; in that of the question when empty.
    #[schema(max_items = 20)]
    pub languages: Vec<String>,
    /// From when students may use it.
    #[ts(type = "string | null")]
    pub opens_at: Option<DateTime<Utc>>,
    /// Until when.
    #[ts(type = "string | null")]
    pub closes_at: Option<DateTime<Utc>>,
    /// After how many days without a message a conversation is deleted; never when absent.
    #[schema(minimum = 1, maximum = 3_650)]
    pub retention_days: Option<u32>,
    /// What it may cost.
    pub limits: ChatbotLimits,
}

/// What a chatbot may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChatbotLimits {
    /// The longest message, in characters.
    #[schema(minimum = 1, maximum = 100_000)]
    pub message_characters: u32,
    /// Requests to the model per turn, the last one included.
    #[schema(minimum = 1, maximum = 50)]
    pub requests_per_turn: u32,
    /// Seconds per turn.
    #[schema(minimum = 10, maximum = 600)]
    pub turn_seconds: u32,
    /// Tokens per reply.
    #[schema(minimum = 64, maximum = 100_000)]
    pub output_tokens: u32,
    /// Messages of a student per minute; any number when absent.
    #[schema(minimum = 1, maximum = 1_000)]
    pub messages_per_minute: Option<u32>,
    /// Tokens of a student per day of the course's time zone.
    #[schema(minimum = 1_000, maximum = 4_294_967_295_u32)]
    pub student_tokens_per_day: Option<u32>,
    /// Tokens of the course per month of its time zone.
    #[schema(minimum = 1_000, maximum = 4_294_967_295_u32)]
    pub course_tokens_per_month: Option<u32>,
}

/// A chatbot as its teachers see it. Its version is also the response's `ETag`, which a change names in `If-Match`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagedChatbot {
    /// Its id.
    pub id: ChatbotId,
    /// Its course.
    pub course_id: CourseId,
    /// Whether a course page opens this one.
    pub is_default: bool,
    /// The version in force.
    pub version: u32,
    /// The settings in force.
    pub settings: ChatbotSettings,
    /// When they were saved.
    #[ts(type = "string")]
    pub updated_at: DateTime<Utc>,
    /// Who saved them; absent when the system did.
    #[schema(required)]
    pub updated_by: Option<String>,
    /// What it was used today, of the course's time zone.
    pub today: UsageToday,
}

/// What a chatbot was used today and this month. What tells of fewer than five students is absent, as in insights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageToday {
    /// Students who asked something today; absent when they are some, but fewer than five.
    #[schema(required)]
    pub students: Option<u32>,
    /// Messages of students today; absent when their number is.
    #[schema(required)]
    pub messages: Option<u32>,
    /// The most tokens that one student used today; absent when the number of students is.
    #[ts(type = "number | null")]
    #[schema(required)]
    pub most_student_tokens: Option<u64>,
    /// Tokens of the whole course this month.
    #[ts(type = "number")]
    pub course_tokens_this_month: u64,
}

/// Something that a setting may not be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingsFault {
    /// The setting, as its field is named; parts with dots: `limits.turnSeconds`, `suggestedMessages.2`.
    pub field: String,
    /// What is wrong with it.
    pub code: SettingsFaultCode,
    /// The bound that is passed, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub limit: Option<u32>,
    /// One sentence for people.
    pub message: String,
}

/// What is wrong with a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SettingsFaultCode {
    /// It is needed.
    Missing,
    /// It is longer than it may be.
    TooLong,
    /// There are more than there may be.
    TooMany,
    /// It is smaller than it may be.
    TooSmall,
    /// It is larger than it may be.
    TooLarge,
    /// It holds characters that cannot be stored.
    NotStorable,
    /// There is no such tool, model or language.
    Unknown,
    /// Only an administrator may switch this tool on.
    AdminOnly,
    /// It is there twice.
    Twice,
    /// It is no regular expression, or one that takes too much memory.
    NotAPattern,
    /// It names a variable that there is not.
    UnknownVariable,
    /// It closes before it opens.
    WrongOrder,
    /// It does not go with another setting.
    Conflicts,
}

/// A version in the diary of a chatbot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatbotVersion {
    /// Its number, from 1.
    pub version: u32,
    /// Who saved it; absent when the system did.
    #[schema(required)]
    pub author: Option<String>,
    /// When.
    #[ts(type = "string")]
    pub created_at: DateTime<Utc>,
    /// What differs from the version before.
    pub changes: Vec<SettingChange>,
    /// The settings, whole.
    pub settings: ChatbotSettings,
}

/// A setting that differs between two versions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct SettingChange {
    /// The setting, as its field is named; parts with dots: `limits.turnSeconds`.
    pub field: String,
    /// What it was.
    #[ts(type = "unknown")]
    pub before: Value,
    /// What it is.
    #[ts(type = "unknown")]
    pub after: Value,
}

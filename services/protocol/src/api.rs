//! Bodies of the REST surface. JSON in camelCase; times RFC 3339, UTC.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::error_code::ErrorCode;
use crate::ids::{ChatbotId, ConversationId, TurnId};
use crate::limits::LimitRefusal;
use crate::manage::SettingsFault;
use crate::ui_message::UiMessage;

/// An error, as `application/problem+json`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Problem {
    /// The HTTP status.
    pub status: u16,
    /// The stable code.
    pub code: ErrorCode,
    /// One sentence for people.
    pub title: String,
    /// What exactly, where more is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub detail: Option<String>,
    /// Of `limit_reached`: which limit, and when it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub limit: Option<LimitRefusal>,
    /// Of `invalid_settings`: everything that is wrong with them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<SettingsFault>>")]
    pub faults: Vec<SettingsFault>,
}

/// What a student's page needs to know of a chatbot.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatbotSummary {
    /// Its id.
    pub id: ChatbotId,
    /// Its name.
    pub name: String,
    /// Whether a course page opens this one.
    pub is_default: bool,
    /// What it says first.
    #[schema(required)]
    pub initial_message: Option<String>,
    /// What a student has to accept first.
    #[schema(required)]
    pub disclaimer: Option<Disclaimer>,
    /// Questions to start with.
    pub suggested_messages: Vec<String>,
    /// Whether answers cite and how strictly.
    pub citation_policy: CitationPolicy,
    /// The model that answers, in words for people.
    pub model: String,
}

/// A disclaimer and its version.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Disclaimer {
    /// The text.
    pub text: String,
    /// Raised when the text changes.
    pub version: u32,
}

/// Whether answers cite and how strictly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CitationPolicy {
    /// No citations are asked for.
    Off,
    /// The answer streams as it comes, with citations.
    #[default]
    Annotate,
    /// Only what the material confirms reaches the student.
    Enforce,
}

/// Body of `POST /chatbots/{id}/conversations`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewConversation {
    /// The disclaimer's version that the student has accepted.
    #[serde(default)]
    #[ts(optional)]
    #[schema(minimum = 0, maximum = 4_294_967_295_u32)]
    pub accepted_disclaimer_version: Option<u32>,
}

/// A conversation with its newest messages.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Conversation {
    /// Its id.
    pub id: ConversationId,
    /// Its title; empty until the first question.
    pub title: String,
    /// Its chatbot.
    pub chatbot_id: ChatbotId,
    /// When it was begun.
    #[ts(type = "string")]
    pub created_at: DateTime<Utc>,
    /// The version of the disclaimer that the student accepted for it, where there was one.
    #[schema(required)]
    pub accepted_disclaimer_version: Option<u32>,
    /// Its newest messages, oldest first. An answer that is still being written is not among them.
    pub messages: Vec<UiMessage>,
    /// Whether there are messages before these: `?before=` the first one gives them.
    pub has_earlier: bool,
    /// The turn that is still being answered.
    #[schema(required)]
    pub open_turn_id: Option<TurnId>,
    /// What a message may be.
    pub limits: Limits,
}

/// What a message may be.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// The longest message, in characters.
    pub message_characters: u32,
}

/// A conversation in a list.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConversationSummary {
    /// Its id.
    pub id: ConversationId,
    /// Its title; empty until the first question.
    pub title: String,
    /// Its chatbot.
    pub chatbot_id: ChatbotId,
    /// When it was begun.
    #[ts(type = "string")]
    pub created_at: DateTime<Utc>,
    /// When somebody last said something.
    #[ts(type = "string")]
    pub updated_at: DateTime<Utc>,
}

/// One page of a list.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListPage<T> {
    /// The items.
    pub items: Vec<T>,
    /// Hand it back as `cursor` for the next page; null on the last.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

/// Body of `PATCH /conversations/{id}`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RenameConversation {
    /// The new title, 1 to 200 characters.
    #[schema(min_length = 1, max_length = 200)]
    pub title: String,
}

//! What a student may use of a chatbot, and what is left of it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A limit of use, by a word that stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LimitKind {
    /// Messages of a student within any minute.
    MessagesPerMinute,
    /// Tokens of a student per day of the course's time zone.
    StudentTokensPerDay,
    /// Tokens of the whole course per month of its time zone.
    CourseTokensPerMonth,
}

impl LimitKind {
    /// All of them.
    pub const ALL: [Self; 3] =
        [Self::MessagesPerMinute, Self::StudentTokensPerDay, Self::CourseTokensPerMonth];

    /// The word, as it stands in JSON, in headers and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::MessagesPerMinute => "messages_per_minute",
            Self::StudentTokensPerDay => "student_tokens_per_day",
            Self::CourseTokensPerMonth => "course_tokens_per_month",
        }
    }
}

/// The limits of a chatbot and what is left of them for a student: body of `GET /me/limits`, and the data of a
/// transient `data-limits` part at the end of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LimitsData {
    /// The course's time zone (an IANA name), by which days and months begin.
    pub time_zone: String,
    /// The limits there are; empty when the chatbot has none.
    pub limits: Vec<LimitStanding>,
}

/// How far a limit is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LimitStanding {
    /// Which limit.
    pub limit: LimitKind,
    /// How much may be used.
    pub allowed: u32,
    /// How much is used, what is reserved for answers that are being written included.
    pub used: u32,
    /// How much is left.
    pub left: u32,
    /// Whether what is left is too little for another message.
    pub reached: bool,
    /// When it is whole again; for messages per minute, when the next one is free again. Absent when nothing is used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string")]
    #[schema(nullable = false)]
    pub resets_at: Option<DateTime<Utc>>,
}

/// The limit by which a request was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LimitRefusal {
    /// Which limit.
    pub limit: LimitKind,
    /// From when on the same request is worth sending again.
    #[ts(type = "string")]
    pub ends_at: DateTime<Utc>,
}

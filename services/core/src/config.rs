//! A chatbot's configuration, as a teacher sets it and as `chatbot_versions` keeps it.

use chatbot_protocol::api::CitationPolicy;
use chatbot_protocol::manage::TeachingStyle;
use chatbot_protocol::{InvalidCalls, ToolChoice};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// Everything that a version of a chatbot says. Unknown fields of newer versions are ignored, missing
/// ones of older versions get their default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ChatbotConfig {
    /// What the model is told about its role, on top of our own rules.
    pub prompt: String,
    /// What the chatbot says first.
    pub initial_message: Option<String>,
    /// Questions to start with.
    pub suggested_messages: Vec<String>,
    /// What a student has to accept first.
    pub disclaimer: Option<DisclaimerConfig>,
    /// The model's id; the deployment's default when absent.
    pub model: Option<String>,
    /// Sampling temperature.
    pub temperature: Option<f32>,
    /// The names of the tools that it may use.
    pub allowed_tools: Vec<String>,
    /// How tools are chosen in the first round.
    pub tool_choice: ToolChoice,
    /// Whether a message may bring its own tool choice.
    pub student_tool_choice: bool,
    /// What happens to calls of tools that are not granted.
    pub invalid_calls: InvalidCalls,
    /// Whether arguments that do not fit a tool's schema are asked for again instead of answered.
    pub splice_schema_faults: bool,
    /// How many calls of a round run at a time.
    pub concurrency: u32,
    /// Whether answers cite and how strictly.
    pub citation_policy: CitationPolicy,
    /// Whether each answer is followed by questions that the student could ask next. Costs a request.
    pub next_questions: bool,
    /// A regular expression that a finished answer must match.
    pub answer_pattern: Option<String>,
    /// How it teaches.
    pub style: TeachingStyle,
    /// The languages that it answers in, BCP 47 tags; in that of the question when empty.
    pub languages: Vec<String>,
    /// From when students may use it.
    pub opens_at: Option<DateTime<Utc>>,
    /// Until when.
    pub closes_at: Option<DateTime<Utc>>,
    /// After how many days without a message a conversation is deleted; never when absent.
    pub retention_days: Option<u32>,
    /// What a turn may cost, and how much may be used.
    pub limits: LimitsConfig,
}

impl ChatbotConfig {
    /// Whether students may ask at `now`.
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.opens_at.is_none_or(|opens| opens <= now) && self.closes_at.is_none_or(|closes| now < closes)
    }
}

/// A disclaimer and its version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DisclaimerConfig {
    /// The text.
    pub text: String,
    /// Raised when the text changes.
    pub version: u32,
}

/// What a turn may cost, and how much may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LimitsConfig {
    /// The longest message, in characters.
    pub message_characters: u32,
    /// Requests to the model per turn, the last one included.
    pub requests_per_turn: u32,
    /// Rounds per turn.
    pub rounds_per_turn: u32,
    /// Seconds per turn.
    pub turn_seconds: u32,
    /// Tokens per reply.
    pub output_tokens: u32,
    /// Messages of a student within any minute; as many as they like when absent.
    pub messages_per_minute: Option<u32>,
    /// Tokens of a student per day of the course's time zone; as many as they like when absent.
    pub student_tokens_per_day: Option<u32>,
    /// Tokens of the course, all its chatbots together, per month of its time zone; as many as it likes when absent.
    pub course_tokens_per_month: Option<u32>,
}

impl LimitsConfig {
    /// What a new chatbot may cost: nobody who asks what they want to know meets a limit, but a script does.
    pub const NEW_CHATBOT: Self =
        Self { messages_per_minute: Some(60), student_tokens_per_day: Some(2_000_000), ..Self::UNLIMITED };

    /// What a turn may cost, and any number of turns.
    const UNLIMITED: Self = Self {
        message_characters: 8_000,
        requests_per_turn: 12,
        rounds_per_turn: 8,
        turn_seconds: 180,
        output_tokens: 4_096,
        messages_per_minute: None,
        student_tokens_per_day: None,
        course_tokens_per_month: None,
    };

    /// Whether there is a limit of use.
    pub const fn limits_use(&self) -> bool {
        self.messages_per_minute.is_some()
            || self.student_tokens_per_day.is_some()
            || self.course_tokens_per_month.is_some()
    }
}

impl Default for LimitsConfig {
    fn default() -> Self {
        Self::UNLIMITED
    }
}

impl Default for ChatbotConfig {
    fn default() -> Self {
        Self {
            prompt: String::new(),
            initial_message: None,
            suggested_messages: Vec::new(),
            disclaimer: None,
            model: None,
            temperature: None,
            allowed_tools: Vec::new(),
            tool_choice: ToolChoice::Auto,
            student_tool_choice: false,
            invalid_calls: InvalidCalls::NEW_CHATBOT,
            splice_schema_faults: false,
            concurrency: 1,
            citation_policy: CitationPolicy::Annotate,
            next_questions: false,
            answer_pattern: None,
            style: TeachingStyle::Direct,
            languages: Vec::new(),
            opens_at: None,
            closes_at: None,
            retention_days: None,
            limits: LimitsConfig::default(),
        }
    }
}

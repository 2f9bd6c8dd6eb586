//! How teachers try a chatbot: previews, test questions and the long work of asking them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::data_part::Verdict;
use crate::ids::ConversationId;
use crate::manage::ChatbotSettings;
use crate::ui_message::AnswerState;

/// As whom a teacher tries a chatbot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ViewAs {
    /// As somebody who is enrolled and no more.
    #[default]
    Student,
    /// With the teacher's own rights.
    Me,
}

/// Body of `POST /manage/chatbots/{id}/preview`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewPreview {
    /// The settings to try, saved or not.
    pub settings: ChatbotSettings,
    /// As whom.
    #[serde(default)]
    pub view_as: ViewAs,
}

/// A conversation to try a chatbot in; messages go to `POST /chat` as in any other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Preview {
    /// The conversation.
    pub conversation_id: ConversationId,
    /// As whom.
    pub view_as: ViewAs,
}

/// A question by which a teacher tests a chatbot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestQuestion {
    /// Its id.
    pub id: Uuid,
    /// What is asked.
    pub question: String,
    /// When it was saved.
    #[ts(type = "string")]
    pub created_at: DateTime<Utc>,
}

/// Body of `POST /manage/chatbots/{id}/tests`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTestQuestion {
    /// What is asked, 1 to 8,000 characters.
    #[schema(min_length = 1, max_length = 8_000)]
    pub question: String,
}

/// Body of `POST /manage/chatbots/{id}/tests/run`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RunTests {
    /// The settings to try; those in force when absent.
    #[serde(default)]
    #[ts(optional)]
    pub settings: Option<ChatbotSettings>,
}

/// All test questions asked in one go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestRun {
    /// Its id; also that of its job.
    pub id: Uuid,
    /// When it began.
    #[ts(type = "string")]
    pub started_at: DateTime<Utc>,
    /// When it ended.
    #[ts(type = "string | null")]
    #[schema(required)]
    pub ended_at: Option<DateTime<Utc>>,
    /// The version in force when it ran.
    pub version: u32,
    /// Whether it ran with settings that were not saved.
    pub unsaved: bool,
    /// What came of each question, in the order in which they were asked.
    pub results: Vec<TestResult>,
}

/// What came of a test question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestResult {
    /// The question's id.
    pub test_id: Uuid,
    /// What was asked.
    pub question: String,
    /// The answer's text.
    pub answer: String,
    /// How it ended.
    pub state: AnswerState,
    /// How many of its cited sentences got which verdict.
    pub verdicts: Vec<VerdictCount>,
    /// The tools that ran, each once.
    pub tools: Vec<String>,
    /// How long it took, in milliseconds.
    pub milliseconds: u32,
    /// Tokens in and out.
    pub tokens: u32,
}

/// How many got this verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct VerdictCount {
    /// The verdict.
    pub verdict: Verdict,
    /// How many.
    pub count: u32,
}

/// Long work that goes on by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Job {
    /// Its id.
    pub id: Uuid,
    /// What it does.
    pub kind: JobKind,
    /// How it stands.
    pub state: JobState,
    /// How much is done.
    pub done: u32,
    /// Of how much.
    pub total: u32,
}

/// What long work does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum JobKind {
    /// Asks test questions.
    TestRun,
    /// Holds citations against their pages again.
    Recheck,
}

/// How long work stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// It goes on.
    Running,
    /// It is done.
    Done,
    /// It could not be done.
    Failed,
}

//! A call whose arguments are parsed, whatever kind of tool it is for.

use async_trait::async_trait;
use chatbot_core::{ChatbotTurnContext, ToolCitation, ToolRequirement};
use chatbot_protocol::data_part::ToolDisplayOutput;
use chatbot_store::PgConnection;
use serde_json::Value;

use crate::application::ApplicationConfiguration;
use crate::error::{ChatbotError, ChatbotErrorType, ChatbotResult};

/// Who completes a tool's calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completion {
    /// The server, at once.
    Server,
    /// The page, with an answer.
    Page,
    /// The server, after a person has approved.
    Approval,
}

/// What a call gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolRun {
    /// For the model.
    pub output: String,
    /// The passages it brought.
    pub citations: Vec<ToolCitation>,
    /// For the student.
    pub display: ToolDisplayOutput,
}

impl ToolRun {
    /// A result without passages.
    pub(crate) fn of(output: String) -> Self {
        Self { output, ..Self::default() }
    }
}

/// A call whose arguments are parsed: it can say what it requires, and be completed.
#[async_trait]
pub trait PreparedCall: Send + Sync {
    /// What the caller must be allowed to do.
    fn requirements(&self, user_context: &ChatbotTurnContext) -> Vec<ToolRequirement>;

    /// The gate before anything of the round runs.
    ///
    /// # Errors
    /// The reason, for the log only.
    fn validate(&self, user_context: &ChatbotTurnContext) -> Result<(), String>;

    /// What an action would do, and to whom, in words for the person who is to approve it.
    async fn describe(
        &self,
        _conn: &mut PgConnection,
        _user_context: &ChatbotTurnContext,
    ) -> ChatbotResult<Option<String>> {
        Ok(None)
    }

    /// Network work, while no connection is held.
    async fn prepare(
        &mut self,
        _app_config: &ApplicationConfiguration,
        _user_context: &ChatbotTurnContext,
    ) -> ChatbotResult<()> {
        Ok(())
    }

    /// Database work. Of an action the effect: it is given the transaction in which its record is written.
    async fn run(
        self: Box<Self>,
        conn: &mut PgConnection,
        app_config: &ApplicationConfiguration,
        user_context: &ChatbotTurnContext,
    ) -> ChatbotResult<ToolRun>;

    /// The result that the page's answer makes.
    ///
    /// # Errors
    /// [`ChatbotErrorType::InvalidToolArguments`] when it is no answer to this call; told to the page.
    fn answered(&self, _answer: &Value, _user_context: &ChatbotTurnContext) -> ChatbotResult<ToolRun> {
        Err(ChatbotError::new(ChatbotErrorType::InvalidToolArguments, "this call takes no answer"))
    }
}

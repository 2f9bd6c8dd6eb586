//! What the model is sent: the history out of the database, and the tools that are granted.

use chatbot_core::history::{self, History};
use chatbot_core::model::{ModelRequest, ToolSpec};
use chatbot_core::{ChatbotTurnContext, ToolRequirement};
use chatbot_protocol::ToolChoice;
use chatbot_store::{PgConnection, StoreError, authorization, rounds};

use super::running::Carried;
use crate::prompt::system_prompt;

/// How many turns of a conversation are read at most; older ones would not fit any model.
const LONGEST_HISTORY: i64 = 200;
/// What is kept free for the reply and the provider's own wrapping, in tokens.
const RESERVED_TOKENS: u32 = 6_000;

/// A request, and whether older turns did not fit.
pub(super) struct Prepared {
    pub request: ModelRequest,
    pub shortened: bool,
}

impl Carried {
    /// Builds the next request. `last` means that no tool may be called any more.
    pub(super) async fn prepare_request(&self, last: bool) -> Result<Prepared, StoreError> {
        let now = self.engine.parts.clock.now();
        let mut conn = self.engine.conn().await?;
        let turns = rounds::history(&mut conn, self.task.conversation, LONGEST_HISTORY, now).await?;
        let profile = self.task.model.profile();
        let choice = if last { ToolChoice::None } else { self.tool_choice() };
        let tools = match (profile.tools, &choice) {
            (false, _) | (_, ToolChoice::None) => Vec::new(),
            (true, _) => self.granted(&mut conn, &choice).await?,
        };
        drop(conn);
        let config = &self.task.chatbot.config;
        let system = system_prompt(config, &self.task.course, self.task.page.as_ref().map(|(_, page)| page));
        let budget = profile.context_tokens.saturating_sub(RESERVED_TOKENS);
        let History { messages, shortened } = history::build(&system, &turns, budget);
        let tool_choice = if tools.is_empty() { ToolChoice::None } else { choice };
        let request = ModelRequest {
            messages,
            tools,
            tool_choice,
            max_output_tokens: Some(config.limits.output_tokens),
            temperature: config.temperature,
            language: self.task.course.language.clone(),
        };
        Ok(Prepared { request, shortened })
    }

    /// The choice of this round: a forced one holds until a round is committed.
    fn tool_choice(&self) -> ToolChoice {
        if self.rounds > 0 {
            return ToolChoice::Auto;
        }
        self.task.tool_choice.clone().unwrap_or_else(|| self.task.chatbot.config.tool_choice.clone())
    }

    /// Configuration ∩ offer requirements ∩ choice, by name.
    async fn granted(
        &self,
        conn: &mut PgConnection,
        choice: &ToolChoice,
    ) -> Result<Vec<ToolSpec>, StoreError> {
        let context = self.tool_context(1);
        let mut granted = Vec::new();
        for (set, info) in self.engine.tools() {
            let name = &info.spec.name;
            let chosen = match choice {
                ToolChoice::Tool { tool_name } => tool_name == name,
                ToolChoice::Auto | ToolChoice::Required | ToolChoice::None => true,
            };
            if !chosen || !self.task.chatbot.config.allowed_tools.contains(name) {
                continue;
            }
            let Some(requirements) = set.offer_requirements(name, &context) else { continue };
            if self.all_hold(conn, &requirements).await? {
                granted.push(info.spec);
            }
        }
        granted.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(granted)
    }

    pub(super) async fn all_hold(
        &self,
        conn: &mut PgConnection,
        requirements: &[ToolRequirement],
    ) -> Result<bool, StoreError> {
        for requirement in requirements {
            if !authorization::allows(conn, self.task.student, requirement, self.engine.parts.clock.now())
                .await?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What a tool is told, with the first of its source numbers.
    pub(super) fn tool_context(&self, first_source_number: u32) -> ChatbotTurnContext {
        ChatbotTurnContext {
            user_id: self.task.student,
            course_id: self.task.course.id,
            chatbot_id: self.task.chatbot.id,
            conversation_id: self.task.conversation,
            turn_id: self.task.hold.turn,
            language: self.task.course.language.clone(),
            page_id: self.task.page.as_ref().map(|(id, _)| *id),
            now: self.engine.parts.clock.now(),
            first_source_number,
        }
    }
}

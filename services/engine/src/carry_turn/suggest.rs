//! Asks for the next questions once the answer stands. Whatever goes wrong here costs nothing but them.

use chatbot_core::budget::Spent;
use chatbot_core::model::{ModelEvent, ModelMessage, ModelRequest};
use chatbot_core::next_questions::{self, INSTRUCTION};
use chatbot_protocol::data_part::{SuggestionsData, Usage};
use chatbot_protocol::{ToolChoice, TurnEvent};
use chatbot_store::{StoreError, turns};
use futures_util::StreamExt;
use tokio::time::Instant;

use super::running::Carried;
use crate::measures;

/// The longest reply, in tokens.
const LONGEST_REPLY: u32 = 200;

impl Carried {
    pub(super) async fn suggest(&mut self) {
        if !self.task.chatbot.config.next_questions || self.cut.is_some() {
            return;
        }
        let limit = self.engine.parts.timings.suggestions;
        match tokio::time::timeout(limit, self.ask_for_questions()).await {
            Ok(Ok(messages)) if !messages.is_empty() => {
                self.close_step();
                let suggestions = SuggestionsData { messages };
                self.show(&[TurnEvent::Suggested { id: "s1".to_owned(), suggestions }]);
            }
            Ok(Ok(_)) => tracing::info!("the model had no next questions"),
            Ok(Err(error)) => tracing::warn!(%error, "next questions could not be asked for"),
            Err(_) => tracing::info!("the next questions took too long"),
        }
    }

    async fn ask_for_questions(&mut self) -> Result<Vec<String>, StoreError> {
        let answer = self.round.as_ref().map(|round| round.text.clone()).unwrap_or_default();
        let mut sections: Vec<String> = Vec::new();
        for cited in self.writer.cited() {
            if !sections.contains(&cited.data.title) {
                sections.push(cited.data.title.clone());
            }
        }
        let text = next_questions::request(&self.task.question, &answer, &sections);
        let request = ModelRequest {
            messages: vec![ModelMessage::System(INSTRUCTION.to_owned()), ModelMessage::User(text)],
            tools: Vec::new(),
            tool_choice: ToolChoice::None,
            max_output_tokens: Some(LONGEST_REPLY),
            temperature: None,
            language: self.task.course.language.clone(),
        };
        if !self.may_ask(&request).await? {
            return Ok(Vec::new());
        }
        let started = Instant::now();
        let (reply, told) = self.read_quietly(request).await;
        let outcome = if reply.is_empty() { "no_questions" } else { "questions" };
        measures::model_asked(outcome, started.elapsed());
        let usage = told.unwrap_or_default();
        measures::tokens(usage);
        self.usage += usage;
        self.settle(told, Spent::of(told, self.reserved, &reply, &[])).await?;
        Ok(next_questions::read(&reply))
    }

    /// Reserves for the request and counts it, where no limit says no.
    async fn may_ask(&mut self, request: &ModelRequest) -> Result<bool, StoreError> {
        let mut conn = self.engine.conn().await?;
        let mut tx = conn.begin().await?;
        turns::count_request(&mut tx, self.task.hold).await?;
        let may = self.reserve(&mut tx, request).await?.is_none();
        if may {
            tx.commit().await?;
        }
        Ok(may)
    }

    /// A reply that the page is not shown; empty when the model fails.
    async fn read_quietly(&self, request: ModelRequest) -> (String, Option<Usage>) {
        let Ok(mut stream) = self.task.model.ask(request).await else { return Default::default() };
        let mut reply = String::new();
        while let Some(Ok(event)) = stream.next().await {
            match event {
                ModelEvent::Text(delta) => reply.push_str(&delta),
                ModelEvent::Call(_) => {}
                ModelEvent::Completed { usage, .. } => return (reply, usage),
            }
        }
        Default::default()
    }
}

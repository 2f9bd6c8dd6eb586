//! Runs the calls of a committed round, in call order, and lands each result in one transaction.

use std::panic::AssertUnwindSafe;

use chatbot_core::citation::Source;
use chatbot_core::turn::Signal;
use chatbot_protocol::data_part::ToolState;
use chatbot_protocol::{CitationId, TurnEvent};
use chatbot_store::{StoreError, citations, tool_calls, turns};
use chatbot_tools::{ChatbotError, ChatbotErrorType, ToolRun};
use futures_util::FutureExt;
use sqlx::Acquire;

use super::running::{Carried, PendingCall};

/// What a model is given for a result that cannot be stored.
const NOT_STORABLE: &str = "Error: the result could not be kept. Answer without it, or try once more.";
/// What students read of a call that failed.
const NOT_DONE: &str = "This could not be done.";

impl Carried {
    pub(super) async fn dispatch(&mut self) -> Result<Signal, StoreError> {
        let mut earlier_ran = false;
        for mut call in std::mem::take(&mut self.pending) {
            self.progress(&call, ToolState::Running);
            let run = self.run_call(&mut call, earlier_ran).await?;
            earlier_ran = true;
            self.land(&call, run).await?;
        }
        self.close_step();
        Ok(Signal::CallsLanded)
    }

    async fn run_call(
        &mut self,
        call: &mut PendingCall,
        earlier_ran: bool,
    ) -> Result<Result<ToolRun, ChatbotError>, StoreError> {
        let now = self.engine.parts.clock.now();
        let mut conn = self.engine.conn().await?;
        turns::hold(&mut conn, self.task.hold).await?;
        // An earlier call of the round may have changed what this one may do.
        if earlier_ran && !self.all_hold(&mut conn, &call.prepared.requirements(&call.context)).await? {
            let message = "this is no longer allowed";
            return Ok(Err(ChatbotError::new(ChatbotErrorType::NotFound, message)));
        }
        tool_calls::start(&mut conn, call.id, now).await?;
        drop(conn);
        let work = AssertUnwindSafe(self.execute(call)).catch_unwind();
        Ok(match tokio::time::timeout(self.engine.parts.timings.tool, work).await {
            Ok(Ok(run)) => run,
            Ok(Err(_)) => {
                tracing::error!(tool = call.name, "a tool panicked");
                Err(ChatbotError::new(ChatbotErrorType::Internal, "the tool panicked"))
            }
            Err(_) => Err(ChatbotError::new(ChatbotErrorType::TimedOut, "the tool took too long")),
        })
    }

    async fn execute(&self, call: &mut PendingCall) -> Result<ToolRun, ChatbotError> {
        let application = &self.engine.parts.application;
        call.prepared.prepare(application).await?;
        let prepared = std::mem::replace(&mut call.prepared, Box::new(Spent));
        let mut conn = self.engine.conn().await?;
        prepared.run(&mut conn, application, &call.context).await
    }

    /// Output, citations and status in one transaction.
    async fn land(
        &mut self,
        call: &PendingCall,
        run: Result<ToolRun, ChatbotError>,
    ) -> Result<(), StoreError> {
        let run = match run {
            Ok(run) => run,
            Err(error) => {
                tracing::warn!(tool = call.name, %error, "a tool call failed");
                self.write_result(call, false, &error.to_model_text(), &[]).await?;
                self.show_failed(call);
                return Ok(());
            }
        };
        let new_source = |citation| Source { id: CitationId(self.engine.parts.ids.new_id()), citation };
        let sources: Vec<Source> = run.citations.into_iter().map(new_source).collect();
        match self.write_result(call, true, &run.output, &sources).await {
            Ok(()) => {}
            Err(StoreError::TurnLost) => return Err(StoreError::TurnLost),
            Err(error) => {
                tracing::error!(tool = call.name, %error, "a result could not be stored");
                self.write_result(call, false, NOT_STORABLE, &[]).await?;
                self.show_failed(call);
                return Ok(());
            }
        }
        self.writer.add_sources(sources);
        self.show(&[TurnEvent::ToolAnswered { call_id: call.wire_id.clone(), output: run.display }]);
        self.progress(call, ToolState::Done);
        Ok(())
    }

    async fn write_result(
        &self,
        call: &PendingCall,
        succeeded: bool,
        output: &str,
        sources: &[Source],
    ) -> Result<(), StoreError> {
        let now = self.engine.parts.clock.now();
        let mut conn = self.engine.conn().await?;
        let mut tx = conn.begin().await?;
        turns::hold(&mut tx, self.task.hold).await?;
        tool_calls::land(&mut tx, call.id, succeeded, output, now).await?;
        for source in sources {
            citations::insert(&mut tx, source.id, self.task.hold.turn, call.id, &source.citation, now)
                .await?;
        }
        tx.commit().await?;
        Ok(())
    }

    fn show_failed(&mut self, call: &PendingCall) {
        self.show(&[TurnEvent::ToolFailed { call_id: call.wire_id.clone(), text: NOT_DONE.to_owned() }]);
        self.progress(call, ToolState::Failed);
    }

    fn progress(&mut self, call: &PendingCall, state: ToolState) {
        self.show(&[TurnEvent::ToolProgressed {
            call_id: call.wire_id.clone(),
            tool_name: call.name.clone(),
            state,
            about: call.about.clone(),
        }]);
    }
}

/// Stands for a call that was handed to its run.
struct Spent;

#[async_trait::async_trait]
impl chatbot_tools::PreparedCall for Spent {
    fn requirements(&self, _: &chatbot_core::ChatbotTurnContext) -> Vec<chatbot_core::ToolRequirement> {
        Vec::new()
    }

    fn validate(&self, _: &chatbot_core::ChatbotTurnContext) -> Result<(), String> {
        Err("this call has run".to_owned())
    }

    async fn prepare(&mut self, _: &chatbot_tools::ApplicationConfiguration) -> Result<(), ChatbotError> {
        Ok(())
    }

    async fn run(
        self: Box<Self>,
        _: &mut chatbot_store::PgConnection,
        _: &chatbot_tools::ApplicationConfiguration,
        _: &chatbot_core::ChatbotTurnContext,
    ) -> Result<ToolRun, ChatbotError> {
        Err(ChatbotError::new(ChatbotErrorType::Internal, "this call has run"))
    }
}

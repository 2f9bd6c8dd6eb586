//! Runs an approved action: its effect, its record and its result are one transaction.

use std::panic::AssertUnwindSafe;

use chatbot_protocol::TurnEvent;
use chatbot_protocol::data_part::ToolState;
use chatbot_store::open_calls::{self, Landed};
use chatbot_store::{PgConnection, StoreError, turns};
use chatbot_tools::{ChatbotError, ChatbotErrorType, ToolRun};
use futures_util::FutureExt;
use tokio::time::Instant;
use tracing::Instrument;

use super::dispatch::{note_run, tool_span};
use super::running::{CallHead, Carried, PendingCall};
use crate::words::NOT_DONE;

impl Carried {
    pub(super) async fn act(&mut self, call: PendingCall) -> Result<(), StoreError> {
        let head = call.head.clone();
        self.progress(&head, ToolState::Running);
        let span = tool_span(&head);
        let work = AssertUnwindSafe(self.act_in_transaction(call)).catch_unwind().instrument(span.clone());
        let started = Instant::now();
        // Postgres keeps the deadline; ours is for actions that do something else than asking it.
        let limit = self.engine.parts.timings.tool * 2;
        let failed = match tokio::time::timeout(limit, work).await {
            Ok(Ok(done)) => match done? {
                Ok(run) => {
                    note_run(&span, &head, None, started.elapsed());
                    self.show(&[TurnEvent::ToolAnswered {
                        call_id: head.wire_id.clone(),
                        output: run.display,
                    }]);
                    self.progress(&head, ToolState::Done);
                    return Ok(());
                }
                Err(error) => error,
            },
            Ok(Err(_)) => ChatbotError::new(ChatbotErrorType::Internal, "the action panicked"),
            Err(_) => ChatbotError::new(ChatbotErrorType::TimedOut, "the action took too long"),
        };
        note_run(&span, &head, Some(&failed), started.elapsed());
        self.land_failed(&head, &failed).await
    }

    /// Whatever the action did is undone: its transaction was rolled back.
    async fn land_failed(&mut self, head: &CallHead, error: &ChatbotError) -> Result<(), StoreError> {
        self.write_result(head, Landed::Failed, &error.to_model_text(), &[]).await?;
        self.show_failed(head, NOT_DONE);
        Ok(())
    }

    async fn act_in_transaction(
        &self,
        call: PendingCall,
    ) -> Result<Result<ToolRun, ChatbotError>, StoreError> {
        let now = self.engine.parts.clock.now();
        let mut conn = self.engine.conn().await?;
        // An action that is dropped half-way leaves a connection that nobody should be given.
        conn.close_on_drop();
        let mut tx = conn.begin().await?;
        turns::hold(&mut tx, self.task.hold).await?;
        let again = self.recheck_answered(&mut tx, &call, now).await?;
        open_calls::record_check_at_run(&mut tx, call.head.id, &again.requirements).await?;
        if let Some(problem) = again.problem {
            tx.commit().await?;
            return Ok(Err(problem));
        }
        let (id, limit) = (call.head.id, self.engine.parts.timings.tool);
        open_calls::start(&mut tx, id, now).await?;
        open_calls::limit_statements(&mut tx, limit).await?;
        let started = Instant::now();
        let run = match self.effect(&mut tx, call).await {
            Ok(run) => run,
            Err(_) if started.elapsed() >= limit => {
                return Ok(Err(ChatbotError::new(ChatbotErrorType::TimedOut, "the action took too long")));
            }
            Err(error) => return Ok(Err(error)),
        };
        open_calls::land(&mut tx, id, Landed::Done, &run.output, self.engine.parts.clock.now()).await?;
        tx.commit().await?;
        Ok(Ok(run))
    }

    async fn effect(&self, conn: &mut PgConnection, call: PendingCall) -> Result<ToolRun, ChatbotError> {
        let run = call.prepared.run(conn, &self.engine.parts.application, &call.context).await?;
        Ok(ToolRun { output: chatbot_tools::bounded(run.output), ..run })
    }
}

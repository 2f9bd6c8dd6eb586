//! Runs an approved action: its effect, its record and its result are one transaction.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use chatbot_protocol::TurnEvent;
use chatbot_protocol::data_part::ToolState;
use chatbot_store::open_calls::{self, Landed};
use chatbot_store::{PgConnection, StoreError, turns};
use chatbot_tools::{ChatbotError, ChatbotErrorType, ToolRun};
use futures_util::FutureExt;
use tokio::time::Instant;
use tracing::Instrument;

use super::dispatch::{note_run, tool_span};
use super::running::{Carried, PendingCall};

impl Carried {
    pub(super) async fn act(&mut self, call: PendingCall) -> Result<(), StoreError> {
        let head = call.head.clone();
        self.progress(&head, ToolState::Running);
        let span = tool_span(&head);
        let work = AssertUnwindSafe(self.act_in_transaction(call)).catch_unwind().instrument(span.clone());
        let started = Instant::now();
        // Postgres keeps the deadline; ours is for actions that do something else than asking it.
        let limit = self.longest_action();
        let failed = match tokio::time::timeout(limit, work).await {
            Ok(Ok(done)) => match done? {
                Ok(told) => {
                    note_run(&span, &head, None, started.elapsed());
                    self.show(&[told]);
                    self.progress(&head, ToolState::Done);
                    return Ok(());
                }
                Err(error) => error,
            },
            Ok(Err(_)) => ChatbotError::new(ChatbotErrorType::Internal, "the action panicked"),
            Err(_) => ChatbotError::new(ChatbotErrorType::TimedOut, "the action took too long"),
        };
        note_run(&span, &head, Some(&failed), started.elapsed());
        // Whatever the action did is undone: its transaction was rolled back.
        self.land_failed(&head, &failed.to_model_text()).await
    }

    fn longest_action(&self) -> Duration {
        self.engine.parts.timings.tool * 2
    }

    /// Gives the event that tells of it.
    async fn act_in_transaction(
        &self,
        call: PendingCall,
    ) -> Result<Result<TurnEvent, ChatbotError>, StoreError> {
        let now = self.engine.parts.clock.now();
        let mut conn = self.engine.conn().await?;
        // An action that is dropped half-way leaves a connection that nobody should be given.
        conn.close_on_drop();
        let lease = self.engine.lease().1;
        turns::keep_for(&mut conn, self.task.hold, self.longest_action() + lease).await?;
        let mut tx = conn.begin().await?;
        turns::hold(&mut tx, self.task.hold).await?;
        let again = self.recheck_answered(&mut tx, &call, now).await?;
        open_calls::record_check_at_run(&mut tx, call.head.id, &again.requirements).await?;
        if let Some(problem) = again.problem {
            turns::keep_for(&mut tx, self.task.hold, lease).await?;
            tx.commit().await?;
            return Ok(Err(problem));
        }
        let (id, wire_id, limit) = (call.head.id, call.head.wire_id.clone(), self.engine.parts.timings.tool);
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
        let told = TurnEvent::ToolAnswered { call_id: wire_id, output: run.display };
        self.write_told(&mut tx, std::slice::from_ref(&told)).await?;
        turns::keep_for(&mut tx, self.task.hold, lease).await?;
        tx.commit().await?;
        Ok(Ok(told))
    }

    async fn effect(&self, conn: &mut PgConnection, call: PendingCall) -> Result<ToolRun, ChatbotError> {
        let run = call.prepared.run(conn, &self.engine.parts.application, &call.context).await?;
        Ok(ToolRun { output: chatbot_tools::bounded(run.output), ..run })
    }
}

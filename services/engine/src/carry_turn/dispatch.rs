//! Runs the calls of a committed round, at most so many at a time as the chatbot allows, and lands each result
//! in one transaction, in call order.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use chatbot_core::citation::Source;
use chatbot_core::turn::Signal;
use chatbot_protocol::data_part::ToolState;
use chatbot_protocol::{CitationId, TurnEvent};
use chatbot_store::nodes::Asker;
use chatbot_store::open_calls::{self, Landed};
use chatbot_store::turns::Hold;
use chatbot_store::{PgConnection, StoreError, citations, turns};
use chatbot_tools::{ChatbotError, ChatbotErrorType, Completion, ToolRun};
use futures_util::stream::FuturesOrdered;
use futures_util::{FutureExt, StreamExt};
use tokio::time::Instant;
use tracing::Instrument;

use super::recheck::Recheck;
use super::running::{CallHead, Carried, PendingCall};
use crate::engine::Engine;
use crate::measures;
use crate::words::{NOT_DONE, OUTCOME_UNKNOWN, UNSURE, milliseconds};

/// What a model is given for a result that cannot be stored.
const NOT_STORABLE: &str = "Error: the result could not be kept. Answer without it, or try once more.";

/// How long Postgres may take to give up what took too long. A tool that does something else then is given up by us.
const GRACE: Duration = Duration::from_millis(250);

impl Carried {
    pub(super) async fn dispatch(&mut self) -> Result<Signal, StoreError> {
        let at_a_time = self.task.chatbot.config.concurrency.max(1) as usize;
        let runner = Runner { engine: Arc::clone(&self.engine), hold: self.task.hold, asker: self.asker() };
        let (mut at_once, mut approved) = (Vec::new(), Vec::new());
        for call in std::mem::take(&mut self.pending) {
            if call.completion == Completion::Approval { &mut approved } else { &mut at_once }.push(call);
        }
        let mut waiting = at_once.into_iter();
        let mut running = FuturesOrdered::new();
        let mut earlier_ran = false;
        loop {
            while running.len() < at_a_time
                && let Some(call) = waiting.next()
            {
                self.progress(&call.head, ToolState::Running);
                if self.engine.changes_something(&call.head.name) {
                    self.unsure.push(call.head.id);
                }
                running.push_back(runner.clone().run(call, std::mem::replace(&mut earlier_ran, true)));
            }
            let Some(ran) = running.next().await else { break };
            let (head, run) = ran?;
            self.land(&head, run).await?;
        }
        for call in approved {
            self.act(call).await?;
        }
        self.close_step();
        Ok(if std::mem::take(&mut self.waits) { Signal::CallsWait } else { Signal::CallsLanded })
    }

    /// Output, citations and status in one transaction.
    async fn land(&mut self, call: &CallHead, run: Result<ToolRun, ChatbotError>) -> Result<(), StoreError> {
        let was_unsure = self.unsure.contains(&call.id);
        let run = match run {
            Ok(run) => run,
            Err(error) if was_unsure && !says_it_was_not_done(&error) => {
                return self.land_unknown(call).await;
            }
            Err(error) => return self.land_failed(call, &error.to_model_text()).await,
        };
        let new_source = |citation| Source { id: CitationId(self.engine.parts.ids.new_id()), citation };
        let sources: Vec<Source> = run.citations.into_iter().map(new_source).collect();
        let told = TurnEvent::ToolAnswered { call_id: call.wire_id.clone(), output: run.display };
        match self.write_result(call, Landed::Done, &run.output, &sources, &told).await {
            Ok(()) => {}
            Err(StoreError::TurnLost) => return Err(StoreError::TurnLost),
            Err(error) => {
                tracing::error!(tool = call.name, %error, "a result could not be stored");
                if was_unsure {
                    return self.land_unknown(call).await;
                }
                return self.land_failed(call, NOT_STORABLE).await;
            }
        }
        self.writer.add_sources(sources);
        self.show(&[told]);
        self.progress(call, ToolState::Done);
        Ok(())
    }

    /// It was not done.
    pub(super) async fn land_failed(&mut self, call: &CallHead, output: &str) -> Result<(), StoreError> {
        self.land_untold(call, Landed::Failed, output, NOT_DONE).await
    }

    /// It may have done its work, and must not be tried again.
    async fn land_unknown(&mut self, call: &CallHead) -> Result<(), StoreError> {
        self.land_untold(call, Landed::Unknown, OUTCOME_UNKNOWN, UNSURE).await
    }

    /// A call without a result: what the model is told of it, and what the student is.
    async fn land_untold(
        &mut self,
        call: &CallHead,
        landed: Landed,
        output: &str,
        text: &str,
    ) -> Result<(), StoreError> {
        let told = TurnEvent::ToolFailed { call_id: call.wire_id.clone(), text: text.to_owned() };
        self.write_result(call, landed, output, &[], &told).await?;
        self.show(&[told]);
        self.progress(call, ToolState::Failed);
        Ok(())
    }

    async fn write_result(
        &mut self,
        call: &CallHead,
        landed: Landed,
        output: &str,
        sources: &[Source],
        told: &TurnEvent,
    ) -> Result<(), StoreError> {
        let now = self.engine.parts.clock.now();
        let mut conn = self.engine.conn().await?;
        let mut tx = conn.begin().await?;
        turns::hold(&mut tx, self.task.hold).await?;
        open_calls::land(&mut tx, call.id, landed, output, now).await?;
        if !sources.is_empty() {
            citations::insert_all(&mut tx, self.task.hold.turn, call.id, sources, now).await?;
        }
        self.write_told(&mut tx, std::slice::from_ref(told)).await?;
        tx.commit().await?;
        self.unsure.retain(|unsure| *unsure != call.id);
        Ok(())
    }

    pub(super) fn progress(&mut self, call: &CallHead, state: ToolState) {
        self.show(&[TurnEvent::ToolProgressed {
            call_id: call.wire_id.clone(),
            tool_name: call.name.clone(),
            state,
            about: call.about.clone(),
        }]);
    }
}

pub(super) fn tool_span(call: &CallHead) -> tracing::Span {
    let (outcome, milliseconds) = (tracing::field::Empty, tracing::field::Empty);
    tracing::info_span!("tool_call", tool = call.name, call = %call.id, outcome, milliseconds)
}

/// Notes how a tool ran: of an error its kind alone, for its message may hold arguments.
pub(super) fn note_run(span: &tracing::Span, call: &CallHead, error: Option<&ChatbotError>, took: Duration) {
    measures::tool_ran(&call.name, error.is_none(), took);
    span.record("outcome", if error.is_none() { "done" } else { "failed" });
    span.record("milliseconds", milliseconds(took));
    span.in_scope(|| match error {
        None => tracing::info!("a tool ran"),
        Some(error) => tracing::warn!(error = error.for_log(), "a tool call failed"),
    });
}

/// What a call needs to run beside others.
#[derive(Clone)]
struct Runner {
    engine: Arc<Engine>,
    hold: Hold,
    asker: Asker,
}

impl Runner {
    async fn run(
        self,
        call: PendingCall,
        earlier_ran: bool,
    ) -> Result<(CallHead, Result<ToolRun, ChatbotError>), StoreError> {
        let head = call.head.clone();
        let mut conn = self.engine.conn().await?;
        turns::hold(&mut conn, self.hold).await?;
        // An earlier call of the round may have changed what this one may do.
        if earlier_ran && let Some(problem) = self.no_longer_allowed(&mut conn, &call).await? {
            return Ok((head, Err(problem)));
        }
        open_calls::start(&mut conn, head.id, self.engine.parts.clock.now()).await?;
        drop(conn);
        let span = tool_span(&head);
        let work = AssertUnwindSafe(self.execute(call)).catch_unwind().instrument(span.clone());
        let started = Instant::now();
        let limit = self.engine.parts.timings.tool;
        let run = match tokio::time::timeout(limit + GRACE, work).await {
            Ok(Ok(Err(_))) if started.elapsed() >= limit => Err(timed_out()),
            Ok(Ok(run)) => run,
            Ok(Err(_)) => {
                tracing::error!(tool = head.name, "a tool panicked");
                Err(ChatbotError::new(ChatbotErrorType::Internal, "the tool panicked"))
            }
            Err(_) => Err(timed_out()),
        };
        note_run(&span, &head, run.as_ref().err(), started.elapsed());
        Ok((head, run))
    }

    async fn no_longer_allowed(
        &self,
        conn: &mut PgConnection,
        call: &PendingCall,
    ) -> Result<Option<ChatbotError>, StoreError> {
        let again = Recheck::of(conn, self.asker, call, self.engine.parts.clock.now()).await?;
        open_calls::record_check_at_run(conn, call.head.id, &again.requirements).await?;
        Ok(again.problem)
    }

    async fn execute(&self, mut call: PendingCall) -> Result<ToolRun, ChatbotError> {
        let application = &self.engine.parts.application;
        let deadline = Instant::now() + self.engine.parts.timings.tool;
        let prepared = call.prepared.prepare(application, &call.context);
        tokio::time::timeout_at(deadline, prepared).await.map_err(|_| timed_out())??;
        let mut conn = self.engine.conn().await?;
        let mut tx = conn.begin().await.map_err(StoreError::from)?;
        // Given up by us is given up by Postgres: its statement would keep the connection otherwise.
        let left = deadline.saturating_duration_since(Instant::now());
        open_calls::limit_statements(&mut tx, left).await?;
        let run = call.prepared.run(&mut tx, application, &call.context).await?;
        let run = ToolRun { output: chatbot_tools::bounded(run.output), ..run };
        tx.commit().await.map_err(StoreError::from)?;
        Ok(run)
    }
}

/// Whether a tool tells by its error that it did nothing. One that took too long, or failed in the middle, may have
/// done its work.
fn says_it_was_not_done(error: &ChatbotError) -> bool {
    !matches!(error.error_type(), ChatbotErrorType::TimedOut | ChatbotErrorType::Internal)
}

fn timed_out() -> ChatbotError {
    ChatbotError::new(ChatbotErrorType::TimedOut, "the tool took too long")
}

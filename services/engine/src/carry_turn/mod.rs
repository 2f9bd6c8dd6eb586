//! Carries an accepted turn to its end: runs the machine, does what it says, reports back.

mod act;
mod ask;
mod check;
mod close;
mod commit;
mod context;
mod decide;
mod dispatch;
mod open_stream;
mod overflow;
pub(crate) mod recheck;
mod restore;
pub(crate) mod running;
mod spend;
mod suggest;
mod wait;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use chatbot_core::ModelClient;
use chatbot_core::message_parts::MessageParts;
use chatbot_core::turn::{Budget, Command, Signal, Turn, TurnEnd};
use chatbot_protocol::{ConversationId, MessageId, PageId, ToolChoice, UserId};
use chatbot_store::StoreError;
use chatbot_store::chatbots::Chatbot;
use chatbot_store::courses::Course;
use chatbot_store::turns::Hold;
use chrono::{DateTime, Utc};
use futures_util::FutureExt;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use crate::engine::Engine;
use crate::event_log::TurnLog;
use crate::open_page::OpenPage;
use crate::running_turns::RunningTurn;
use running::Carried;

/// A turn that was accepted, with everything that is frozen for it.
#[derive(Clone)]
pub struct Assignment {
    /// The turn and the epoch in which we hold it.
    pub hold: Hold,
    /// Who asked.
    pub student: UserId,
    /// What they asked.
    pub question: String,
    /// Where.
    pub conversation: ConversationId,
    /// The message that is written.
    pub answer: MessageId,
    /// The chatbot with the configuration in force.
    pub chatbot: Arc<Chatbot>,
    /// Its course.
    pub course: Arc<Course>,
    /// The page that the student has open.
    pub page: Option<(PageId, OpenPage)>,
    /// Whether selected text was sent that does not stand on that page.
    pub selection_dropped: bool,
    /// The tool choice that the message brought.
    pub tool_choice: Option<ToolChoice>,
    /// The model that is asked.
    pub model: Arc<dyn ModelClient>,
    /// What the page is shown.
    pub log: Arc<TurnLog>,
    /// When the message was accepted.
    pub accepted_at: DateTime<Utc>,
}

pub(crate) use commit::called;
pub(crate) use restore::assignment_of;
pub use restore::{Restored, Resumption};

/// Starts the turn's task: from the beginning, or where it waited for the student.
pub fn start(
    engine: &Arc<Engine>,
    assignment: Assignment,
    restored: Option<Box<Restored>>,
    running: RunningTurn,
) {
    let span =
        tracing::info_span!("turn", turn = %assignment.hold.turn, conversation = %assignment.conversation);
    let carrying = Arc::clone(engine);
    engine.spawn(async move { carry(&carrying, assignment, restored, &running).await }.instrument(span));
}

async fn carry(
    engine: &Arc<Engine>,
    assignment: Assignment,
    restored: Option<Box<Restored>>,
    running: &RunningTurn,
) {
    let (conversation, hold, log) = (assignment.conversation, assignment.hold, Arc::clone(&assignment.log));
    let rescue = assignment.clone();
    let carried = AssertUnwindSafe(run(engine, assignment, restored, running)).catch_unwind().await;
    if carried.is_err() {
        tracing::error!("a turn panicked");
        let mut carried = Carried::rescued(Arc::clone(engine), rescue);
        Box::pin(carried.close(TurnEnd::Failed(chatbot_protocol::ErrorCode::Internal))).await;
    }
    engine.running.remove(conversation, hold);
    // A turn that was taken over ends here without a word of its own: its readers are told.
    log.conclude(engine.parts.clock.now());
    log.close();
}

async fn run(
    engine: &Arc<Engine>,
    assignment: Assignment,
    restored: Option<Box<Restored>>,
    running: &RunningTurn,
) {
    let config = &assignment.chatbot.config;
    let whole = Duration::from_secs(config.limits.turn_seconds.into());
    let left = restored.as_ref().map_or(whole, |restored| restored.time_left(whole));
    let deadline = tokio::time::Instant::now() + left;
    let (mut turn, mut signal) = if let Some(restored) = &restored {
        restored.machine(&assignment)
    } else {
        let limits = &config.limits;
        let budget = Budget { requests: limits.requests_per_turn, rounds: limits.rounds_per_turn };
        (Turn::accepted(budget), Signal::Begin)
    };
    let mut carried = Carried::of(Arc::clone(engine), assignment, restored);
    loop {
        let Some((next, command)) = next_step(turn, signal) else { return };
        turn = next;
        let work = carried.do_next(command, turn, &running.stop);
        let outcome = tokio::select! {
            biased;
            // Whatever is being done: somebody else has it, or will have it.
            () = running.lost.cancelled(), if !is_end(command) => Err(StoreError::TurnLost),
            () = engine.hand_over.cancelled(), if !is_end(command) => return,
            () = running.stop.cancelled(), if !is_end(command) => Ok(Some(Signal::Stop)),
            () = tokio::time::sleep_until(deadline), if !is_end(command) => Ok(Some(Signal::TimeOver)),
            outcome = work => outcome,
        };
        signal = match outcome {
            Ok(Some(signal)) => signal,
            Ok(None) => return,
            Err(StoreError::TurnLost) => {
                tracing::warn!("the turn was taken over");
                return;
            }
            Err(error) => {
                tracing::error!(%error, "the store failed in a turn");
                Signal::StorageLost
            }
        };
    }
}

/// The machine's next step; an unlawful signal is a fault of ours and ends the turn.
fn next_step(turn: Turn, signal: Signal) -> Option<(Turn, Command)> {
    turn.on(signal)
        .inspect_err(|error| tracing::error!(%error, "the engine reported something unlawful"))
        .or_else(|_| turn.on(Signal::Broken))
        .ok()
}

/// What is not given up half-way, whatever happens.
const fn is_end(command: Command) -> bool {
    matches!(command, Command::End(_) | Command::Wait)
}

impl Carried {
    /// What was shown of a turn whose task panicked, to be closed.
    fn rescued(engine: Arc<Engine>, task: Assignment) -> Self {
        let message = MessageParts::folded(&task.log.all());
        Self { message, ..Self::unstarted(engine, task) }
    }

    fn of(engine: Arc<Engine>, task: Assignment, restored: Option<Box<Restored>>) -> Self {
        match restored {
            Some(restored) => Self::restore(engine, task, *restored),
            None => Self::begin(engine, task),
        }
    }

    /// Carries a command out; `None` when there is nothing more to do. Each is boxed: a turn that streams holds no room
    /// for what it does at other times.
    async fn do_next(
        &mut self,
        command: Command,
        turn: Turn,
        stop: &CancellationToken,
    ) -> Result<Option<Signal>, StoreError> {
        match command {
            Command::Ask { last } => Box::pin(self.ask(last, turn.requests_left() > 0)).await.map(Some),
            Command::Judge => Box::pin(self.decide()).await.map(Some),
            Command::Dispatch => Box::pin(self.dispatch()).await.map(Some),
            Command::Wait => Box::pin(self.wait()).await.map(|()| None),
            Command::End(end) => {
                if end == TurnEnd::Finished && turn.requests_left() > 0 {
                    let hand_over = self.engine.hand_over.clone();
                    // Whoever stops it now has the whole answer: neither they nor the next message wait for more.
                    tokio::select! {
                        () = Box::pin(self.suggest()) => {}
                        () = stop.cancelled() => {}
                        () = hand_over.cancelled() => {}
                    }
                }
                Box::pin(self.close(end)).await;
                Ok(None)
            }
        }
    }
}

//! Takes what a student's page answered to calls that waited for it. Nothing of the page is believed but the
//! answer, and that only for a call that is stored as waiting: what runs are the stored bytes.

use std::sync::Arc;
use std::time::Duration;

use chatbot_core::message_parts::MessageParts;
use chatbot_protocol::data_part::Usage;
use chatbot_protocol::send_message::{Answer, CallAnswer};
use chatbot_protocol::turn_event::{events_of, events_so_far};
use chatbot_protocol::ui_message::{AnswerState, MessageMetadata};
use chatbot_protocol::{ConversationId, ErrorCode, MessageId, Part, Role, TurnEvent, UiMessage, UserId};
use chatbot_store::open_calls::{self, OpenStatus};
use chatbot_store::turns::{Hold, TurnRow};
use chatbot_store::{PgConnection, citations, conversations, messages, turn_events, turns, turns_to_carry};
use chatbot_tools::Completion;

use crate::carry_turn::running::Carried;
use crate::carry_turn::{self, Assignment, Restored, Resumption};
use crate::engine::Engine;
use crate::error::EngineError;
use crate::event_log::{LogReader, TurnLog};
use crate::ground::Ground;
use crate::log_saving::Saving;
use crate::read_conversation::redact;
use crate::running_turns::RunningTurn;
use crate::settle_calls::{Settling, nothing_waits};
use crate::visible_log::Looker;

/// Answers to calls, as they come from a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerCalls {
    /// Who answers.
    pub caller: UserId,
    /// Where.
    pub conversation: ConversationId,
    /// The assistant message that holds the calls.
    pub message: String,
    /// The answers, by call.
    pub answers: Vec<CallAnswer>,
}

/// Takes the answers. Runs as a task of its own, so that a client that goes away in the middle leaves nothing
/// half-done.
pub async fn answer_calls(engine: &Arc<Engine>, answers: AnswerCalls) -> Result<LogReader, EngineError> {
    let accepting = Arc::clone(engine);
    let accepted = engine.spawn(async move { accept(&accepting, answers).await });
    accepted.await.map_err(|_| EngineError::TaskDied)?
}

async fn accept(engine: &Arc<Engine>, answers: AnswerCalls) -> Result<LogReader, EngineError> {
    if engine.shutdown.is_cancelled() {
        return Err(EngineError::refused(ErrorCode::ServerRestarting));
    }
    let now = engine.parts.clock.now();
    // Nobody waits for it with a connection in the hand: whoever is before them needs one, too.
    let _turn_to_write = engine.submissions.lock(answers.conversation).await;
    let mut conn = engine.conn().await?;
    let ground = Ground::find(&mut conn, answers.caller, answers.conversation, now).await?;
    let (answers, chatbot, course) =
        (AnswerCalls { caller: ground.person, ..answers }, ground.chatbot, ground.course);
    let mut tx = conn.begin().await?;
    let looker = Looker { caller: answers.caller, course: course.id, now };
    let message = AnsweredMessage::find(&mut tx, &answers, looker).await?;
    let open = match turns::find_open(&mut tx, answers.conversation).await? {
        Some(open) if open.assistant_message_id == message.id && open.waits => open,
        open => return read_on(engine, &mut tx, looker, &answers, &message, open).await,
    };
    let turn = turns_to_carry::find(&mut tx, open.id).await?;
    let turn = turn.ok_or(EngineError::refused(ErrorCode::NotFound))?;
    let hold = Hold { turn: open.id, epoch: open.epoch };
    let assignment = carry_turn::assignment_of(engine, &mut tx, &turn, (chatbot, course), hold).await?;
    let settling = Settling { asked: Carried::unstarted(Arc::clone(engine), assignment), now };
    let settled = settling.settle(&mut tx, &answers.answers).await?;
    if settled.still_waiting {
        message.write(&mut tx, &settled.events, AnswerState::Waiting).await?;
        tx.commit().await?;
        let events = still_waiting(&message.shown, message.id, settled.events, turn.usage);
        return Ok(TurnLog::ended(events).read());
    }
    message.write(&mut tx, &settled.events, AnswerState::Running).await?;
    let hold = turns::go_on(&mut tx, &open, engine.lease()).await?;
    turn_events::delete_of_turn(&mut tx, open.id).await?;
    let restored = Restored {
        why: Resumption::Answered,
        age: Duration::ZERO,
        waits: false,
        message: with_events(&message.stored, &[], AnswerState::Running),
        events: settled.events,
        sources: citations::list_of_turn(&mut tx, open.id).await?,
        pending: open_calls::lock_open(&mut tx, open.id, OpenStatus::Pending).await?,
        turn,
    };
    tx.commit().await?;
    let log = TurnLog::going_on(events_so_far(&message.shown, message.id), Saving::new(hold, &engine.sink));
    let assignment = Assignment { hold, log: Arc::clone(&log), ..settling.asked.task };
    let running = RunningTurn::new(hold, log);
    let reader = running.log.read_on();
    engine.running.insert(answers.conversation, running.clone());
    carry_turn::start(engine, assignment, Some(Box::new(restored)), running);
    Ok(reader)
}

/// The message whose calls are answered.
struct AnsweredMessage {
    id: MessageId,
    stored: UiMessage,
    /// Without what its student may not read any more.
    shown: UiMessage,
}

impl AnsweredMessage {
    /// Finds it, and locks its conversation.
    async fn find(
        conn: &mut PgConnection,
        answers: &AnswerCalls,
        looker: Looker,
    ) -> Result<Self, EngineError> {
        let not_found = || EngineError::refused(ErrorCode::NotFound);
        conversations::lock_own(conn, answers.conversation, answers.caller).await?.ok_or_else(not_found)?;
        let found = messages::find(conn, answers.conversation, &answers.message).await?;
        let found = found.filter(|found| found.wire.role == Role::Assistant).ok_or_else(not_found)?;
        let mut shown = found.wire.clone();
        redact(conn, looker.caller, looker.course, looker.now, std::slice::from_mut(&mut shown)).await?;
        Ok(Self { id: found.id, stored: found.wire, shown })
    }

    /// Stores what has come of its calls.
    async fn write(
        &self,
        conn: &mut PgConnection,
        events: &[TurnEvent],
        state: AnswerState,
    ) -> Result<(), EngineError> {
        let message = with_events(&self.stored, events, state);
        Ok(messages::write_parts(conn, self.id, message.parts(), message.metadata()).await?)
    }
}

/// What is told of answers that nothing waits for in the message: they came before, or nobody asked for them.
async fn read_on(
    engine: &Engine,
    conn: &mut PgConnection,
    looker: Looker,
    answers: &AnswerCalls,
    message: &AnsweredMessage,
    open: Option<TurnRow>,
) -> Result<LogReader, EngineError> {
    let asked = asked_of_student(engine, &message.shown, &answers.answers);
    match open {
        _ if asked.is_empty() => Err(nothing_waits()),
        None => Ok(TurnLog::ended(since(&message.shown, message.id, &asked)?).read()),
        Some(open) => follow(engine, conn, looker, answers, &open, message.id).await,
    }
}

/// The answers to calls that the student was asked about. A page sends along what the server's own tools gave; a
/// message in which nothing was asked has no answers.
fn asked_of_student<'a>(
    engine: &Engine,
    message: &UiMessage,
    answers: &'a [CallAnswer],
) -> Vec<&'a CallAnswer> {
    let was_asked = |answer: &&CallAnswer| {
        message.parts.iter().any(|part| {
            let Part::Tool { name, call_id, approval, .. } = part else { return false };
            let completion = engine.tool(name).map(|offer| offer.info.completion);
            *call_id == answer.call_id
                && *name == answer.tool
                && match &answer.answer {
                    Answer::Output(_) | Answer::Fault(_) => completion == Some(Completion::Page),
                    Answer::Approval { approval_id, .. } => approval.as_ref() == Some(approval_id),
                }
        })
    };
    answers.iter().filter(was_asked).collect()
}

/// The answers came before, from another tab or in another try: whoever sends them again reads on as well.
async fn follow(
    engine: &Engine,
    conn: &mut PgConnection,
    looker: Looker,
    answers: &AnswerCalls,
    open: &TurnRow,
    message: MessageId,
) -> Result<LogReader, EngineError> {
    let running = engine.running.find(answers.conversation);
    let running =
        running.filter(|running| running.hold.turn == open.id && open.assistant_message_id == message);
    match running.filter(|running| running.log.has_gone_on()) {
        Some(running) => Ok(looker.read_on(conn, &running.log).await?),
        None if open.waits || open.assistant_message_id != message => {
            Err(EngineError::TurnInProgress { open_turn: open.id })
        }
        // Another instance has it: the message is read from its start.
        None => Ok(looker.read_remote(conn, &engine.remote, *open).await?),
    }
}

fn with_events(message: &UiMessage, events: &[TurnEvent], state: AnswerState) -> MessageParts {
    let metadata = MessageMetadata { state: Some(state), ..message.metadata.clone().unwrap_or_default() };
    let mut written = MessageParts::of(message.parts.clone(), metadata);
    for event in events {
        written.apply(event);
    }
    written
}

/// What a page is shown whose answer was not the last one that is waited for.
fn still_waiting(shown: &UiMessage, id: MessageId, settled: Vec<TurnEvent>, usage: Usage) -> Vec<TurnEvent> {
    let start = events_so_far(shown, id).into_iter().take(1);
    start.chain(settled).chain([TurnEvent::StudentAwaited { usage }]).collect()
}

/// What came of a message since calls in it were answered, for a page that has all before that.
fn since(message: &UiMessage, id: MessageId, answers: &[&CallAnswer]) -> Result<Vec<TurnEvent>, EngineError> {
    let is_answered = |part: &Part| match part {
        Part::Tool { call_id, .. } => answers.iter().any(|answer| answer.call_id == *call_id),
        _ => false,
    };
    let last = message.parts.iter().rposition(is_answered).ok_or_else(nothing_waits)?;
    let answered = message.parts.iter().filter(|part| is_answered(part)).cloned().collect();
    let results = events_so_far(&UiMessage { parts: answered, ..message.clone() }, id);
    let is_result = |event: &TurnEvent| {
        use TurnEvent as Event;
        matches!(event, Event::ToolAnswered { .. } | Event::ToolFailed { .. } | Event::ToolDenied { .. })
    };
    let after = message.parts.get(last + 1..).unwrap_or_default().to_vec();
    let mut after = events_of(&UiMessage { parts: after, ..message.clone() }, id).into_iter();
    let start = after.next();
    Ok(start.into_iter().chain(results.into_iter().filter(is_result)).chain(after).collect())
}

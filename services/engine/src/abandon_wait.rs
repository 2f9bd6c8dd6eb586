//! Ends turns whose student does not answer: they said something else, stopped it, or let it be for a day.

use std::sync::Arc;
use std::time::Duration;

use chatbot_core::turn::{Budget, Command, Signal, Turn, TurnEnd};
use chatbot_protocol::ui_message::{AnswerState, ToolPartState};
use chatbot_protocol::{ConversationId, Part};
use chatbot_store::open_calls::OpenStatus;
use chatbot_store::turns::TurnRow;
use chatbot_store::{PgConnection, StoreError, messages, open_calls, turns};
use chrono::{DateTime, TimeDelta, Utc};

use crate::engine::Engine;
use crate::words::{LEFT_BEHIND, UNANSWERED};

/// How long a turn waits for its student.
const LONGEST_WAIT: TimeDelta = TimeDelta::hours(24);
/// What the model is told of a call that the student left unanswered.
const NOT_ANSWERED: &str = "The student did not answer this. Do not assume an answer.";
/// The same of one that they approved while another one was left so.
const NOT_RUN: &str = "The student approved this, but left something else unanswered, so nothing was done.";

/// How often is looked for turns that have waited too long.
const LOOK_EVERY: Duration = Duration::from_mins(1);

/// Starts the task that ends turns which have waited too long, until the server goes down.
pub fn start_expiring(engine: &Arc<Engine>) {
    let expiring = Arc::clone(engine);
    engine.spawn(async move {
        loop {
            if let Err(error) = expire_waits(&expiring).await {
                tracing::error!(%error, "turns that waited too long could not be ended");
            }
            tokio::select! {
                () = expiring.shutdown.cancelled() => return,
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
        }
    });
}

/// Ends every turn that has waited too long; gives how many.
pub async fn expire_waits(engine: &Engine) -> Result<usize, StoreError> {
    let now = engine.parts.clock.now();
    let mut conn = engine.conn().await?;
    let expired = turns::list_waiting_since(&mut conn, now - LONGEST_WAIT).await?;
    for turn in &expired {
        let mut tx = conn.begin().await?;
        match abandon(&mut tx, turn, Signal::WaitAbandoned, now).await {
            Ok(()) => tx.commit().await?,
            // The student answered just now.
            Err(StoreError::TurnLost) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(expired.len())
}

/// Ends the turn of a conversation that waits, if there is one.
pub(crate) async fn stop_waiting(engine: &Engine, conversation: ConversationId) -> Result<(), StoreError> {
    let mut conn = engine.conn().await?;
    let mut tx = conn.begin().await?;
    match turns::find_open(&mut tx, conversation).await? {
        Some(open) if open.waits => {
            match abandon(&mut tx, &open, Signal::Stop, engine.parts.clock.now()).await {
                Err(StoreError::TurnLost) => Ok(()),
                Err(error) => Err(error),
                Ok(()) => Ok(tx.commit().await?),
            }
        }
        _ => Ok(()),
    }
}

/// Closes what waits and ends the turn, within the caller's transaction.
pub(crate) async fn abandon(
    tx: &mut PgConnection,
    turn: &TurnRow,
    signal: Signal,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let end = end_by(signal);
    let hold = turns::take_over(tx, turn).await?;
    let approved = open_calls::lock_open(tx, turn.id, OpenStatus::Pending).await?;
    let approved: Vec<String> = approved.iter().map(|call| call.id.to_string()).collect();
    open_calls::close_waiting(tx, turn.id, NOT_ANSWERED, NOT_RUN, now).await?;
    let id = turn.assistant_message_id;
    if let Some(stored) = messages::find(tx, turn.conversation_id, &id.to_string()).await? {
        let mut message = stored.wire;
        message.parts.iter_mut().for_each(|part| leave_unanswered(part, &approved));
        let mut metadata = message.metadata.take().unwrap_or_default();
        metadata.state = Some(match end {
            TurnEnd::Stopped => AnswerState::Stopped,
            _ => AnswerState::Finished,
        });
        metadata.finished_at = Some(now);
        messages::write_parts(tx, id, &message.parts, &metadata).await?;
    }
    turns::end(tx, hold, end, now).await
}

/// How a turn that waits ends by a signal.
fn end_by(signal: Signal) -> TurnEnd {
    match Turn::waiting(Budget { requests: 0, rounds: 0 }).on(signal) {
        Ok((_, Command::End(end))) => end,
        _ => TurnEnd::Finished,
    }
}

fn leave_unanswered(part: &mut Part, approved: &[String]) {
    let Part::Tool { call_id, state: state @ ToolPartState::Called, approval, .. } = part else { return };
    *state = match approval {
        Some(_) if approved.contains(call_id) => ToolPartState::Failed(LEFT_BEHIND.to_owned()),
        Some(_) => ToolPartState::Denied,
        None => ToolPartState::Failed(UNANSWERED.to_owned()),
    };
}

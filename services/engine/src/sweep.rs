//! Ends turns that nobody carries any more: at start, and when a message meets one.

use chatbot_core::history;
use chatbot_core::turn::TurnEnd;
use chatbot_protocol::ui_message::{AnswerState, ToolPartState};
use chatbot_protocol::{ConversationId, ErrorCode, Part, UiMessage};
use chatbot_store::turns::TurnRow;
use chatbot_store::{StoreError, messages, open_calls, rounds, turns};
use sqlx::Acquire;

use crate::engine::Engine;
use crate::error::EngineError;
use crate::words::LEFT_BEHIND;

/// Ends every turn that was left open, as interrupted and with what was stored of it. Gives how many.
/// Called once, before the first request is served.
pub async fn sweep(engine: &Engine) -> Result<usize, StoreError> {
    let open = turns::list_open(&mut *engine.conn().await?).await?;
    for turn in &open {
        end_interrupted(engine, turn).await?;
    }
    Ok(open.len())
}

/// Ends the open turn of a conversation that this instance does not carry.
pub(crate) async fn end_abandoned(engine: &Engine, conversation: ConversationId) -> Result<(), EngineError> {
    let open = turns::find_open(&mut *engine.conn().await?, conversation).await?;
    // One that waits for its student is left to whoever writes the next message.
    let Some(open) = open.filter(|open| !open.waits) else { return Ok(()) };
    // It may have begun to run in the meantime.
    if engine.running.find(conversation).is_some() {
        return Err(EngineError::TurnInProgress { open_turn: open.id });
    }
    match end_interrupted(engine, &open).await {
        Ok(()) | Err(StoreError::TurnLost) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

async fn end_interrupted(engine: &Engine, turn: &TurnRow) -> Result<(), StoreError> {
    let now = engine.parts.clock.now();
    let mut conn = engine.conn().await?;
    let mut tx = conn.begin().await?;
    let hold = turns::take_over(&mut tx, turn).await?;
    rounds::close_partial(&mut tx, turn.id).await?;
    open_calls::close_open(&mut tx, turn.id, history::NO_RESULT, now).await?;
    let id = turn.assistant_message_id;
    if let Some(stored) = messages::find(&mut tx, turn.conversation_id, &id.to_string()).await? {
        let mut message = closed(stored.wire);
        let mut metadata = message.metadata.take().unwrap_or_default();
        metadata.turn_id = Some(turn.id);
        metadata.state = Some(AnswerState::Interrupted);
        metadata.error_code = Some(ErrorCode::Interrupted);
        metadata.finished_at = Some(now);
        messages::write_parts(&mut tx, id, &message.parts, &metadata).await?;
    }
    turns::end(&mut tx, hold, TurnEnd::Interrupted, now).await?;
    tx.commit().await?;
    tracing::info!(turn = %turn.id, "ended a turn that nobody carried");
    Ok(())
}

/// The message with nothing left open in it.
fn closed(mut message: UiMessage) -> UiMessage {
    for part in &mut message.parts {
        match part {
            Part::Text { streaming, .. } => *streaming = false,
            Part::Tool { state: state @ ToolPartState::Called, .. } => {
                *state = ToolPartState::Failed(LEFT_BEHIND.to_owned());
            }
            _ => {}
        }
    }
    message
}

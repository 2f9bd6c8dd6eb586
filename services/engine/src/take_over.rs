//! Takes over turns whose instance died or hangs: goes on with them where that is safe, else ends them honestly.

use std::collections::HashSet;
use std::sync::Arc;

use chatbot_core::message_parts::MessageParts;
use chatbot_core::turn::TurnEnd;
use chatbot_core::{history, unfinished};
use chatbot_protocol::turn_event::events_so_far;
use chatbot_protocol::ui_message::{AnswerState, ToolPartState};
use chatbot_protocol::{ConversationId, ErrorCode, Part, TurnEvent, TurnId, UiMessage};
use chatbot_store::leases::{self, Claimed, Left};
use chatbot_store::open_calls::{self, Landed, OpenCall, OpenStatus};
use chatbot_store::turns::{Hold, TurnRow};
use chatbot_store::turns_to_carry::TurnToCarry;
use chatbot_store::{
    Conn, PgConnection, StoreError, citations, messages, rounds, turn_events, turns, turns_to_carry,
    usage_ledger,
};

use crate::carry_turn::{self, Assignment, Restored, Resumption};
use crate::engine::Engine;
use crate::error::EngineError;
use crate::event_log::TurnLog;
use crate::log_saving::Saving;
use crate::measures;
use crate::read_conversation::chatbot_in;
use crate::running_turns::RunningTurn;
use crate::words::{LEFT_BEHIND, OUTCOME_UNKNOWN, UNSURE};

/// At most so many at a time; the next look takes the next ones.
const AT_A_TIME: i64 = 20;
/// A turn that was taken over more often, and may have taken its instances with it, is ended.
const MOST_TIMES: i32 = 4;

/// Takes over the turns that nobody carries any more. Gives how many.
pub async fn take_over(engine: &Arc<Engine>) -> Result<usize, StoreError> {
    let (instance, lease) = engine.lease();
    let (mut conn, running) = (engine.conn().await?, engine.running.ids());
    let claimed = leases::claim_expired(&mut conn, instance, lease, (None, AT_A_TIME), &running).await?;
    drop(conn);
    for claim in &claimed {
        tracing::warn!(turn = %claim.turn.id, was = ?claim.was, epoch = claim.turn.epoch, "took a turn over");
        if let Err(error) = recover(engine, claim).await {
            // Its lease runs out once more.
            tracing::error!(turn = %claim.turn.id, %error, "a turn could not be gone on with");
        }
    }
    Ok(claimed.len())
}

/// Ends the turn of a conversation whose instance is gone: a new message came.
pub(crate) async fn end_left_behind(
    engine: &Engine,
    conversation: ConversationId,
) -> Result<bool, EngineError> {
    let (instance, lease) = engine.lease();
    let mut conn = engine.conn().await?;
    let wanted = (Some(conversation), 1);
    let claimed = leases::claim_expired(&mut conn, instance, lease, wanted, &engine.running.ids()).await?;
    for claim in &claimed {
        end(engine, &mut conn, &claim.turn, TurnEnd::Interrupted).await?;
    }
    Ok(!claimed.is_empty())
}

async fn recover(engine: &Arc<Engine>, claim: &Claimed) -> Result<(), EngineError> {
    let mut conn = engine.conn().await?;
    let row = claim.turn;
    if claim.stop_requested {
        return Ok(end(engine, &mut conn, &row, TurnEnd::Stopped).await?);
    }
    let told = Told::find(&mut conn, &row).await?;
    let in_reply = claim.was == Left::InReply;
    let has_shown = in_reply && unfinished::shows_text_of_its_reply(&told.all());
    let turn = turns_to_carry::find(&mut conn, row.id).await?;
    let goes_on = |turn: &TurnToCarry| !(has_shown || in_reply && turn.reply_has_text);
    let Some(turn) = turn.filter(|turn| goes_on(turn) && claim.times <= MOST_TIMES) else {
        return Ok(end(engine, &mut conn, &row, TurnEnd::Interrupted).await?);
    };
    let now = engine.parts.clock.now();
    let ground = chatbot_in(&mut conn, turn.student_id, turn.conversation_id, now).await;
    let Ok(ground) = ground.map(|found| (found.chatbot, found.course)) else {
        return Ok(end(engine, &mut conn, &row, TurnEnd::Interrupted).await?);
    };
    let hold = Hold { turn: row.id, epoch: row.epoch };
    let saving = Saving::after(hold, &engine.sink, told.stored.len(), told.next);
    let assignment = carry_turn::assignment_of(engine, &mut conn, &turn, ground, hold).await?;
    let restored = restore(engine, &mut conn, claim, turn, &told).await?;
    drop(conn);
    let log = TurnLog::taken_over(told.stored, saving);
    let conversation = assignment.conversation;
    let running = RunningTurn::new(hold, Arc::clone(&log));
    engine.running.insert(conversation, running.clone());
    carry_turn::start(engine, Assignment { log, ..assignment }, Some(Box::new(restored)), running);
    measures::taken_over("went_on");
    Ok(())
}

async fn restore(
    engine: &Engine,
    conn: &mut Conn,
    claim: &Claimed,
    turn: TurnToCarry,
    told: &Told,
) -> Result<Restored, StoreError> {
    let mut tx = conn.begin().await?;
    if claim.was != Left::Accepted {
        usage_ledger::settle_left(&mut tx, claim.turn.id, engine.parts.clock.now()).await?;
    }
    let RanOn { again: mut pending, unsure } = settle_running(engine, &mut tx, claim.turn.id).await?;
    pending.extend(open_calls::lock_open(&mut tx, claim.turn.id, OpenStatus::Pending).await?);
    let waiting = open_calls::lock_open(&mut tx, claim.turn.id, OpenStatus::Waiting).await?;
    // A reply that had shown nothing is asked for again.
    rounds::close_partial(&mut tx, claim.turn.id).await?;
    let sources = citations::list_of_turn(&mut tx, claim.turn.id).await?;
    tx.commit().await?;
    let all = told.all();
    let known: HashSet<String> = MessageParts::folded(&all).parts().iter().filter_map(call_of).collect();
    let mut first = [told.rest.clone(), unfinished::closing(&all)].concat();
    first.extend(unsure.iter().chain(&pending).filter_map(|call| called_again(engine, &known, call)));
    first.extend(
        unsure
            .iter()
            .map(|call| TurnEvent::ToolFailed { call_id: call.id.to_string(), text: UNSURE.to_owned() }),
    );
    let age = (engine.parts.clock.now() - turn.carried_since).to_std().unwrap_or_default();
    let why = match claim.was {
        Left::Dispatching => Resumption::InDispatch,
        Left::Accepted | Left::InReply => Resumption::BeforeReply,
    };
    let message = MessageParts::folded(&told.stored);
    Ok(Restored { why, age, turn, message, events: first, sources, pending, waits: !waiting.is_empty() })
}

/// What pages were told of a turn when it was left.
struct Told {
    /// What is stored of its log.
    stored: Vec<TurnEvent>,
    /// The number of the event that comes next.
    next: u64,
    /// What is to be told first: what its rounds have done is stored with the message, and the log may be behind.
    rest: Vec<TurnEvent>,
}

impl Told {
    async fn find(conn: &mut PgConnection, turn: &TurnRow) -> Result<Self, StoreError> {
        let log = turn_events::list_since(conn, &[(turn.id, 0)]).await?.pop();
        let (stored, next) = log.map(|log| (log.events, log.next)).unwrap_or_default();
        let id = turn.assistant_message_id;
        let message = messages::find(conn, turn.conversation_id, &id.to_string()).await?;
        let rest = message.map_or_else(Vec::new, |message| {
            if stored.is_empty() {
                events_so_far(&message.wire, id)
            } else {
                unfinished::missing(&stored, &message.wire.parts)
            }
        });
        Ok(Self { stored, next, rest })
    }

    fn all(&self) -> Vec<TurnEvent> {
        [self.stored.as_slice(), &self.rest].concat()
    }
}

/// Calls that ran when whoever ran them died.
struct RanOn {
    /// Those that change nothing: they can run again.
    again: Vec<OpenCall>,
    /// Those that may have done their work.
    unsure: Vec<OpenCall>,
}

/// Lands the calls that may have done their work.
async fn settle_running(engine: &Engine, tx: &mut PgConnection, turn: TurnId) -> Result<RanOn, StoreError> {
    let ran = open_calls::lock_open(tx, turn, OpenStatus::Running).await?;
    let (unsure, again): (Vec<_>, Vec<_>) =
        ran.into_iter().partition(|call| engine.changes_something(&call.name));
    for call in &unsure {
        open_calls::land(tx, call.id, Landed::Unknown, OUTCOME_UNKNOWN, engine.parts.clock.now()).await?;
    }
    Ok(RanOn { again, unsure })
}

/// A call that whoever committed it did not live to tell pages of: they take no result of a call that they do not know.
fn called_again(engine: &Engine, told: &HashSet<String>, call: &OpenCall) -> Option<TurnEvent> {
    let offer = engine.tool(&call.name).filter(|_| !told.contains(&call.id.to_string()))?;
    Some(carry_turn::called(offer, call.id, offer.set.display_input(&call.name, &call.arguments)))
}

fn call_of(part: &Part) -> Option<String> {
    match part {
        Part::Tool { call_id, .. } => Some(call_id.clone()),
        _ => None,
    }
}

/// Ends a turn with what was stored of it.
async fn end(engine: &Engine, conn: &mut Conn, turn: &TurnRow, end: TurnEnd) -> Result<(), StoreError> {
    let now = engine.parts.clock.now();
    let mut tx = conn.begin().await?;
    let hold = Hold { turn: turn.id, epoch: turn.epoch };
    turns::hold(&mut tx, hold).await?;
    rounds::close_partial(&mut tx, turn.id).await?;
    let RanOn { unsure, .. } = settle_running(engine, &mut tx, turn.id).await?;
    open_calls::close_open(&mut tx, turn.id, history::NO_RESULT, now).await?;
    let id = turn.assistant_message_id;
    let events = turn_events::list_since(&mut tx, &[(turn.id, 0)]).await?.pop();
    if let Some(stored) = messages::find(&mut tx, turn.conversation_id, &id.to_string()).await? {
        let folded = MessageParts::folded(&events.map(|stored| stored.events).unwrap_or_default());
        // The log is stored more often, but not always first.
        let parts = if unfinished::extent_of(folded.parts()) > unfinished::extent_of(&stored.wire.parts) {
            folded.parts().to_vec()
        } else {
            stored.wire.parts.clone()
        };
        let mut message = closed(UiMessage { parts, ..stored.wire }, &unsure);
        let mut metadata = message.metadata.take().unwrap_or_default();
        metadata.turn_id = Some(turn.id);
        (metadata.state, metadata.error_code) = match end {
            TurnEnd::Stopped => (Some(AnswerState::Stopped), None),
            _ => (Some(AnswerState::Interrupted), Some(ErrorCode::Interrupted)),
        };
        metadata.finished_at = Some(now);
        messages::write_parts(&mut tx, id, &message.parts, &metadata).await?;
    }
    turns::end(&mut tx, hold, end, now).await?;
    tx.commit().await?;
    measures::taken_over("ended");
    tracing::info!(turn = %turn.id, "ended a turn that nobody carried");
    Ok(())
}

/// The message with nothing left open in it.
fn closed(mut message: UiMessage, unsure: &[OpenCall]) -> UiMessage {
    for part in &mut message.parts {
        match part {
            Part::Text { streaming, .. } => *streaming = false,
            Part::Tool { call_id, state: state @ ToolPartState::Called, .. } => {
                let is_unsure = unsure.iter().any(|call| call.id.to_string() == *call_id);
                *state = ToolPartState::Failed(if is_unsure { UNSURE } else { LEFT_BEHIND }.to_owned());
            }
            _ => {}
        }
    }
    message
}

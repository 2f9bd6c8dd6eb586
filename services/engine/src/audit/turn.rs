//! A turn, round by round.

use chatbot_protocol::audit::{CallTrace, PassageTrace, RoundTrace, TurnTrace};
use chatbot_protocol::{ErrorCode, RoundId, TurnId, UserId};
use chatbot_store::audit::{
    BroughtPassage, RoundRow, find_turn_context, find_turn_facts, list_brought, list_calls_of_turn,
    list_rounds,
};
use chatbot_store::{PgConnection, StoreError};
use serde_json::json;

use super::access::{Deed, note, scope_of};
use super::wire::{self, count, text_of};
use crate::engine::Engine;
use crate::error::EngineError;

pub(super) async fn read(engine: &Engine, caller: UserId, turn: TurnId) -> Result<TurnTrace, EngineError> {
    let missing = || EngineError::refused(ErrorCode::NotFound);
    let mut conn = engine.conn().await?;
    let mut tx = conn.begin().await?;
    let scope = scope_of(&mut tx, caller).await?;
    let facts = find_turn_facts(&mut tx, turn).await?.ok_or_else(missing)?;
    if !scope.has(facts.course) {
        return Err(missing());
    }
    let trace = trace(&mut tx, turn).await?.ok_or_else(missing)?;
    let deed = Deed {
        action: "turn_viewed",
        subject_kind: "turn",
        subject: Some(turn.0),
        course: Some(facts.course),
        detail: json!({}),
    };
    note(engine, &mut tx, caller, deed).await?;
    tx.commit().await?;
    Ok(trace)
}

/// Everything about a turn. Who may read it is for the caller to know.
pub(crate) async fn trace(conn: &mut PgConnection, turn: TurnId) -> Result<Option<TurnTrace>, StoreError> {
    let Some(facts) = find_turn_facts(conn, turn).await? else { return Ok(None) };
    let Some(context) = find_turn_context(conn, turn).await? else { return Ok(None) };
    let calls = list_calls_of_turn(conn, turn).await?;
    let calls: Vec<(RoundId, CallTrace)> =
        calls.into_iter().map(|row| (row.round, wire::call(row))).collect();
    let erased = context.conversation.is_none();
    let rounds = list_rounds(conn, turn).await?;
    Ok(Some(TurnTrace {
        id: turn,
        course: facts.course_title.unwrap_or_default(),
        chatbot: facts.chatbot_name,
        version: count(context.version),
        model: facts.model,
        student: context.student.map(wire::person),
        question: context.question.as_ref().and_then(text_of),
        answer: context.answer,
        state: facts.state,
        error_code: facts.error_code.as_deref().and_then(ErrorCode::parse),
        started_at: facts.at,
        ended_at: facts.ended_at,
        requests: count(facts.requests),
        input_tokens: count(facts.input_tokens),
        output_tokens: count(facts.output_tokens),
        rounds: rounds.into_iter().map(|row| round(row, &calls, erased)).collect(),
        passages: list_brought(conn, turn).await?.into_iter().map(passage).collect(),
    }))
}

fn round(row: RoundRow, calls: &[(RoundId, CallTrace)], erased: bool) -> RoundTrace {
    let own = calls.iter().filter(|(round, _)| *round == row.id);
    RoundTrace {
        number: count(row.number),
        attempts: count(row.attempts),
        disposition: row.disposition,
        offered: row.offered,
        text: (!erased).then_some(row.text),
        calls: own.map(|(_, call)| call.clone()).collect(),
        rejects: row.rejects,
        input_tokens: count(row.input_tokens),
        output_tokens: count(row.output_tokens),
    }
}

fn passage(row: BroughtPassage) -> PassageTrace {
    PassageTrace {
        id: row.id,
        call_id: row.call,
        number: count(row.number),
        shown_number: row.shown_number.map(count),
        title: row.title,
        section: row.section,
        url: row.url,
        text: row.text,
    }
}

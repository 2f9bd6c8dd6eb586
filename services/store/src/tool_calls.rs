//! Table `tool_calls`: every call of a model, run or refused, with the very bytes and the decision.

use chatbot_core::{ToolRequirement, ValidationReject};
use chatbot_protocol::{CallId, RoundId, TurnId};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::StoreError;

/// A requirement of a call and whether it held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequirementVerdict {
    /// What had to hold.
    pub requirement: ToolRequirement,
    /// Whether it did.
    pub holds: bool,
}

/// A judged call to be stored.
#[derive(Clone, Debug)]
pub struct NewToolCall<'a> {
    /// Its id.
    pub id: CallId,
    /// Its round.
    pub round_id: RoundId,
    /// Its turn.
    pub turn_id: TurnId,
    /// Its place in the reply, from 0.
    pub call_index: i32,
    /// The provider's id.
    pub wire_id: &'a str,
    /// The name and arguments as the model sent them.
    pub name: &'a str,
    /// The arguments as the model sent them.
    pub arguments: &'a str,
    /// The arguments as they are authorised and run.
    pub effective_arguments: &'a str,
    /// Why it was rejected, if it was.
    pub reject: Option<&'a ValidationReject>,
    /// Each requirement with its verdict.
    pub requirements: &'a [RequirementVerdict],
    /// The configuration in force.
    pub configuration_version: i32,
    /// The first of its source numbers.
    pub first_source_number: i32,
    /// What it is answered with at once, when it is not run.
    pub answer: Option<&'a str>,
    /// When.
    pub now: DateTime<Utc>,
}

/// Stores a call: `pending`, or `answered` when it is not run.
pub async fn insert(conn: &mut PgConnection, new: NewToolCall<'_>) -> Result<(), StoreError> {
    let answered = new.answer.is_some();
    sqlx::query!(
        "insert into chatbot.tool_calls
             (id, round_id, turn_id, call_index, wire_id, name, arguments, effective_name, effective_arguments,
              disposition, audience, reject, requirements, configuration_version, first_source_number, status,
              output, ended_at)
         values ($1, $2, $3, $4, $5, $6, $7, $6, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)",
        new.id.0,
        new.round_id.0,
        new.turn_id.0,
        new.call_index,
        new.wire_id,
        new.name,
        new.arguments,
        new.effective_arguments,
        if answered { "answer" } else { "accept" },
        answered.then_some("model"),
        new.reject.map(Json) as _,
        Json(new.requirements) as _,
        new.configuration_version,
        new.first_source_number,
        if answered { "answered" } else { "pending" },
        new.answer,
        answered.then_some(new.now),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Notes that a call is about to run.
pub async fn start(conn: &mut PgConnection, id: CallId, now: DateTime<Utc>) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.tool_calls set status = 'running', started_at = $2 where id = $1 and status = 'pending'",
        id.0,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Lands a call's result.
pub async fn land(
    conn: &mut PgConnection,
    id: CallId,
    succeeded: bool,
    output: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.tool_calls set status = $2, output = $3, ended_at = $4
         where id = $1 and status in ('pending', 'running')",
        id.0,
        if succeeded { "done" } else { "failed" },
        output,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Closes the calls of a turn that ended before they had a result, each with `output`.
pub async fn close_open(
    conn: &mut PgConnection,
    turn: TurnId,
    output: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.tool_calls set status = 'unknown', output = $2, ended_at = $3
         where turn_id = $1 and status in ('pending', 'running', 'waiting')",
        turn.0,
        output,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

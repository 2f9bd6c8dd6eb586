//! Table `tool_calls`: committed calls on their way to a result.

use std::time::Duration;

use chatbot_core::pipeline::RequirementVerdict;
use chatbot_protocol::{CallId, TurnId};
use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use crate::StoreError;

/// A call that is not completed yet, as far as it must be known to complete it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenCall {
    /// Its id.
    pub id: CallId,
    /// The name under which it was authorised.
    pub name: String,
    /// The very bytes that were authorised.
    pub arguments: String,
    /// The first of its source numbers.
    pub first_source_number: u32,
}

/// How such a call stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenStatus {
    /// It is to run.
    Pending,
    /// It was running when whoever ran it died.
    Running,
    /// The student has to answer first.
    Waiting,
}

impl OpenStatus {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Running => "running",
            Self::Waiting => "waiting",
        }
    }
}

struct OpenRow {
    id: Uuid,
    effective_name: String,
    effective_arguments: String,
    first_source_number: i32,
}

impl From<OpenRow> for OpenCall {
    fn from(row: OpenRow) -> Self {
        Self {
            id: row.id.into(),
            name: row.effective_name,
            arguments: row.effective_arguments,
            first_source_number: u32::try_from(row.first_source_number).unwrap_or(0),
        }
    }
}

/// The calls of a turn that stand so, in call order, locked for the rest of the
/// transaction.
pub async fn lock_open(
    conn: &mut PgConnection,
    turn: TurnId,
    status: OpenStatus,
) -> Result<Vec<OpenCall>, StoreError> {
    let rows = sqlx::query_as!(
        OpenRow,
        "select k.id, k.effective_name, k.effective_arguments, k.first_source_number
         from chatbot.tool_calls k join chatbot.rounds r on r.id = k.round_id
         where k.turn_id = $1 and k.status = $2
         order by r.round_number, k.call_index
         for update of k",
        turn.0,
        status.as_str(),
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(OpenCall::from).collect())
}

/// What a student's answer makes of a call that waited for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled<'a> {
    /// It was approved and is to run.
    Approved,
    /// It was not approved; what the model is told.
    Denied(&'a str),
    /// The page completed it; the result.
    Done(&'a str),
    /// The page could not complete it; what the model is told.
    Failed(&'a str),
}

/// Settles a call that waits, or was approved while others wait, with the answer as the page gave it. The caller holds
/// its lock.
pub async fn settle(
    conn: &mut PgConnection,
    id: CallId,
    settled: Settled<'_>,
    answer: &Value,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let (status, output) = match settled {
        Settled::Approved => ("pending", None),
        Settled::Denied(output) => ("denied", Some(output)),
        Settled::Done(output) => ("done", Some(output)),
        Settled::Failed(output) => ("failed", Some(output)),
    };
    sqlx::query!(
        "update chatbot.tool_calls
         set status = $2, output = $3, answer = $4, answered_at = $5::timestamptz,
             ended_at = case when $3::text is null then null else $5::timestamptz end
         where id = $1 and status in ('waiting', 'pending')",
        id.0,
        status,
        output,
        answer,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Closes the calls of a turn that waits no more: those whose answer did not come with `unanswered`, those that were
/// approved meanwhile with `approved`.
pub async fn close_waiting(
    conn: &mut PgConnection,
    turn: TurnId,
    unanswered: &str,
    approved: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.tool_calls
         set status = 'unanswered', output = case when status = 'waiting' then $2 else $3 end, ended_at = $4
         where turn_id = $1 and status in ('waiting', 'pending')",
        turn.0,
        unanswered,
        approved,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Records the requirements of a call as they were found right before it ran.
pub async fn record_check_at_run(
    conn: &mut PgConnection,
    id: CallId,
    requirements: &[RequirementVerdict],
) -> Result<(), StoreError> {
    let noted = sqlx::query!(
        "update chatbot.tool_calls set requirements_at_run = $2 where id = $1 and status in ('pending', 'waiting')",
        id.0,
        Json(requirements) as _,
    )
    .execute(conn)
    .await?;
    // It ended meanwhile, and may be erased: nothing of a person is put back into it, and it does not run.
    if noted.rows_affected() == 0 { Err(StoreError::TurnLost) } else { Ok(()) }
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

/// What became of a call that ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landed {
    /// It gave a result.
    Done,
    /// It failed, and changed nothing.
    Failed,
    /// It may have done its work or not: nobody saw its end.
    Unknown,
}

impl Landed {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Unknown => "unknown",
        }
    }
}

/// Lands a call's result.
pub async fn land(
    conn: &mut PgConnection,
    id: CallId,
    landed: Landed,
    output: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.tool_calls set status = $2, output = $3, ended_at = $4
         where id = $1 and status in ('pending', 'running')",
        id.0,
        landed.as_str(),
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

/// Lets no statement of this transaction run longer: what is given up by us is given up by Postgres as well,
/// and the rows that it has locked are free again. Between two statements it may take twice as long, whatever other
/// transactions may: a tool may ask somebody else.
pub async fn limit_statements(tx: &mut PgConnection, limit: Duration) -> Result<(), StoreError> {
    sqlx::query!(
        "select set_config('statement_timeout', $1, true) as one,
                set_config('idle_in_transaction_session_timeout', $2, true) as other",
        limit.as_millis().max(1).to_string(),
        (limit * 2).as_millis().max(1).to_string(),
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}

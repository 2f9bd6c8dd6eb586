//! Table `tool_calls`: every call of a model, run or refused, with the very bytes and the decision.

use chatbot_core::ValidationReject;
use chatbot_core::pipeline::{Audience, Disposition, RequirementVerdict};
use chatbot_protocol::{CallId, RoundId, TurnId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::StoreError;

/// A judged call to be stored.
#[derive(Clone, Debug)]
pub struct NewToolCall<'a> {
    /// Its id.
    pub id: CallId,
    /// Its round.
    pub round_id: RoundId,
    /// Its turn.
    pub turn_id: TurnId,
    /// Which reply of the round, from 1.
    pub attempt: i32,
    /// Its place in the reply, from 0.
    pub call_index: i32,
    /// The provider's id.
    pub wire_id: &'a str,
    /// The name as the model sent it.
    pub name: &'a str,
    /// The arguments as the model sent them.
    pub arguments: &'a str,
    /// The name under which it is authorised and run.
    pub effective_name: &'a str,
    /// The arguments as they are authorised and run.
    pub effective_arguments: &'a str,
    /// Whether the arguments came encoded twice.
    pub unwrapped: bool,
    /// What its own fault asked for.
    pub disposition: Disposition,
    /// Who may read why it was rejected, if it was.
    pub audience: Option<Audience>,
    /// Why it was rejected, as a model may read it.
    pub reject: Option<&'a ValidationReject>,
    /// Why a gate said no.
    pub log_reason: Option<&'a str>,
    /// Each requirement with its verdict.
    pub requirements: &'a [RequirementVerdict],
    /// The configuration in force.
    pub configuration_version: i32,
    /// The first of its source numbers.
    pub first_source_number: i32,
    /// How it stands.
    pub status: NewStatus<'a>,
    /// When.
    pub now: DateTime<Utc>,
}

/// How a judged call stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewStatus<'a> {
    /// It is to run.
    Pending,
    /// The student has to answer first.
    Waiting,
    /// It is answered without running.
    Answered(&'a str),
    /// It was dropped from the reply.
    Ignored,
    /// Its reply does not count.
    Rejected,
}

impl NewStatus<'_> {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Waiting => "waiting",
            Self::Answered(_) => "answered",
            Self::Ignored => "ignored",
            Self::Rejected => "rejected",
        }
    }
}

/// Stores a call.
pub async fn insert(conn: &mut PgConnection, new: NewToolCall<'_>) -> Result<(), StoreError> {
    let output = match new.status {
        NewStatus::Answered(output) => Some(output),
        NewStatus::Pending | NewStatus::Waiting | NewStatus::Ignored | NewStatus::Rejected => None,
    };
    let is_open = matches!(new.status, NewStatus::Pending | NewStatus::Waiting);
    let ended = (!is_open).then_some(new.now);
    sqlx::query!(
        "insert into chatbot.tool_calls
             (id, round_id, turn_id, attempt, call_index, wire_id, name, arguments, effective_name,
              effective_arguments, unwrapped, disposition, audience, reject, log_reason, requirements,
              configuration_version, first_source_number, status, output, ended_at, created_at, course_id, chatbot_id)
         select $1, $2, t.id, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
                b.course_id, b.id
         from chatbot.turns t join chatbot.chatbots b on b.id = t.chatbot_id where t.id = $3",
        new.id.0,
        new.round_id.0,
        new.turn_id.0,
        new.attempt,
        new.call_index,
        new.wire_id,
        new.name,
        new.arguments,
        new.effective_name,
        new.effective_arguments,
        new.unwrapped,
        new.disposition.as_str(),
        new.audience.map(Audience::as_str),
        new.reject.map(Json) as _,
        new.log_reason,
        Json(new.requirements) as _,
        new.configuration_version,
        new.first_source_number,
        new.status.as_str(),
        output,
        ended,
        new.now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

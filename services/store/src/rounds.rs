//! Table `rounds`: the model's replies, as the model gave them.

use chatbot_core::ValidationReject;
use chatbot_protocol::data_part::Usage;
use chatbot_protocol::limits::LimitKind;
use chatbot_protocol::{RoundId, TurnId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::StoreError;
use crate::turns::{Hold, written};
use crate::usage_ledger::{NewReservation, Spender, limit_of, to_i32};

/// A request to the model.
#[derive(Clone, Copy, Debug)]
pub struct NewRequest<'a> {
    /// Its round.
    pub round: RoundId,
    /// The round's place among those of its turn, from 1.
    pub round_number: i32,
    /// The tools that the model is offered.
    pub offered: &'a [String],
    /// What it may cost.
    pub reservation: NewReservation,
}

/// Begins a round, or its next attempt, if it is there: then the former reply does not count. The request is counted and
/// paid for, and what an attempt left reserved is settled; gives the limit that says no, and has then changed nothing.
/// It does not wait for the disk: should the database machine die, the turn is asked again.
pub async fn begin(
    conn: &mut PgConnection,
    hold: Hold,
    spender: Spender<'_>,
    new: NewRequest<'_>,
) -> Result<Option<LimitKind>, StoreError> {
    let NewReservation { id, turn, reserve, is_request, now } = new.reservation;
    let begun = sqlx::query!(
        r#"with unhurried as (select set_config('synchronous_commit', 'off', true)),
              held as (
                  select id from chatbot.turns, unhurried
                  where id = $1 and epoch = $2 and ended_at is null for no key update of turns
              ), reserved as materialized (
                  select id, chatbot.reserve_tokens($6, $17, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) as says_no
                  from held
              ), counted as (
                  update chatbot.turns t set state = 'asking', requests = requests + 1
                  from reserved r where t.id = r.id and r.says_no is null
                  returning t.id
              ), begun as (
                  insert into chatbot.rounds as r
                      (id, turn_id, round_number, state, reply_text, offered, created_at)
                  select $3, counted.id, $4, 'streaming', '', $5, $16 from counted
                  on conflict (id) do update set attempts = r.attempts + 1, reply_text = '', offered = excluded.offered
              )
         select says_no from reserved"#,
        hold.turn.0,
        hold.epoch,
        new.round.0,
        new.round_number,
        new.offered,
        id,
        spender.student.0,
        spender.course.0,
        spender.chatbot.0,
        spender.time_zone,
        to_i32(reserve.input),
        to_i32(reserve.output),
        spender.limits.student_tokens_per_day.map(to_i32),
        spender.limits.course_tokens_per_month.map(to_i32),
        is_request,
        now,
        turn.0,
    )
    .fetch_optional(conn)
    .await?
    .ok_or(StoreError::TurnLost)?;
    Ok(begun.says_no.as_deref().map(limit_of))
}

/// Writes the reply's text as far as it came.
pub async fn write_text(conn: &mut PgConnection, id: RoundId, text: &str) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.rounds set reply_text = $2 where id = $1 and state = 'streaming'",
        id.0,
        text
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The same while the reply comes, and only as long as the turn is held. It does not wait for the disk: a second of the
/// reply is what may be lost anyhow.
pub async fn write_text_so_far(
    conn: &mut PgConnection,
    hold: Hold,
    id: RoundId,
    text: &str,
) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        "with unhurried as (select set_config('synchronous_commit', 'off', true)),
              held as (
                  select id from chatbot.turns where id = $3 and epoch = $4 and ended_at is null for no key update)
         update chatbot.rounds r set reply_text = $2
         from held, unhurried
         where r.id = $1 and r.state = 'streaming' and r.turn_id = held.id",
        id.0,
        text,
        hold.turn.0,
        hold.epoch,
    )
    .execute(conn)
    .await?;
    written(rows.rows_affected())
}

/// Adds what the done pass found wrong with a reply of the round.
pub async fn add_done_rejects(
    conn: &mut PgConnection,
    id: RoundId,
    rejects: &[ValidationReject],
) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.rounds set done_rejects = done_rejects || $2 where id = $1",
        id.0,
        Json(rejects) as _,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Commits a complete reply.
pub async fn commit(
    conn: &mut PgConnection,
    id: RoundId,
    text: &str,
    disposition: &str,
    usage: Usage,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.rounds
         set state = 'committed', reply_text = $2, disposition = $3, input_tokens = $4, output_tokens = $5,
             committed_at = $6
         where id = $1",
        id.0,
        text,
        disposition,
        i32::try_from(usage.input_tokens).unwrap_or(i32::MAX),
        i32::try_from(usage.output_tokens).unwrap_or(i32::MAX),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Closes the rounds of a turn that ended while a reply was coming: what came of it is kept.
pub async fn close_partial(conn: &mut PgConnection, turn: TurnId) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.rounds set state = 'partial' where turn_id = $1 and state = 'streaming'",
        turn.0
    )
    .execute(conn)
    .await?;
    Ok(())
}

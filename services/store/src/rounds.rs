//! Table `rounds`: the model's replies, as the model gave them.

use chatbot_core::ValidationReject;
use chatbot_protocol::data_part::Usage;
use chatbot_protocol::{RoundId, TurnId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::StoreError;
use crate::turns::{Hold, written};

/// Begins a round: a request is counted, and the model is offered these tools. Neither this nor what is written with
/// it waits for the disk: should the database machine die, the turn is asked again.
pub async fn begin(
    conn: &mut PgConnection,
    hold: Hold,
    id: RoundId,
    round_number: i32,
    offered: &[String],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        "with unhurried as (select set_config('synchronous_commit', 'off', true)),
              counted as (
                  update chatbot.turns set state = 'asking', requests = requests + 1
                  where id = $1 and epoch = $2 and ended_at is null
                  returning id
              )
         insert into chatbot.rounds
             (id, turn_id, round_number, state, reply_text, offered, created_at)
         select $3, counted.id, $4, 'streaming', '', $5, $6 from counted, unhurried",
        hold.turn.0,
        hold.epoch,
        id.0,
        round_number,
        offered,
        now,
    )
    .execute(conn)
    .await?;
    written(rows.rows_affected())
}

/// Begins the next attempt of a round, in the same way: the former reply does not count.
pub async fn begin_again(
    conn: &mut PgConnection,
    hold: Hold,
    id: RoundId,
    offered: &[String],
) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        "with unhurried as (select set_config('synchronous_commit', 'off', true)),
              counted as (
                  update chatbot.turns set state = 'asking', requests = requests + 1
                  where id = $1 and epoch = $2 and ended_at is null
                  returning id
              )
         update chatbot.rounds r set attempts = attempts + 1, reply_text = '', offered = $4
         from counted, unhurried
         where r.id = $3 and r.turn_id = counted.id",
        hold.turn.0,
        hold.epoch,
        id.0,
        offered,
    )
    .execute(conn)
    .await?;
    written(rows.rows_affected())
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

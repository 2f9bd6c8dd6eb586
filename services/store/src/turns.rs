//! Table `turns`. Every write names the epoch it holds: zero rows means that somebody else has the turn.

use std::time::Duration;

use chatbot_core::turn::{TurnEnd, TurnState};
use chatbot_protocol::{ConversationId, MessageId, TurnId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StoreError;
use crate::leases::Instance;

/// A stored turn, as far as others have to know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnRow {
    /// Its id.
    pub id: TurnId,
    /// Its conversation.
    pub conversation_id: ConversationId,
    /// The message that it writes.
    pub assistant_message_id: MessageId,
    /// The epoch of its owner.
    pub epoch: i32,
    /// Whether it waits for its student.
    pub waits: bool,
    /// Whether it has not ended.
    pub open: bool,
}

/// Who writes: a turn and the epoch that its owner holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    /// The turn.
    pub turn: TurnId,
    /// The epoch.
    pub epoch: i32,
}

struct Row {
    id: Uuid,
    conversation_id: Uuid,
    assistant_message_id: Uuid,
    epoch: i32,
    waits: bool,
    open: bool,
}

impl From<Row> for TurnRow {
    fn from(row: Row) -> Self {
        Self {
            id: row.id.into(),
            conversation_id: row.conversation_id.into(),
            assistant_message_id: row.assistant_message_id.into(),
            epoch: row.epoch,
            waits: row.waits,
            open: row.open,
        }
    }
}

/// The open turn of a conversation.
pub async fn find_open(
    conn: &mut PgConnection,
    conversation: ConversationId,
) -> Result<Option<TurnRow>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"select id, conversation_id as "conversation_id!", assistant_message_id as "assistant_message_id!", epoch, waiting_since is not null as "waits!",
                  ended_at is null as "open!"
           from chatbot.turns
           where conversation_id = $1
             and state in ('accepted', 'asking', 'deciding', 'dispatching', 'awaiting_student')"#,
        conversation.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(TurnRow::from))
}

/// The newest turn that answers a user message.
pub async fn find_by_question(
    conn: &mut PgConnection,
    question: MessageId,
) -> Result<Option<TurnRow>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"select id, conversation_id as "conversation_id!", assistant_message_id as "assistant_message_id!", epoch, waiting_since is not null as "waits!",
                  ended_at is null as "open!"
           from chatbot.turns
           where user_message_id = $1 order by created_at desc, id desc limit 1"#,
        question.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(TurnRow::from))
}

/// Raises the epoch of an open turn, so that its former owner can write nothing more.
pub async fn take_over(conn: &mut PgConnection, turn: &TurnRow) -> Result<Hold, StoreError> {
    let epoch = sqlx::query_scalar!(
        "update chatbot.turns set epoch = epoch + 1
         where id = $1 and epoch = $2 and ended_at is null
         returning epoch",
        turn.id.0,
        turn.epoch,
    )
    .fetch_optional(conn)
    .await?
    .ok_or(StoreError::TurnLost)?;
    Ok(Hold { turn: turn.id, epoch })
}

/// Locks the turn for the rest of the transaction and makes sure that it is still ours. Its log can be stored meanwhile.
pub async fn hold(conn: &mut PgConnection, hold: Hold) -> Result<(), StoreError> {
    sqlx::query_scalar!(
        "select epoch from chatbot.turns where id = $1 and epoch = $2 and ended_at is null for no key update",
        hold.turn.0,
        hold.epoch,
    )
    .fetch_optional(conn)
    .await?
    .map(|_| ())
    .ok_or(StoreError::TurnLost)
}

/// Has the turn for so long from now on, whether its lease is renewed or not: while it is locked it cannot be.
pub async fn keep_for(conn: &mut PgConnection, hold: Hold, longest: Duration) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        "update chatbot.turns set lease_expires_at = clock_timestamp() + make_interval(secs => $3)
         where id = $1 and epoch = $2 and ended_at is null",
        hold.turn.0,
        hold.epoch,
        longest.as_secs_f64(),
    )
    .execute(conn)
    .await?;
    written(rows.rows_affected())
}

/// Writes the state of a running turn.
pub async fn set_state(conn: &mut PgConnection, hold: Hold, state: TurnState) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        "update chatbot.turns set state = ($3::text)::chatbot.turn_state
         where id = $1 and epoch = $2 and ended_at is null",
        hold.turn.0,
        hold.epoch,
        state.as_str(),
    )
    .execute(conn)
    .await?;
    written(rows.rows_affected())
}

/// The student has to answer before the turn goes on.
pub async fn wait(conn: &mut PgConnection, hold: Hold, now: DateTime<Utc>) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        "update chatbot.turns set state = 'awaiting_student', waiting_since = $3,
             lease_instance = null, lease_expires_at = null
         where id = $1 and epoch = $2 and ended_at is null",
        hold.turn.0,
        hold.epoch,
        now,
    )
    .execute(conn)
    .await?;
    written(rows.rows_affected())
}

/// The student has answered; gives the epoch of the one who goes on.
pub async fn go_on(
    conn: &mut PgConnection,
    turn: &TurnRow,
    (instance, lease): (Instance, Duration),
) -> Result<Hold, StoreError> {
    let epoch = sqlx::query_scalar!(
        "update chatbot.turns set epoch = epoch + 1, state = 'dispatching', waiting_since = null, stop_requested_at = null,
             way_requested_at = null, lease_instance = $3,
             lease_expires_at = clock_timestamp() + make_interval(secs => $4)
         where id = $1 and epoch = $2 and state = 'awaiting_student'
         returning epoch",
        turn.id.0,
        turn.epoch,
        instance.0,
        lease.as_secs_f64(),
    )
    .fetch_optional(conn)
    .await?
    .ok_or(StoreError::TurnLost)?;
    Ok(Hold { turn: turn.id, epoch })
}

/// The turns that have waited for their student since before `before`.
pub async fn list_waiting_since(
    conn: &mut PgConnection,
    before: DateTime<Utc>,
) -> Result<Vec<TurnRow>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        r#"select id, conversation_id as "conversation_id!", assistant_message_id as "assistant_message_id!", epoch, true as "waits!", true as "open!"
           from chatbot.turns where state = 'awaiting_student' and waiting_since < $1
           order by waiting_since, id"#,
        before,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(TurnRow::from).collect())
}

/// Counts a request before it is sent.
pub async fn count_request(conn: &mut PgConnection, hold: Hold) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        "update chatbot.turns set state = 'asking', requests = requests + 1
         where id = $1 and epoch = $2 and ended_at is null",
        hold.turn.0,
        hold.epoch,
    )
    .execute(conn)
    .await?;
    written(rows.rows_affected())
}

/// Reserves source numbers for the calls of a round; gives the first one.
pub async fn reserve_source_numbers(
    conn: &mut PgConnection,
    hold: Hold,
    count: u32,
) -> Result<u32, StoreError> {
    let next = sqlx::query_scalar!(
        "update chatbot.turns set next_source_number = next_source_number + $3
         where id = $1 and epoch = $2 and ended_at is null
         returning next_source_number",
        hold.turn.0,
        hold.epoch,
        to_i32(count),
    )
    .fetch_optional(conn)
    .await?
    .ok_or(StoreError::TurnLost)?;
    Ok(u32::try_from(next).unwrap_or(0).saturating_sub(count))
}

/// Closes a turn. What is still reserved for it is settled by an estimate.
pub async fn end(
    conn: &mut PgConnection,
    hold: Hold,
    end: TurnEnd,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let code = match end {
        TurnEnd::Failed(code) => Some(code.as_str()),
        TurnEnd::Finished | TurnEnd::Stopped | TurnEnd::Interrupted => None,
    };
    sqlx::query_scalar!(
        "with ended as (
             update chatbot.turns
             set state = ($3::text)::chatbot.turn_state, error_code = $4, ended_at = $5,
                 lease_instance = null, lease_expires_at = null, waiting_since = null
             where id = $1 and epoch = $2 and ended_at is null
             returning id
         )
         select chatbot.settle_tokens(id, null, null, $5) from ended",
        hold.turn.0,
        hold.epoch,
        TurnState::Ended(end).as_str(),
        code,
        now,
    )
    .fetch_optional(conn)
    .await?
    .map(|_| ())
    .ok_or(StoreError::TurnLost)
}

pub(crate) fn written(rows: u64) -> Result<(), StoreError> {
    if rows == 0 { Err(StoreError::TurnLost) } else { Ok(()) }
}

fn to_i32(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

//! Table `turns`: which instance carries a turn and until when, and what other instances ask of it. Times are
//! those of the database's clock, which all instances share.

use std::time::Duration;

use chatbot_protocol::{ConversationId, TurnId};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StoreError;
use crate::turn_events::CHANNEL;
use crate::turns::{Hold, TurnRow};

/// An instance of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instance(pub Uuid);

/// Renews the leases of the turns that an instance carries; gives those that it still has. One in which something is done
/// at the moment is renewed the next time: nobody else takes it before that is done.
pub async fn renew(
    conn: &mut PgConnection,
    instance: Instance,
    held: &[Hold],
    lease: Duration,
) -> Result<Vec<TurnId>, StoreError> {
    let turns: Vec<Uuid> = held.iter().map(|hold| hold.turn.0).collect();
    let epochs: Vec<i32> = held.iter().map(|hold| hold.epoch).collect();
    let kept = sqlx::query_scalar!(
        r#"with ours as (
               select t.id from unnest($2::uuid[], $3::integer[]) as h (id, epoch)
               join chatbot.turns t on t.id = h.id and t.epoch = h.epoch
               where t.lease_instance = $1 and t.ended_at is null
           ), free as (
               select t.id from chatbot.turns t where t.id in (select id from ours)
               for no key update skip locked
           ), renewed as (
               update chatbot.turns t set lease_expires_at = clock_timestamp() + make_interval(secs => $4)
               from free where t.id = free.id and t.lease_instance = $1 and t.ended_at is null
           )
           select id as "id!" from ours"#,
        instance.0,
        &turns,
        &epochs,
        lease.as_secs_f64(),
    )
    .fetch_all(conn)
    .await?;
    Ok(kept.into_iter().map(TurnId).collect())
}

/// A turn that an instance took from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// The turn with its new epoch.
    pub turn: TurnRow,
    /// How often it was taken over, this time included.
    pub times: i32,
    /// Where it was.
    pub was: Left,
    /// Whether the student asked for it to be stopped.
    pub stop_requested: bool,
}

/// Where a turn was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// Before the model was asked, or between the rounds.
    Accepted,
    /// In the middle of a reply, or before it was judged.
    InReply,
    /// While its calls ran.
    Dispatching,
}

struct ClaimedRow {
    id: Uuid,
    conversation_id: Uuid,
    assistant_message_id: Uuid,
    epoch: i32,
    takeovers: i32,
    was: String,
    stop_requested: bool,
}

/// Takes over turns whose lease ran out, at most so many, or only the one of a conversation; each raises its epoch, so
/// that whoever had it can write nothing more. None of those that run at this instance still.
pub async fn claim_expired(
    conn: &mut PgConnection,
    instance: Instance,
    lease: Duration,
    (conversation, limit): (Option<ConversationId>, i64),
    running: &[TurnId],
) -> Result<Vec<Claimed>, StoreError> {
    let running: Vec<Uuid> = running.iter().map(|turn| turn.0).collect();
    let rows = sqlx::query_as!(
        ClaimedRow,
        r#"with expired as (
               select id, state from chatbot.turns
               where state in ('accepted', 'asking', 'deciding', 'dispatching')
                 and lease_expires_at < clock_timestamp()
                 and ($4::uuid is null or conversation_id = $4) and id <> all($5)
               order by lease_expires_at
               limit $3
               for update skip locked
           )
           update chatbot.turns t
           set epoch = t.epoch + 1, takeovers = t.takeovers + 1, lease_instance = $1,
               lease_expires_at = clock_timestamp() + make_interval(secs => $2)
           from expired e where t.id = e.id
           returning t.id, t.conversation_id as "conversation_id!",
                     t.assistant_message_id as "assistant_message_id!", t.epoch, t.takeovers, e.state::text as "was!",
                     t.stop_requested_at is not null as "stop_requested!""#,
        instance.0,
        lease.as_secs_f64(),
        limit,
        conversation.map(|conversation| conversation.0),
        &running,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(Claimed::from).collect())
}

impl From<ClaimedRow> for Claimed {
    fn from(row: ClaimedRow) -> Self {
        Self {
            turn: TurnRow {
                id: row.id.into(),
                conversation_id: row.conversation_id.into(),
                assistant_message_id: row.assistant_message_id.into(),
                epoch: row.epoch,
                waits: false,
                open: true,
            },
            times: row.takeovers,
            was: match row.was.as_str() {
                "accepted" => Left::Accepted,
                "dispatching" => Left::Dispatching,
                _ => Left::InReply,
            },
            stop_requested: row.stop_requested,
        }
    }
}

/// Lets go of turns at once, so that another instance takes them over.
pub async fn release(conn: &mut PgConnection, held: &[Hold]) -> Result<(), StoreError> {
    let turns: Vec<Uuid> = held.iter().map(|hold| hold.turn.0).collect();
    let epochs: Vec<i32> = held.iter().map(|hold| hold.epoch).collect();
    sqlx::query!(
        "update chatbot.turns t set lease_expires_at = clock_timestamp()
         from unnest($1::uuid[], $2::integer[]) as h (id, epoch)
         where t.id = h.id and t.epoch = h.epoch and t.lease_expires_at is not null",
        &turns,
        &epochs,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// What is asked of the owner of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// End it: the student stopped it.
    Stop,
    /// End it unless somebody reads it: a new message came.
    GiveWay,
}

/// Asks whoever carries the open turn of a conversation, if there is one, to stop it.
pub async fn ask_to_stop(conn: &mut PgConnection, conversation: ConversationId) -> Result<(), StoreError> {
    sqlx::query!(
        r#"with asked as (
               update chatbot.turns set stop_requested_at = clock_timestamp()
               where conversation_id = $1 and state in ('accepted', 'asking', 'deciding', 'dispatching')
               returning id
           )
           select id from asked, pg_notify($2, '')"#,
        conversation.0,
        CHANNEL,
    )
    .fetch_optional(conn)
    .await?;
    Ok(())
}

/// Asks whoever carries a turn to let it give way. That turn and no other: the next one may answer the very message that
/// asks.
pub async fn ask_for_way(conn: &mut PgConnection, turn: TurnId) -> Result<(), StoreError> {
    sqlx::query!(
        r#"with asked as (
               update chatbot.turns set way_requested_at = clock_timestamp()
               where id = $1 and state in ('accepted', 'asking', 'deciding', 'dispatching')
               returning id
           )
           select id from asked, pg_notify($2, '')"#,
        turn.0,
        CHANNEL,
    )
    .fetch_optional(conn)
    .await?;
    Ok(())
}

/// A turn of which something is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Requested {
    /// The turn.
    pub turn: TurnId,
    /// What.
    pub what: Request,
    /// Whether another instance has readers of it.
    pub is_read_elsewhere: bool,
}

/// What is asked of the turns that an instance carries.
pub async fn list_requests(
    conn: &mut PgConnection,
    instance: Instance,
) -> Result<Vec<Requested>, StoreError> {
    let rows = sqlx::query!(
        r#"select id, stop_requested_at is not null as "stop!",
                  coalesce(remote_readers_until > clock_timestamp(), false) as "is_read!"
           from chatbot.turns
           where lease_instance = $1 and state in ('accepted', 'asking', 'deciding', 'dispatching')
             and (stop_requested_at is not null or way_requested_at is not null)"#,
        instance.0,
    )
    .fetch_all(conn)
    .await?;
    let requested = rows.into_iter().map(|row| Requested {
        turn: row.id.into(),
        what: if row.stop { Request::Stop } else { Request::GiveWay },
        is_read_elsewhere: row.is_read,
    });
    Ok(requested.collect())
}

/// Whether another instance has readers of a turn.
pub async fn is_read_elsewhere(conn: &mut PgConnection, turn: TurnId) -> Result<bool, StoreError> {
    let is_read = sqlx::query_scalar!(
        r#"select coalesce(remote_readers_until > clock_timestamp(), false) as "is_read!"
           from chatbot.turns where id = $1"#,
        turn.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(is_read.unwrap_or(false))
}

/// The owner does not give way: somebody reads the turn.
pub async fn refuse_way(conn: &mut PgConnection, turn: TurnId) -> Result<(), StoreError> {
    sqlx::query!("update chatbot.turns set way_requested_at = null where id = $1", turn.0)
        .execute(conn)
        .await?;
    Ok(())
}

/// Tells the owners of turns that this instance has readers of them, for so long; of those in which something is done at
/// the moment, the next time.
pub async fn announce_readers(
    conn: &mut PgConnection,
    turns: &[TurnId],
    lasting: Duration,
) -> Result<(), StoreError> {
    let turns: Vec<Uuid> = turns.iter().map(|turn| turn.0).collect();
    sqlx::query!(
        "with free as (
             select id from chatbot.turns where id = any($1) and ended_at is null
             for no key update skip locked
         )
         update chatbot.turns t
         set remote_readers_until = clock_timestamp() + make_interval(secs => $2)
         from free where t.id = free.id",
        &turns,
        lasting.as_secs_f64(),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// How a turn stands whose owner was asked to give way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// It is over, or waits for its student.
    pub is_settled: bool,
    /// Its owner said that somebody reads it.
    pub is_refused: bool,
    /// Its owner, if that one is gone.
    pub gone: Option<Instance>,
}

/// How a turn stands whose owner was asked to give way.
pub async fn standing(conn: &mut PgConnection, turn: TurnId) -> Result<Standing, StoreError> {
    let row = sqlx::query!(
        r#"select lease_expires_at is null as "is_settled!", way_requested_at is null as "is_refused!",
                  case when chatbot.instance_is_gone(lease_instance) then lease_instance end as gone
           from chatbot.turns where id = $1"#,
        turn.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map_or(Standing { is_settled: true, is_refused: false, gone: None }, |row| Standing {
        is_settled: row.is_settled,
        is_refused: row.is_refused,
        gone: row.gone.map(Instance),
    }))
}

/// Of these turns those that are over or wait for their student: nothing more is written of them.
pub async fn list_settled(conn: &mut PgConnection, turns: &[TurnId]) -> Result<Vec<TurnId>, StoreError> {
    let turns: Vec<Uuid> = turns.iter().map(|turn| turn.0).collect();
    let settled = sqlx::query_scalar!(
        "select id from chatbot.turns where id = any($1) and lease_expires_at is null",
        &turns,
    )
    .fetch_all(conn)
    .await?;
    Ok(settled.into_iter().map(TurnId).collect())
}

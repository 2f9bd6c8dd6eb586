//! Table `turn_events`: what pages are shown of running turns, so that any instance can show it.

use chatbot_protocol::turn_event::VERSION;
use chatbot_protocol::{TurnEvent, TurnId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use crate::StoreError;
use crate::turns::Hold;

/// The channel on which instances tell each other that something happened to turns; nothing is said of what.
pub const CHANNEL: &str = "chatbot_turns";

/// Events of one turn that follow each other.
#[derive(Clone, Debug, PartialEq)]
pub struct EventBatch {
    /// The turn, and the epoch of who writes.
    pub hold: Hold,
    /// The number of the first event in the turn's log, from 0.
    pub first: u64,
    /// The events; never empty. Neighbouring pieces of a text are one event.
    pub events: Vec<TurnEvent>,
    /// The number of the last event.
    pub last: u64,
}

/// Stores batches of many turns at once and wakes other instances that read one of them. What a former owner
/// of a turn writes is left out. A batch that was stored although its writer was told otherwise comes again as it was.
pub async fn append(
    conn: &mut PgConnection,
    batches: &[EventBatch],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let turns: Vec<Uuid> = batches.iter().map(|batch| batch.hold.turn.0).collect();
    let epochs: Vec<i32> = batches.iter().map(|batch| batch.hold.epoch).collect();
    let firsts: Vec<i64> = batches.iter().map(|batch| to_i64(batch.first)).collect();
    let lasts: Vec<i64> = batches.iter().map(|batch| to_i64(batch.last)).collect();
    let events: Vec<Json<&[TurnEvent]>> = batches.iter().map(|batch| Json(batch.events.as_slice())).collect();
    sqlx::query!(
        r#"with written as (
               insert into chatbot.turn_events (turn_id, epoch, first_seq, last_seq, version, events, created_at)
               select b.turn_id, b.epoch, b.first_seq, b.last_seq, $6, b.events, $7
               from unnest($1::uuid[], $2::integer[], $3::bigint[], $4::bigint[], $5::jsonb[])
                    as b (turn_id, epoch, first_seq, last_seq, events)
               join chatbot.turns t on t.id = b.turn_id and t.epoch = b.epoch
               for key share of t
               on conflict (turn_id, first_seq) do nothing
           )
           select pg_notify($8, '') is null as "told"
           where exists (select from chatbot.turns
                         where id = any($1) and remote_readers_until > clock_timestamp())"#,
        &turns,
        &epochs,
        &firsts,
        &lasts,
        events as _,
        VERSION,
        now,
        CHANNEL,
    )
    .fetch_optional(conn)
    .await?;
    Ok(())
}

struct EventRow {
    turn_id: Uuid,
    last_seq: i64,
    events: Json<Vec<TurnEvent>>,
}

/// What was stored of a turn from an event on.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredEvents {
    /// The turn.
    pub turn: TurnId,
    /// The events, in order.
    pub events: Vec<TurnEvent>,
    /// The number of the event that comes next.
    pub next: u64,
}

/// What was stored of turns, each from an event on; in the order of each log.
pub async fn list_since(
    conn: &mut PgConnection,
    from: &[(TurnId, u64)],
) -> Result<Vec<StoredEvents>, StoreError> {
    let turns: Vec<Uuid> = from.iter().map(|(turn, _)| turn.0).collect();
    let firsts: Vec<i64> = from.iter().map(|(_, first)| to_i64(*first)).collect();
    let rows = sqlx::query_as!(
        EventRow,
        r#"select e.turn_id, e.last_seq, e.events as "events: Json<Vec<TurnEvent>>"
           from unnest($1::uuid[], $2::bigint[]) as f (turn_id, first_seq)
           join chatbot.turn_events e on e.turn_id = f.turn_id and e.first_seq >= f.first_seq
           order by e.turn_id, e.first_seq"#,
        &turns,
        &firsts,
    )
    .fetch_all(conn)
    .await?;
    let mut listed: Vec<StoredEvents> = Vec::new();
    for row in rows {
        let next = u64::try_from(row.last_seq).unwrap_or(0) + 1;
        match listed.last_mut().filter(|last| last.turn.0 == row.turn_id) {
            Some(last) => {
                last.events.extend(row.events.0);
                last.next = next;
            }
            None => {
                listed.push(StoredEvents { turn: row.turn_id.into(), events: row.events.0, next });
            }
        }
    }
    Ok(listed)
}

/// Forgets the log of a turn whose message is gone on with: its new log begins with all that is stored.
pub async fn delete_of_turn(conn: &mut PgConnection, turn: TurnId) -> Result<(), StoreError> {
    sqlx::query!("delete from chatbot.turn_events where turn_id = $1", turn.0).execute(conn).await?;
    Ok(())
}

/// Forgets the logs of turns that ended before `before`: the stored message is the record. Gives how many rows.
pub async fn prune(conn: &mut PgConnection, before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
    let rows = sqlx::query!(
        "delete from chatbot.turn_events e using (
             select e.turn_id, e.first_seq
             from chatbot.turn_events e join chatbot.turns t on t.id = e.turn_id
             where t.ended_at < $1
             limit $2) old
         where e.turn_id = old.turn_id and e.first_seq = old.first_seq",
        before,
        limit,
    )
    .execute(conn)
    .await?;
    Ok(rows.rows_affected())
}

fn to_i64(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

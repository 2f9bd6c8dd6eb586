//! Shows pages the turns that other instances carry: their stored events are copied into a log of ours, which
//! readers follow as they follow any other.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chatbot_core::unfinished;
use chatbot_protocol::turn_event::events_of;
use chatbot_protocol::{TurnEvent, TurnId};
use chatbot_store::turns::TurnRow;
use chatbot_store::{StoreError, leases, messages, turn_events};
use tokio::sync::Notify;

use crate::engine::Engine;
use crate::event_log::{LogReader, TurnLog};

/// How long other instances believe that we have readers, after we said so.
const READERS_LAST: Duration = Duration::from_secs(5);
/// A turn that is over and whose last event does not come is concluded out of its message after so many looks.
const LOOKS_FOR_AN_END: u32 = 1;

/// The turns of other instances that somebody reads here.
#[derive(Debug, Default)]
pub(crate) struct RemoteTurns {
    turns: Mutex<HashMap<TurnId, Followed>>,
    wake: Notify,
}

#[derive(Clone, Debug)]
struct Followed {
    row: TurnRow,
    log: Arc<TurnLog>,
    next: u64,
    looks_since_over: u32,
}

impl RemoteTurns {
    /// A reader of a turn that another instance carries.
    pub fn read(&self, row: TurnRow) -> LogReader {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        let followed = turns.entry(row.id).or_insert_with(|| Followed {
            row,
            log: TurnLog::mirror(),
            next: 0,
            looks_since_over: 0,
        });
        let reader = followed.log.read();
        self.wake.notify_one();
        reader
    }

    /// Waits until there is somebody to read for.
    pub async fn wait(&self) {
        self.wake.notified().await;
    }

    /// Something may have been written.
    pub fn look(&self) {
        self.wake.notify_one();
    }

    /// Whoever begins to read one meanwhile waits for this, and begins anew.
    fn forget_unread(&self) {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        turns.retain(|_, followed| followed.log.readers() > 0);
    }

    fn list(&self) -> Vec<Followed> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    fn update(&self, turn: TurnId, change: impl FnOnce(&mut Followed)) {
        if let Some(followed) = self.turns.lock().unwrap_or_else(PoisonError::into_inner).get_mut(&turn) {
            change(followed);
        }
    }

    fn remove(&self, turn: TurnId) {
        if let Some(followed) = self.turns.lock().unwrap_or_else(PoisonError::into_inner).remove(&turn) {
            followed.log.close();
        }
    }
}

/// Copies what was written since the last look; whether anybody reads still.
pub(crate) async fn look(engine: &Engine) -> Result<bool, StoreError> {
    let remote = &engine.remote;
    remote.forget_unread();
    let followed = remote.list();
    if followed.is_empty() {
        return Ok(false);
    }
    let turns: Vec<TurnId> = followed.iter().map(|followed| followed.row.id).collect();
    let mut conn = engine.conn().await?;
    leases::announce_readers(&mut conn, &turns, READERS_LAST).await?;
    // Whether they are over is asked first: what was written before that is seen below.
    let settled = leases::list_settled(&mut conn, &turns).await?;
    let from: Vec<(TurnId, u64)> = followed.iter().map(|followed| (followed.row.id, followed.next)).collect();
    for stored in turn_events::list_since(&mut conn, &from).await? {
        remote.update(stored.turn, |followed| {
            followed.log.append(&stored.events);
            followed.next = stored.next;
        });
    }
    for turn in settled {
        conclude(engine, &mut conn, turn).await?;
    }
    Ok(true)
}

/// Ends our copy of a turn that is over, once its last event is here.
async fn conclude(
    engine: &Engine,
    conn: &mut chatbot_store::PgConnection,
    turn: TurnId,
) -> Result<(), StoreError> {
    let remote = &engine.remote;
    let Some(followed) = remote.list().into_iter().find(|followed| followed.row.id == turn) else {
        return Ok(());
    };
    let last = followed.log.all().pop();
    if matches!(last, Some(TurnEvent::Ended { .. } | TurnEvent::StudentAwaited { .. })) {
        remote.remove(turn);
    } else if followed.looks_since_over < LOOKS_FOR_AN_END {
        remote.update(turn, |followed| followed.looks_since_over += 1);
    } else {
        let TurnRow { conversation_id, assistant_message_id: id, .. } = followed.row;
        if let Some(message) = messages::find(conn, conversation_id, &id.to_string()).await? {
            let mut whole = events_of(&message.wire, id);
            let shown = followed.log.all();
            if shown.is_empty() {
                // Nothing of its log was stored before it died: the message is shown.
                followed.log.append(&whole);
            } else {
                let end = whole.pop();
                let mut rest = unfinished::missing(&shown, &message.wire.parts);
                rest.extend(unfinished::closing(&[shown, rest.clone()].concat()));
                followed.log.append(&rest.into_iter().chain(end).collect::<Vec<_>>());
            }
        }
        remote.remove(turn);
    }
    Ok(())
}

//! Readers of a running turn's log who come later: what they may no longer read of the course is not in what they are
//! given, as it is not in a stored message.

use std::collections::HashSet;
use std::sync::Arc;

use chatbot_protocol::{CourseId, PageId, TurnEvent, UserId};
use chatbot_store::turns::TurnRow;
use chatbot_store::{PgConnection, StoreError, pages, turn_events};
use chrono::{DateTime, Utc};

use crate::event_log::{LogReader, TurnLog};
use crate::remote_turns::RemoteTurns;

/// For whom a log is read, and when.
#[derive(Clone, Copy)]
pub(crate) struct Looker {
    pub caller: UserId,
    pub course: CourseId,
    pub now: DateTime<Utc>,
}

impl Looker {
    /// A reader of a turn that this instance carries.
    pub async fn read(self, conn: &mut PgConnection, log: &Arc<TurnLog>) -> Result<LogReader, StoreError> {
        let closed = self.closed_pages(conn, &log.all()).await?;
        Ok(log.read().without(closed))
    }

    /// The same from where a page goes on that has answered a call.
    pub async fn read_on(self, conn: &mut PgConnection, log: &Arc<TurnLog>) -> Result<LogReader, StoreError> {
        let closed = self.closed_pages(conn, &log.all()).await?;
        Ok(log.read_on().without(closed))
    }

    /// A reader of a turn that another instance carries.
    pub async fn read_remote(
        self,
        conn: &mut PgConnection,
        remote: &RemoteTurns,
        turn: TurnRow,
    ) -> Result<LogReader, StoreError> {
        let stored = turn_events::list_since(conn, &[(turn.id, 0)]).await?.pop();
        let events = stored.map(|stored| stored.events).unwrap_or_default();
        let closed = self.closed_pages(conn, &events).await?;
        Ok(remote.read(turn).without(closed))
    }

    /// The cited pages that may not be read now.
    async fn closed_pages(
        self,
        conn: &mut PgConnection,
        events: &[TurnEvent],
    ) -> Result<HashSet<PageId>, StoreError> {
        let cited = events.iter().filter_map(|event| match event {
            TurnEvent::Cited { citation, .. } => Some(citation.page_id),
            _ => None,
        });
        let mut cited: HashSet<PageId> = cited.collect();
        if !cited.is_empty() {
            let listed: Vec<PageId> = cited.iter().copied().collect();
            let open = pages::which_visible(conn, self.caller, self.course, self.now, &listed).await?;
            cited.retain(|page| !open.contains(page));
        }
        Ok(cited)
    }
}

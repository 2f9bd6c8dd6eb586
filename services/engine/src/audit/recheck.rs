//! Holds citations against their pages again, whether or not these are known to have changed.

use std::sync::Arc;
use std::time::Duration;

use chatbot_protocol::UserId;
use chatbot_protocol::audit::NewRecheck;
use chatbot_protocol::manage::{Job, JobKind, JobState};
use chatbot_store::audit::{self, CitationFilter, Key, Keyed, Scope, list_keys};
use chatbot_store::jobs::{self, NewJob};
use chatbot_store::{StoreError, citation_rechecks};
use serde_json::json;
use uuid::Uuid;

use super::access::{Deed, note, scope_of};
use crate::engine::Engine;
use crate::error::EngineError;
use crate::recheck_citations::recheck_waiting;

/// So many are queued and judged before the job says how far it is.
const BATCH: i64 = 2_000;
/// How long a job that says nothing is believed to go on.
const LEASE: Duration = Duration::from_mins(2);

pub(super) async fn begin(engine: &Arc<Engine>, caller: UserId, new: NewRecheck) -> Result<Job, EngineError> {
    let filter = CitationFilter { course: new.course_id, cited: Some(true), ..CitationFilter::default() };
    let mut conn = engine.conn().await?;
    let scope = scope_of(&mut conn, caller).await?;
    let total = audit::count(&mut conn, &scope, &filter, i64::from(i32::MAX)).await?;
    let total = u32::try_from(total).unwrap_or(u32::MAX);
    let id = engine.parts.ids.new_id();
    let mut tx = conn.begin().await?;
    let now = engine.parts.clock.now();
    jobs::insert(&mut tx, NewJob { id, kind: JobKind::Recheck, owner: caller, total, lease: LEASE, now })
        .await?;
    let deed = Deed {
        action: "citations_rechecked",
        subject_kind: "job",
        subject: Some(id),
        course: new.course_id,
        detail: json!({"citations": total}),
    };
    note(engine, &mut tx, caller, deed).await?;
    tx.commit().await?;
    let work = Work { engine: Arc::clone(engine), job: id, scope, filter };
    engine.spawn(work.run());
    Ok(Job { id, kind: JobKind::Recheck, state: JobState::Running, done: 0, total })
}

struct Work {
    engine: Arc<Engine>,
    job: Uuid,
    scope: Scope,
    filter: CitationFilter,
}

impl Work {
    async fn run(self) {
        let ended = match self.go_through().await {
            Ok(Through::All) => self.end(true).await,
            // Whoever took it for dead has ended it, or the server goes down and its lease runs out.
            Ok(Through::Left) => Ok(()),
            Err(error) => {
                tracing::error!(%error, "citations could not be checked again");
                self.end(false).await
            }
        };
        if let Err(error) = ended {
            tracing::error!(%error, "a job could not be ended");
        }
    }

    async fn go_through(&self) -> Result<Through, StoreError> {
        let (mut after, mut done) = (None, 0);
        loop {
            let keys = self.next(after).await?;
            let Some(last) = keys.last() else { return Ok(Through::All) };
            after = Some(last.key());
            recheck_waiting(&self.engine).await?;
            done += u32::try_from(keys.len()).unwrap_or(u32::MAX);
            let mut conn = self.engine.conn().await?;
            let goes_on = jobs::go_on(&mut conn, self.job, done, LEASE).await?;
            if !goes_on || self.engine.shutdown.is_cancelled() {
                return Ok(Through::Left);
            }
        }
    }

    /// Queues the next citations.
    async fn next(&self, after: Option<Key>) -> Result<Vec<Keyed>, StoreError> {
        let mut conn = self.engine.conn().await?;
        let keys = list_keys(&mut conn, &self.scope, &self.filter, after, BATCH).await?;
        let ids: Vec<Uuid> = keys.iter().map(|key| key.key().id).collect();
        citation_rechecks::queue(&mut conn, &ids, self.engine.parts.clock.now()).await?;
        Ok(keys)
    }

    async fn end(&self, well: bool) -> Result<(), StoreError> {
        let mut conn = self.engine.conn().await?;
        jobs::end(&mut conn, self.job, well, self.engine.parts.clock.now()).await?;
        Ok(())
    }
}

enum Through {
    All,
    Left,
}

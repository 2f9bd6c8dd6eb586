//! Table `jobs`: long work that goes on by itself. Whoever does it renews its lease; one that ran out has failed.

use std::time::Duration;

use chatbot_protocol::UserId;
use chatbot_protocol::manage::{JobKind, JobState};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StoreError;

/// How a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its id.
    pub id: Uuid,
    /// What it does.
    pub kind: JobKind,
    /// How it stands.
    pub state: JobState,
    /// How much is done.
    pub done: u32,
    /// Of how much.
    pub total: u32,
}

/// A job that begins.
#[derive(Clone, Copy, Debug)]
pub struct NewJob {
    /// Its id.
    pub id: Uuid,
    /// What it does.
    pub kind: JobKind,
    /// Who asked for it.
    pub owner: UserId,
    /// How much there is to be done.
    pub total: u32,
    /// For how long it is believed to go on without a word.
    pub lease: Duration,
    /// When.
    pub now: DateTime<Utc>,
}

/// Begins a job.
pub async fn insert(conn: &mut PgConnection, new: NewJob) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into chatbot.jobs (id, kind, owner_id, state, total, lease_expires_at, created_at)
         values ($1, $2, $3, 'running', $4, clock_timestamp() + make_interval(secs => $5), $6)",
        new.id,
        name_of(new.kind),
        new.owner.0,
        i32::try_from(new.total).unwrap_or(i32::MAX),
        new.lease.as_secs_f64(),
        new.now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Says that a job goes on and how far it is. `false` when it counts as ended already: then it must stop.
pub async fn go_on(
    conn: &mut PgConnection,
    id: Uuid,
    done: u32,
    lease: Duration,
) -> Result<bool, StoreError> {
    let updated = sqlx::query!(
        "update chatbot.jobs
         set done = greatest(done, $2), lease_expires_at = clock_timestamp() + make_interval(secs => $3)
         where id = $1 and state = 'running'",
        id,
        i32::try_from(done).unwrap_or(i32::MAX),
        lease.as_secs_f64(),
    )
    .execute(conn)
    .await?;
    Ok(updated.rows_affected() == 1)
}

/// Ends a job, well or not. `false` when it had ended already.
pub async fn end(
    conn: &mut PgConnection,
    id: Uuid,
    well: bool,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let updated = sqlx::query!(
        "update chatbot.jobs
         set state = case when $2 then 'done' else 'failed' end, lease_expires_at = null, ended_at = $3
         where id = $1 and state = 'running'",
        id,
        well,
        now,
    )
    .execute(conn)
    .await?;
    Ok(updated.rows_affected() == 1)
}

/// The jobs of which nobody has said for too long that they go on have failed. Gives how many.
pub async fn fail_left_behind(conn: &mut PgConnection, now: DateTime<Utc>) -> Result<u64, StoreError> {
    let updated = sqlx::query!(
        "update chatbot.jobs set state = 'failed', lease_expires_at = null, ended_at = $1
         where state = 'running' and lease_expires_at < clock_timestamp()",
        now,
    )
    .execute(conn)
    .await?;
    Ok(updated.rows_affected())
}

/// A job as its owner sees it; somebody else's does not exist for them.
pub async fn find_own(conn: &mut PgConnection, id: Uuid, owner: UserId) -> Result<Option<Job>, StoreError> {
    let row = sqlx::query!(
        r#"select kind, done, total,
                  case when lease_expires_at < clock_timestamp() then 'failed' else state end as "state!"
           from chatbot.jobs where id = $1 and owner_id = $2"#,
        id,
        owner.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| Job {
        id,
        kind: if row.kind == "recheck" { JobKind::Recheck } else { JobKind::TestRun },
        state: match row.state.as_str() {
            "running" => JobState::Running,
            "done" => JobState::Done,
            _ => JobState::Failed,
        },
        done: u32::try_from(row.done).unwrap_or_default(),
        total: u32::try_from(row.total).unwrap_or_default(),
    }))
}

const fn name_of(kind: JobKind) -> &'static str {
    match kind {
        JobKind::TestRun => "test_run",
        JobKind::Recheck => "recheck",
    }
}

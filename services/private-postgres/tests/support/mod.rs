//! A directory per test, and a look into the database.
#![allow(clippy::unwrap_used, reason = "a test may")]
#![allow(dead_code, reason = "each test file uses its part")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use private_postgres::{Durability, Options};
use sqlx::{Connection, PgConnection};

pub struct Directory {
    _temporary: tempfile::TempDir,
    path: PathBuf,
}

impl Directory {
    pub fn new() -> Self {
        Self::named("data")
    }

    pub fn named(name: &str) -> Self {
        let temporary = tempfile::tempdir().unwrap();
        let path = temporary.path().join(name);
        Self { _temporary: temporary, path }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn options(&self) -> Options {
        Options { data_dir: self.path.clone(), durability: Durability::Throwaway, database: "chatbot".into() }
    }

    /// Where what was committed has to outlive a kill.
    pub fn durable_options(&self) -> Options {
        Options { durability: Durability::Full, ..self.options() }
    }

    /// The pid file of the one cluster here.
    pub fn pid_file(&self) -> PathBuf {
        std::fs::read_dir(&self.path)
            .unwrap()
            .map(|entry| entry.unwrap().path().join("cluster"))
            .find(|cluster| cluster.join("PG_VERSION").exists())
            .unwrap()
            .join("postmaster.pid")
    }
}

pub async fn connect(url: &str) -> PgConnection {
    PgConnection::connect(url).await.unwrap()
}

/// Commits one row.
pub async fn remember(url: &str) {
    let mut connection = connect(url).await;
    sqlx::raw_sql("create table if not exists kept (n int); insert into kept values (1)")
        .execute(&mut connection)
        .await
        .unwrap();
}

/// The rows committed so far.
pub async fn count(url: &str) -> i64 {
    let mut connection = connect(url).await;
    sqlx::query_scalar("select count(*) from kept").fetch_one(&mut connection).await.unwrap()
}

/// Neither gone nor a zombie.
pub fn is_running(pid: i32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/stat"));
    status.is_ok_and(|line| !line.rsplit(')').next().unwrap().starts_with(" Z"))
}

/// Polls, for at most half a minute.
pub fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(30);
    while !holds() {
        assert!(Instant::now() < deadline, "in vain waited for: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

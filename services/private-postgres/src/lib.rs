//! Keeps a PostgreSQL of the chatbot's own, so that a checkout runs and is
//! tested without anybody setting up a database first.
//!
//! What the room is for: find PostgreSQL's programs, make a cluster under the
//! data directory, run `postgres` as a child process, hand out its URL, end it
//! cleanly. Whoever sets `DATABASE_URL` has a database and needs none of this.
//!
//! What it must never do:
//! - touch a cluster that it did not make itself (Debian's `main`, say);
//! - listen anywhere but on loopback, or without a password;
//! - leave half a cluster behind, or lose one: a cluster of another major
//!   version is an error that says so, never a fresh empty database;
//! - leave a `postgres` running after its supervisor, however that one ended.
//!
//! Where things lie, with 15 for the major version:
//!
//! | under the data directory | what |
//! |---|---|
//! | `postgres-15/cluster/` | PostgreSQL's own data directory |
//! | `postgres-15/password` | password of the superuser `chatbot`, mode 0600 |
//! | `postgres.lock` | held (flock) while a supervisor runs; names its pid |
//! | `postgres-15.log` | what PostgreSQL prints |
//! | `postgres-15.new-*` | a cluster being made; renamed when whole, else removed by the next start |
//! | `postgres-binaries/` | programs from PyPI, where `bin/setup` found no others |
//!
//! Start reading at [`PrivatePostgres::start`]: it is the list of steps. Then
//! `binaries` (which programs), `account` (as whom: PostgreSQL refuses root),
//! `cluster` (what is on disk), `leftover` (what an earlier supervisor left),
//! `server` (the child process and its keeper), `ready` (when it answers).
//!
//! ```no_run
//! # async fn example() -> Result<(), private_postgres::PrivatePostgresError> {
//! use private_postgres::{Durability, Options, PrivatePostgres};
//!
//! let postgres = PrivatePostgres::start(Options {
//!     data_dir: ".data".into(),
//!     durability: Durability::Full,
//!     database: "chatbot".into(),
//! })
//! .await?;
//! println!("{}", postgres.url());
//! postgres.stop().await;
//! # Ok(())
//! # }
//! ```

mod account;
mod binaries;
mod cluster;
mod error;
mod launch;
mod leftover;
mod lock;
mod ready;
mod server;

use std::fmt;
use std::path::PathBuf;

use crate::account::Runner;
use crate::launch::{Prepared, prepare};
use crate::server::Server;

pub use crate::error::PrivatePostgresError;

/// Where the cluster lives and how it is to be run.
#[derive(Debug, Clone)]
pub struct Options {
    /// Directory that holds the cluster; made when absent.
    pub data_dir: PathBuf,
    /// Whether the data must survive a crash of the machine.
    pub durability: Durability,
    /// Database to be there once started: a lower-case identifier.
    pub database: String,
}

/// What a crash of the machine may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// Nothing that was committed: PostgreSQL's own defaults.
    Full,
    /// Everything. For tests: nothing waits for the disk.
    Throwaway,
}

/// A running PostgreSQL. Dropping it asks the server to end and does not wait;
/// [`PrivatePostgres::stop`] waits.
pub struct PrivatePostgres {
    url: String,
    server: Server,
}

impl PrivatePostgres {
    /// Starts PostgreSQL on a free loopback port, with a fresh cluster when
    /// there is none yet, and returns once `options.database` answers.
    ///
    /// Awaits crash recovery. Takes about a second the first time, a fifth of
    /// one later.
    ///
    /// # Errors
    /// Each [`PrivatePostgresError`] is a sentence for the person who started
    /// the program: what was found, and what to do.
    pub async fn start(options: Options) -> Result<Self, PrivatePostgresError> {
        Self::start_with(options, Runner::choose).await
    }

    pub(crate) async fn start_with(
        options: Options,
        choose_runner: fn() -> Result<Runner, PrivatePostgresError>,
    ) -> Result<Self, PrivatePostgresError> {
        ready::check_name(&options.database)?;
        let Options { data_dir, durability, database } = options;
        let preparing = tokio::task::spawn_blocking(move || prepare(&data_dir, durability, choose_runner));
        let prepared: Prepared = preparing.await.map_err(|_| PrivatePostgresError::Interrupted)??;
        let (server, port) = launch::launch(&prepared, durability).await?;
        let access = prepared.access(port);
        ready::ensure_database(&access, &database).await?;
        tracing::info!(port, pid = server.pid(), version = prepared.major(), "private PostgreSQL started");
        Ok(Self { url: access.url(&database), server })
    }

    /// `postgres://…` of the database asked for. Holds the password.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Process id of the `postgres` that listens.
    pub fn pid(&self) -> i32 {
        self.server.pid()
    }

    /// Returns when the server has ended, by whatever cause. A host that wants
    /// to end with its database selects on this.
    pub async fn exited(&self) {
        self.server.exited().await;
    }

    /// Ends the server (fast shutdown: open transactions are rolled back, data
    /// is written out) and returns once it is gone.
    pub async fn stop(self) {
        self.server.stop().await;
        tracing::info!("private PostgreSQL stopped");
    }
}

impl fmt::Debug for PrivatePostgres {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PrivatePostgres").field("pid", &self.server.pid()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;

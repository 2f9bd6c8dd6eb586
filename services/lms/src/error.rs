//! What can go wrong, in sentences for the person who started the program.

use std::net::SocketAddr;
use std::path::PathBuf;

use crate::settings::SettingsError;

/// Why a command of the LMS failed.
#[derive(Debug, thiserror::Error)]
pub enum LmsError {
    /// A setting cannot be used.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The private Postgres does not start.
    #[error("the private Postgres does not start: {0}")]
    PrivatePostgres(#[from] private_postgres::PrivatePostgresError),
    /// The database of `DATABASE_URL` does not answer.
    #[error("the database does not answer: {0} (DATABASE_URL says where it is)")]
    Connect(#[source] sqlx::Error),
    /// A query failed.
    #[error("the database refused: {0}")]
    Database(#[from] sqlx::Error),
    /// A migration failed.
    #[error("the migrations of schema `{schema}` cannot be applied: {source}")]
    Migrate {
        /// Whose migrations.
        schema: &'static str,
        /// What happened.
        source: sqlx::migrate::MigrateError,
    },
    /// The address is taken.
    #[error("{address} is taken by another program. Stop that one, or choose another port with PORT")]
    AddressTaken {
        /// The address.
        address: SocketAddr,
    },
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// Published passwords must not be reachable from other machines.
    #[error(
        "HOST is {address}, but the database holds demo people, whose password is published. \
         Use HOST=127.0.0.1, or a database without demo people"
    )]
    DemoPeopleExposed {
        /// The address.
        address: std::net::IpAddr,
    },
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The course folder cannot be imported.
    #[error(transparent)]
    Import(#[from] crate::import::ImportError),
    /// A password cannot be hashed.
    #[error("the password cannot be hashed: {0}")]
    Password(String),
    /// The server ended with an error.
    #[error("the server failed: {0}")]
    Server(#[source] std::io::Error),
    /// The private Postgres ended while the server was running.
    #[error("the private Postgres ended; its log is in the data directory")]
    PostgresEnded,
}

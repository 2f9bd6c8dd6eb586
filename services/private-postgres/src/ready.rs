//! When the server answers, and the database in it.

use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgSslMode};
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::cluster::SUPERUSER;
use crate::error::PrivatePostgresError;
use crate::server::Server;

/// How long a server may keep silent, and how long it may take to recover from
/// a crash as long as it says that it is about it.
const SILENCE: Duration = Duration::from_mins(1);
const RECOVERY: Duration = Duration::from_mins(15);

/// SQLSTATE `cannot_connect_now`: starting, recovering or shutting down.
const CANNOT_CONNECT_NOW: &str = "57P03";

/// How to reach the server.
pub(crate) struct Access {
    pub(crate) port: u16,
    pub(crate) password: String,
}

/// What came of waiting.
pub(crate) enum Answer {
    Ready,
    Exited,
}

impl Access {
    /// The password is letters and digits, the database a checked name: there
    /// is nothing to be escaped.
    pub(crate) fn url(&self, database: &str) -> String {
        let Self { port, password } = self;
        format!("postgres://{SUPERUSER}:{password}@127.0.0.1:{port}/{database}?sslmode=disable")
    }

    async fn connect(&self) -> Result<PgConnection, sqlx::Error> {
        let options = PgConnectOptions::new_without_pgpass()
            .host("127.0.0.1")
            .port(self.port)
            .username(SUPERUSER)
            .password(&self.password)
            .database("postgres")
            .ssl_mode(PgSslMode::Disable);
        PgConnection::connect_with(&options).await
    }
}

/// Polls until the server lets us in, ends, or is given up.
pub(crate) async fn wait(
    access: &Access,
    server: &Server,
    log: &Path,
) -> Result<Answer, PrivatePostgresError> {
    let started = Instant::now();
    loop {
        let attempt = tokio::time::timeout(Duration::from_secs(5), access.connect()).await;
        if server.has_exited() {
            return Ok(Answer::Exited);
        }
        let (patience, last) = match attempt {
            Ok(Ok(connection)) => {
                // Nothing depends on how this connection ends.
                let _ = connection.close().await;
                return Ok(Answer::Ready);
            }
            Ok(Err(error)) if says(&error, CANNOT_CONNECT_NOW) => (RECOVERY, error.to_string()),
            Ok(Err(error)) => (SILENCE, error.to_string()),
            Err(_) => (SILENCE, "the connection stalled".to_owned()),
        };
        if started.elapsed() > patience {
            return Err(PrivatePostgresError::NoAnswer {
                seconds: patience.as_secs(),
                last,
                log: log.to_path_buf(),
            });
        }
        // Ends early when the server does.
        let _ = tokio::time::timeout(Duration::from_millis(25), server.exited()).await;
    }
}

fn says(error: &sqlx::Error, state: &str) -> bool {
    let database = error.as_database_error();
    database.is_some_and(|error| error.code().as_deref() == Some(state))
}

/// Makes the database unless it is there.
pub(crate) async fn ensure_database(access: &Access, name: &str) -> Result<(), PrivatePostgresError> {
    let mut connection = access.connect().await?;
    let there: bool = sqlx::query_scalar("select exists (select from pg_database where datname = $1)")
        .bind(name)
        .fetch_one(&mut connection)
        .await?;
    if !there {
        sqlx::query(AssertSqlSafe(format!(r#"create database "{name}""#))).execute(&mut connection).await?;
    }
    warn_when_case_is_not_folded(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

/// Search in Finnish or Russian finds too little in a database with locale C.
async fn warn_when_case_is_not_folded(connection: &mut PgConnection) -> Result<(), PrivatePostgresError> {
    let folds: bool = sqlx::query_scalar("select lower('ÅЖ') = 'åж'").fetch_one(connection).await?;
    if !folds {
        tracing::warn!(
            "this PostgreSQL knows upper and lower case of ASCII letters only; \
             install a UTF-8 locale and remove the data directory's cluster to make it anew"
        );
    }
    Ok(())
}

/// Only names that need no quoting anywhere.
pub(crate) fn check_name(name: &str) -> Result<(), PrivatePostgresError> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let lawful =
        name.starts_with(|c: char| c.is_ascii_lowercase()) && name.len() <= 63 && name.chars().all(plain);
    if lawful {
        return Ok(());
    }
    Err(PrivatePostgresError::BadDatabaseName { name: name.to_owned() })
}

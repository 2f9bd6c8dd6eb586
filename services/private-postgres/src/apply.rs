//! Files of SQL, applied to a database that is thrown away later. A database
//! that stays has migrations with a history: `lms migrate`.

use std::io;
use std::path::PathBuf;

use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::Apply;

/// Which file failed, and why.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("could not connect to the database of DATABASE_URL: {0}")]
    Connect(sqlx::Error),
    #[error("could not read {}: {source}", .path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{} failed: {source}", .path.display())]
    Sql { path: PathBuf, source: sqlx::Error },
}

pub(crate) async fn run(arguments: Apply) -> Result<(), Error> {
    let mut connection = PgConnection::connect(&arguments.database_url).await.map_err(Error::Connect)?;
    for path in arguments.files {
        println!("applying {}", path.display());
        let sql = match std::fs::read_to_string(&path) {
            Ok(sql) => sql,
            Err(source) => return Err(Error::Read { path, source }),
        };
        // Several statements in one message are one transaction. The text is
        // the developer's own file.
        if let Err(source) = sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await {
            return Err(Error::Sql { path, source });
        }
    }
    Ok(())
}

//! The history of schema `chatbot`, apart from the one that the host keeps of its own tables.

use std::borrow::Cow;

use sqlx::migrate::Migrator;
use sqlx::{AssertSqlSafe, PgConnection, PgPool};

use crate::StoreError;

/// Where the history is kept. Not in schema `chatbot`, which the first migration's way down drops.
pub const HISTORY_TABLE: &str = "public._chatbot_migrations";

/// SQLSTATE: there is no such table.
const UNDEFINED_TABLE: &str = "42P01";

/// All migrations of schema `chatbot`.
pub static MIGRATOR: Migrator = {
    let mut migrator = sqlx::migrate!("../../migrations");
    // A plain assignment would drop the old name, which a static may not.
    std::mem::forget(std::mem::replace(&mut migrator.table_name, Cow::Borrowed(HISTORY_TABLE)));
    migrator
};

/// Applies what is not yet applied. The views of schema `lms` must exist. Safe when several processes
/// start at once: one migrates, the others wait.
pub async fn run(pool: &PgPool) -> Result<(), StoreError> {
    Ok(MIGRATOR.run(pool).await?)
}

/// Whether everything of a history is applied. What a newer version of the program has applied on top is no fault:
/// while instances are replaced one by one, old and new ones share the database.
pub async fn are_applied(conn: &mut PgConnection, migrator: &Migrator) -> Result<bool, StoreError> {
    // The table's name is a constant of the program.
    let query = format!("select version from {} where success", migrator.table_name);
    let applied: Vec<i64> = match sqlx::query_scalar(AssertSqlSafe(query)).fetch_all(conn).await {
        Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(UNDEFINED_TABLE) => {
            return Ok(false);
        }
        applied => applied?,
    };
    let mut up = migrator.iter().filter(|migration| migration.migration_type.is_up_migration());
    Ok(up.all(|migration| applied.contains(&migration.version)))
}

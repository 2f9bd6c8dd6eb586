//! The history of schema `chatbot`, apart from the one that the host keeps of its own tables.

use std::borrow::Cow;

use sqlx::PgPool;
use sqlx::migrate::Migrator;

use crate::StoreError;

/// Where the history is kept. Not in schema `chatbot`, which the first migration's way down drops.
pub const HISTORY_TABLE: &str = "public._chatbot_migrations";

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

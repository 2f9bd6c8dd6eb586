//! `lms_demo.sessions`.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

/// Opens a session, and forgets those whose time is over.
pub async fn insert(
    db: &mut PgConnection,
    token_hash: &[u8],
    user_id: Uuid,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from lms_demo.sessions where expires_at <= $1", created_at)
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        "insert into lms_demo.sessions (token_hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)",
        token_hash,
        user_id,
        created_at,
        expires_at
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Whose session it is, while it lasts.
pub async fn find_user(
    db: &mut PgConnection,
    token_hash: &[u8],
    now: DateTime<Utc>,
) -> Result<Option<Uuid>, sqlx::Error> {
    sqlx::query_scalar!(
        "select user_id from lms_demo.sessions where token_hash = $1 and expires_at > $2",
        token_hash,
        now
    )
    .fetch_optional(db)
    .await
}

/// Ends a session.
pub async fn delete(db: &mut PgConnection, token_hash: &[u8]) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from lms_demo.sessions where token_hash = $1", token_hash).execute(db).await?;
    Ok(())
}

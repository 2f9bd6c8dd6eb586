//! That an admin looked at a citation, with a note.

use chatbot_protocol::UserId;
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StoreError;

/// A review of a cited sentence.
#[derive(Clone, Debug)]
pub struct NewReview<'a> {
    /// Which.
    pub sentence: Uuid,
    /// Who.
    pub by: UserId,
    /// What they note.
    pub note: &'a str,
    /// When.
    pub now: DateTime<Utc>,
}

/// Notes that a cited sentence was reviewed; the last review counts.
pub async fn review(conn: &mut PgConnection, new: NewReview<'_>) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.cited_sentences set reviewed_at = $2, reviewed_by = $3, review_note = $4 where id = $1",
        new.sentence,
        new.now,
        new.by.0,
        new.note,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Takes a review back.
pub async fn take_back_review(conn: &mut PgConnection, sentence: Uuid) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.cited_sentences set reviewed_at = null, reviewed_by = null, review_note = null where id = $1",
        sentence,
    )
    .execute(conn)
    .await?;
    Ok(())
}

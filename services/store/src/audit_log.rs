//! Table `audit_log`: who looked at or changed what.

use chatbot_protocol::{CourseId, UserId};
use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StoreError;

/// An entry to be written, in the transaction of what it tells of.
#[derive(Clone, Debug)]
pub struct NewEntry<'a> {
    /// Its id.
    pub id: Uuid,
    /// Who; none for the system.
    pub actor: Option<UserId>,
    /// What they did, in a stable word.
    pub action: &'a str,
    /// To what kind of thing.
    pub subject_kind: &'a str,
    /// To which.
    pub subject: Option<Uuid>,
    /// In which course.
    pub course: Option<CourseId>,
    /// More about it: names of fields, numbers; no texts of people.
    pub detail: Value,
    /// When.
    pub now: DateTime<Utc>,
}

/// Writes an entry.
pub async fn insert(conn: &mut PgConnection, new: NewEntry<'_>) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into chatbot.audit_log
             (id, actor_id, action, subject_kind, subject_id, course_id, detail, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        new.id,
        new.actor.map(|actor| actor.0),
        new.action,
        new.subject_kind,
        new.subject,
        new.course.map(|course| course.0),
        new.detail,
        new.now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

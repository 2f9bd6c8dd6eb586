//! Who looked at or changed what, as admins read it.

use chatbot_protocol::{CourseId, UserId};
use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{Key, Scope};
use crate::StoreError;

/// What the log is filtered by; all of it must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogFilter {
    /// What this person did.
    pub actor: Option<UserId>,
    /// What was done, in its stable word.
    pub action: Option<String>,
    /// In this course.
    pub course: Option<CourseId>,
    /// At or after.
    pub from: Option<DateTime<Utc>>,
    /// Before.
    pub before: Option<DateTime<Utc>>,
}

/// An entry.
#[derive(Clone, Debug, PartialEq)]
pub struct LogRow {
    /// Its id.
    pub id: Uuid,
    /// Who, and their name where the host still has it; none: the system, or somebody whose data was erased.
    pub actor: Option<(UserId, Option<String>)>,
    /// What they did.
    pub action: String,
    /// To what kind of thing.
    pub subject_kind: String,
    /// To which.
    pub subject: Option<Uuid>,
    /// In which course, and its title.
    pub course: Option<(CourseId, Option<String>)>,
    /// More about it.
    pub detail: Value,
    /// When.
    pub at: DateTime<Utc>,
}

/// The newest entries that pass, after the place `after`, if given. What is of no one course is for those who
/// audit all of them, and for whoever did it.
pub async fn list_log(
    conn: &mut PgConnection,
    reader: UserId,
    scope: &Scope,
    filter: &LogFilter,
    after: Option<Key>,
    limit: i64,
) -> Result<Vec<LogRow>, StoreError> {
    let rows = sqlx::query!(
        r#"select l.id, l.actor_id, u.name as "actor_name?", l.action, l.subject_kind, l.subject_id, l.course_id,
                  c.title as "course_title?", l.detail, l.created_at
           from chatbot.audit_log l
           left join lms.users u on u.id = l.actor_id
           left join lms.courses c on c.id = l.course_id
           where ($1::uuid[] is null or l.course_id = any($1) or (l.course_id is null and l.actor_id = $2))
             and ($3::uuid is null or l.actor_id = $3)
             and ($4::text is null or l.action = $4)
             and ($5::uuid is null or l.course_id = $5)
             and l.created_at >= coalesce($6, '-infinity'::timestamptz)
             and l.created_at < coalesce($7, 'infinity'::timestamptz)
             and ($8::timestamptz is null or (l.created_at, l.id) < ($8, $9))
           order by l.created_at desc, l.id desc
           limit $10"#,
        scope.courses() as _,
        reader.0,
        filter.actor.map(|actor| actor.0),
        filter.action,
        filter.course.map(|course| course.0),
        filter.from,
        filter.before,
        after.map(|after| after.at),
        after.map(|after| after.id),
        limit,
    )
    .fetch_all(conn)
    .await?;
    let rows = rows.into_iter().map(|row| LogRow {
        id: row.id,
        actor: row.actor_id.map(|actor| (UserId(actor), row.actor_name)),
        action: row.action,
        subject_kind: row.subject_kind,
        subject: row.subject_id,
        course: row.course_id.map(|course| (CourseId(course), row.course_title)),
        detail: row.detail,
        at: row.created_at,
    });
    Ok(rows.collect())
}

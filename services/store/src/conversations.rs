//! Table `conversations`.

use chatbot_protocol::{ChatbotId, ConversationId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StoreError;

/// A student's conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversation {
    /// Its id.
    pub id: ConversationId,
    /// Its chatbot.
    pub chatbot_id: ChatbotId,
    /// Whose it is.
    pub student_id: UserId,
    /// Its title; empty until the first question.
    pub title: String,
    /// The version of the disclaimer that the student accepted for it.
    pub accepted_disclaimer_version: Option<i32>,
    /// When it was begun.
    pub created_at: DateTime<Utc>,
    /// When somebody last said something.
    pub updated_at: DateTime<Utc>,
}

struct ConversationRow {
    id: Uuid,
    chatbot_id: Uuid,
    student_id: Uuid,
    title: String,
    accepted_disclaimer_version: Option<i32>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl From<ConversationRow> for Conversation {
    fn from(row: ConversationRow) -> Self {
        Self {
            id: row.id.into(),
            chatbot_id: row.chatbot_id.into(),
            student_id: row.student_id.into(),
            title: row.title,
            accepted_disclaimer_version: row.accepted_disclaimer_version,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

/// Begins a conversation.
pub async fn insert(
    conn: &mut PgConnection,
    id: ConversationId,
    chatbot_id: ChatbotId,
    student_id: UserId,
    accepted_disclaimer_version: Option<i32>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into chatbot.conversations
             (id, chatbot_id, student_id, title, title_source, accepted_disclaimer_version, created_at, updated_at)
         values ($1, $2, $3, '', 'none', $4, $5, $5)",
        id.0,
        chatbot_id.0,
        student_id.0,
        accepted_disclaimer_version,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Of a student's conversations with a chatbot in which nothing was said yet, deleted ones too, only the newest `kept`
/// stay. Whoever is about to say something in one of the others holds its lock, and keeps it.
pub async fn drop_oldest_empty(
    conn: &mut PgConnection,
    chatbot_id: ChatbotId,
    student_id: UserId,
    kept: i64,
) -> Result<u64, StoreError> {
    let empty = sqlx::query_scalar!(
        "select c.id from chatbot.conversations c
         where c.student_id = $1 and c.chatbot_id = $2 and not c.is_preview
           and not exists (select from chatbot.messages m where m.conversation_id = c.id)
         order by c.created_at desc, c.id desc offset $3 for update skip locked",
        student_id.0,
        chatbot_id.0,
        kept,
    )
    .fetch_all(&mut *conn)
    .await?;
    if empty.is_empty() {
        return Ok(0);
    }
    // A statement of its own: it sees what was said before the locks were there.
    let dropped = sqlx::query!(
        "delete from chatbot.conversations c
         where c.id = any($1) and not exists (select from chatbot.messages m where m.conversation_id = c.id)",
        &empty,
    )
    .execute(conn)
    .await?;
    Ok(dropped.rows_affected())
}

/// Finds a student's own conversation; somebody else's does not exist for them.
pub async fn find_own(
    conn: &mut PgConnection,
    id: ConversationId,
    student: UserId,
) -> Result<Option<Conversation>, StoreError> {
    let row = sqlx::query_as!(
        ConversationRow,
        "select id, chatbot_id, student_id, title, accepted_disclaimer_version, created_at, updated_at
         from chatbot.conversations where id = $1 and student_id = $2 and deleted_at is null",
        id.0,
        student.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(Conversation::from))
}

/// Locks a student's own conversation until the end of the transaction, so that what is added to it is
/// added one after the other.
pub async fn lock_own(
    conn: &mut PgConnection,
    id: ConversationId,
    student: UserId,
) -> Result<Option<Conversation>, StoreError> {
    let row = sqlx::query_as!(
        ConversationRow,
        "select id, chatbot_id, student_id, title, accepted_disclaimer_version, created_at, updated_at
         from chatbot.conversations where id = $1 and student_id = $2 and deleted_at is null
         for no key update",
        id.0,
        student.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(Conversation::from))
}

/// A student's conversations, newest first, after the one that `before` names; only those whose title
/// holds `title`, if given.
pub async fn list_own(
    conn: &mut PgConnection,
    student: UserId,
    chatbot_id: Option<ChatbotId>,
    title: Option<&str>,
    before: Option<(DateTime<Utc>, ConversationId)>,
    limit: i64,
) -> Result<Vec<Conversation>, StoreError> {
    if title.is_some_and(|title| title.contains('\0')) {
        return Ok(Vec::new());
    }
    let rows = sqlx::query_as!(
        ConversationRow,
        "select id, chatbot_id, student_id, title, accepted_disclaimer_version, created_at, updated_at
         from chatbot.conversations
         where student_id = $1 and deleted_at is null and not is_preview
           and ($2::uuid is null or chatbot_id = $2)
           and ($6::text is null or position(lower($6) in lower(title)) > 0)
           and ($3::timestamptz is null or (updated_at, id) < ($3, $4))
         order by updated_at desc, id desc
         limit $5",
        student.0,
        chatbot_id.map(|id| id.0),
        before.map(|(at, _)| at),
        before.map(|(_, id)| id.0),
        limit,
        title,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(Conversation::from).collect())
}

/// Locks a student's own conversation in the same way, and notes that something is said in it; the first question gives
/// the title, unless there is one. Says whether there is such a conversation.
pub async fn touch_own(
    conn: &mut PgConnection,
    id: ConversationId,
    student: UserId,
    first_title: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let touched = sqlx::query!(
        "update chatbot.conversations
         set updated_at = $3,
             title = case when title_source = 'none' then $4 else title end,
             title_source = case when title_source = 'none' then 'question' else title_source end
         where id = $1 and student_id = $2 and deleted_at is null",
        id.0,
        student.0,
        now,
        first_title,
    )
    .execute(conn)
    .await?;
    Ok(touched.rows_affected() > 0)
}

/// Notes that something was said.
pub async fn touch(
    conn: &mut PgConnection,
    id: ConversationId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!("update chatbot.conversations set updated_at = $2 where id = $1", id.0, now)
        .execute(conn)
        .await?;
    Ok(())
}

/// Gives a conversation its student's own title, which wins for ever.
pub async fn rename(conn: &mut PgConnection, id: ConversationId, title: &str) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.conversations set title = $2, title_source = 'student' where id = $1",
        id.0,
        title,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Notes that its student is told of older messages that are left out. Whether they were not before.
pub async fn tell_shortened(conn: &mut PgConnection, id: ConversationId) -> Result<bool, StoreError> {
    let told = sqlx::query!(
        "update chatbot.conversations set told_shortened = true where id = $1 and not told_shortened",
        id.0,
    )
    .execute(conn)
    .await?;
    Ok(told.rows_affected() > 0)
}

/// Marks a conversation as deleted; from then on nobody finds it.
pub async fn delete(
    conn: &mut PgConnection,
    id: ConversationId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!("update chatbot.conversations set deleted_at = $2 where id = $1", id.0, now)
        .execute(conn)
        .await?;
    Ok(())
}

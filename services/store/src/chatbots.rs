//! Table `chatbots` and its versions.

use chatbot_core::ChatbotConfig;
use chatbot_protocol::{ChatbotId, CourseId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StoreError;
use crate::chatbot_versions::{self, NewVersion};

/// A configured chatbot, with the configuration in force.
#[derive(Clone, Debug, PartialEq)]
pub struct Chatbot {
    /// Its id.
    pub id: ChatbotId,
    /// Its course.
    pub course_id: CourseId,
    /// Its name.
    pub name: String,
    /// Whether a course page opens this one.
    pub is_default: bool,
    /// Whether students may use it.
    pub enabled: bool,
    /// The version in force.
    pub version: i32,
    /// The configuration in force.
    pub config: ChatbotConfig,
}

/// A chatbot to be created.
#[derive(Clone, Debug)]
pub struct NewChatbot<'a> {
    /// Its id.
    pub id: ChatbotId,
    /// Its course.
    pub course_id: CourseId,
    /// Its name.
    pub name: &'a str,
    /// Whether a course page opens this one.
    pub is_default: bool,
    /// Its first configuration.
    pub config: &'a ChatbotConfig,
    /// Who creates it.
    pub author: Option<UserId>,
    /// When.
    pub now: DateTime<Utc>,
}

pub(crate) struct ChatbotRow {
    pub id: Uuid,
    pub course_id: Uuid,
    pub name: String,
    pub is_default: bool,
    pub enabled: bool,
    pub version: i32,
    pub config: serde_json::Value,
}

impl TryFrom<ChatbotRow> for Chatbot {
    type Error = StoreError;

    fn try_from(row: ChatbotRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.id.into(),
            course_id: row.course_id.into(),
            name: row.name,
            is_default: row.is_default,
            enabled: row.enabled,
            version: row.version,
            config: serde_json::from_value(row.config)?,
        })
    }
}

/// Creates an enabled chatbot with its first version. Call it in a transaction.
pub async fn insert(conn: &mut PgConnection, new: NewChatbot<'_>) -> Result<(), StoreError> {
    insert_switched(conn, new, true).await
}

/// Creates a chatbot, switched on or off, with its first version. Call it in a transaction.
pub async fn insert_switched(
    conn: &mut PgConnection,
    new: NewChatbot<'_>,
    enabled: bool,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into chatbot.chatbots
             (id, course_id, name, is_default, enabled, version, config, created_at, updated_at)
         values ($1, $2, $3, $4, $5, 1, $6, $7, $7)",
        new.id.0,
        new.course_id.0,
        new.name,
        new.is_default,
        enabled,
        serde_json::to_value(new.config)?,
        new.now,
    )
    .execute(&mut *conn)
    .await?;
    let NewChatbot { name, config, author, now, .. } = new;
    let first = NewVersion { chatbot: new.id, version: 1, name, enabled, config, author, now };
    chatbot_versions::insert(conn, first).await
}

/// Saves a chatbot's next version, if the one that was edited is still in force; else nothing happens. Gives the
/// new version's number. Call it in a transaction.
pub async fn save(
    conn: &mut PgConnection,
    edited: &Chatbot,
    author: UserId,
    now: DateTime<Utc>,
) -> Result<Option<i32>, StoreError> {
    let next = sqlx::query_scalar!(
        "update chatbot.chatbots
         set name = $3, enabled = $4, config = $5, version = version + 1, updated_at = $6
         where id = $1 and version = $2 and deleted_at is null
         returning version",
        edited.id.0,
        edited.version,
        edited.name,
        edited.enabled,
        serde_json::to_value(&edited.config)?,
        now,
    )
    .fetch_optional(&mut *conn)
    .await?;
    let Some(version) = next else { return Ok(None) };
    let new = NewVersion {
        chatbot: edited.id,
        version,
        name: &edited.name,
        enabled: edited.enabled,
        config: &edited.config,
        author: Some(author),
        now,
    };
    chatbot_versions::insert(conn, new).await?;
    Ok(Some(version))
}

/// Keeps everybody else from adding, removing and choosing chatbots of a course until the transaction ends.
pub async fn lock_course(conn: &mut PgConnection, course: CourseId) -> Result<(), StoreError> {
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended('chatbot.chatbots of ' || $1::uuid::text, 0))",
        course.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Makes a chatbot the one that its course's pages open, and no other. Call it in a transaction that has
/// the course's lock.
pub async fn make_default(conn: &mut PgConnection, chatbot: &Chatbot) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.chatbots set is_default = false where course_id = $1 and is_default and id <> $2",
        chatbot.course_id.0,
        chatbot.id.0,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!("update chatbot.chatbots set is_default = true where id = $1", chatbot.id.0)
        .execute(conn)
        .await?;
    Ok(())
}

/// Marks a chatbot as deleted; from then on nobody finds it.
pub async fn delete(conn: &mut PgConnection, id: ChatbotId, now: DateTime<Utc>) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.chatbots set deleted_at = $2, is_default = false where id = $1 and deleted_at is null",
        id.0,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// All chatbots of a course, switched off ones too, the default one first.
pub async fn list_all(conn: &mut PgConnection, course_id: CourseId) -> Result<Vec<Chatbot>, StoreError> {
    sqlx::query_as!(
        ChatbotRow,
        "select id, course_id, name, is_default, enabled, version, config
         from chatbot.chatbots where course_id = $1 and deleted_at is null
         order by is_default desc, name, id",
        course_id.0,
    )
    .fetch_all(conn)
    .await?
    .into_iter()
    .map(Chatbot::try_from)
    .collect()
}

/// Finds a chatbot that is not deleted.
pub async fn find(conn: &mut PgConnection, id: ChatbotId) -> Result<Option<Chatbot>, StoreError> {
    sqlx::query_as!(
        ChatbotRow,
        "select id, course_id, name, is_default, enabled, version, config
         from chatbot.chatbots where id = $1 and deleted_at is null",
        id.0,
    )
    .fetch_optional(conn)
    .await?
    .map(Chatbot::try_from)
    .transpose()
}

/// The enabled chatbots of a course, the default one first.
pub async fn list_enabled(conn: &mut PgConnection, course_id: CourseId) -> Result<Vec<Chatbot>, StoreError> {
    sqlx::query_as!(
        ChatbotRow,
        "select id, course_id, name, is_default, enabled, version, config
         from chatbot.chatbots where course_id = $1 and enabled and deleted_at is null
         order by is_default desc, name, id",
        course_id.0,
    )
    .fetch_all(conn)
    .await?
    .into_iter()
    .map(Chatbot::try_from)
    .collect()
}

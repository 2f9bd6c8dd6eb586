//! Table `chatbots` and its versions.

use chatbot_core::ChatbotConfig;
use chatbot_protocol::{ChatbotId, CourseId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StoreError;

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

struct ChatbotRow {
    id: Uuid,
    course_id: Uuid,
    name: String,
    is_default: bool,
    enabled: bool,
    version: i32,
    config: serde_json::Value,
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
    let config = serde_json::to_value(new.config)?;
    sqlx::query!(
        "insert into chatbot.chatbots
             (id, course_id, name, is_default, enabled, version, config, created_at, updated_at)
         values ($1, $2, $3, $4, true, 1, $5, $6, $6)",
        new.id.0,
        new.course_id.0,
        new.name,
        new.is_default,
        config,
        new.now,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "insert into chatbot.chatbot_versions (chatbot_id, version, name, config, author_id, created_at)
         values ($1, 1, $2, $3, $4, $5)",
        new.id.0,
        new.name,
        config,
        new.author.map(|author| author.0),
        new.now,
    )
    .execute(&mut *conn)
    .await?;
    Ok(())
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

//! Table `chatbot_versions`: every saved configuration, with who saved it.

use chatbot_core::ChatbotConfig;
use chatbot_protocol::{ChatbotId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::StoreError;

/// What a version says.
#[derive(Clone, Debug, PartialEq)]
pub struct ChatbotVersion {
    /// Its number, from 1.
    pub version: i32,
    /// The chatbot's name.
    pub name: String,
    /// Whether students could use it.
    pub enabled: bool,
    /// The configuration.
    pub config: ChatbotConfig,
    /// The name of who saved it; none when the system did, or nobody knows them any more.
    pub author: Option<String>,
    /// When.
    pub created_at: DateTime<Utc>,
}

/// A version to be written.
#[derive(Clone, Copy, Debug)]
pub struct NewVersion<'a> {
    /// Its chatbot.
    pub chatbot: ChatbotId,
    /// Its number.
    pub version: i32,
    /// The chatbot's name.
    pub name: &'a str,
    /// Whether students may use it.
    pub enabled: bool,
    /// The configuration.
    pub config: &'a ChatbotConfig,
    /// Who saves it.
    pub author: Option<UserId>,
    /// When.
    pub now: DateTime<Utc>,
}

/// Writes a version.
pub async fn insert(conn: &mut PgConnection, new: NewVersion<'_>) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into chatbot.chatbot_versions (chatbot_id, version, name, enabled, config, author_id, created_at)
         values ($1, $2, $3, $4, $5, $6, $7)",
        new.chatbot.0,
        new.version,
        new.name,
        new.enabled,
        Json(new.config) as _,
        new.author.map(|author| author.0),
        new.now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The versions of a chatbot, newest first: those before the version `before`, if given.
pub async fn list(
    conn: &mut PgConnection,
    chatbot: ChatbotId,
    before: Option<i32>,
    limit: i64,
) -> Result<Vec<ChatbotVersion>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        r#"select v.version, v.name, v.enabled, v.config as "config: Json<ChatbotConfig>",
                  u.name as "author?", v.created_at
           from chatbot.chatbot_versions v
           left join lms.users u on u.id = v.author_id
           where v.chatbot_id = $1 and ($2::integer is null or v.version < $2)
           order by v.version desc
           limit $3"#,
        chatbot.0,
        before,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(ChatbotVersion::from).collect())
}

/// One version of a chatbot.
pub async fn find(
    conn: &mut PgConnection,
    chatbot: ChatbotId,
    version: i32,
) -> Result<Option<ChatbotVersion>, StoreError> {
    let before = version.saturating_add(1);
    let found = list(conn, chatbot, Some(before), 1).await?.pop();
    Ok(found.filter(|found| found.version == version))
}

/// The highest version that a disclaimer of this chatbot ever had; 0 when it never had one.
pub async fn last_disclaimer(conn: &mut PgConnection, chatbot: ChatbotId) -> Result<u32, StoreError> {
    let last = sqlx::query_scalar!(
        r#"select coalesce(max((config #>> '{disclaimer,version}')::bigint), 0) as "last!"
           from chatbot.chatbot_versions where chatbot_id = $1"#,
        chatbot.0,
    )
    .fetch_one(conn)
    .await?;
    Ok(u32::try_from(last).unwrap_or(u32::MAX))
}

struct Row {
    version: i32,
    name: String,
    enabled: bool,
    config: Json<ChatbotConfig>,
    author: Option<String>,
    created_at: DateTime<Utc>,
}

impl From<Row> for ChatbotVersion {
    fn from(row: Row) -> Self {
        Self {
            version: row.version,
            name: row.name,
            enabled: row.enabled,
            config: row.config.0,
            author: row.author,
            created_at: row.created_at,
        }
    }
}

//! Table `messages`: what student and chatbot said, as the student saw it.

use chatbot_protocol::ui_message::MessageMetadata;
use chatbot_protocol::{ConversationId, MessageId, PageId, Part, Role, TurnId, UiMessage};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use crate::StoreError;
use crate::stored_parts::{StoredMetadata, StoredParts};

/// A stored message.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// Our id.
    pub id: MessageId,
    /// Its place in the conversation, from 1.
    pub order_number: i32,
    /// The message as it goes on the wire, under its id there.
    pub wire: UiMessage,
}

struct MessageRow {
    id: Uuid,
    order_number: i32,
    role: String,
    client_id: String,
    parts: Json<StoredParts>,
    metadata: Option<Json<StoredMetadata>>,
}

impl From<MessageRow> for Message {
    fn from(row: MessageRow) -> Self {
        Self {
            id: row.id.into(),
            order_number: row.order_number,
            wire: UiMessage {
                id: row.client_id,
                role: if row.role == "user" { Role::User } else { Role::Assistant },
                metadata: row.metadata.map(|metadata| metadata.0.0),
                parts: row.parts.0.0,
            },
        }
    }
}

/// The newest messages that count, oldest first; only those before the message `before`, if given.
pub async fn list_newest(
    conn: &mut PgConnection,
    conversation: ConversationId,
    before: Option<i32>,
    limit: i64,
) -> Result<Vec<Message>, StoreError> {
    let mut rows = sqlx::query_as!(
        MessageRow,
        r#"select id, order_number, role, client_id, parts as "parts: Json<StoredParts>",
                  metadata as "metadata: Json<StoredMetadata>"
           from chatbot.messages
           where conversation_id = $1 and superseded_at is null and ($2::integer is null or order_number < $2)
           order by order_number desc
           limit $3"#,
        conversation.0,
        before,
        limit,
    )
    .fetch_all(conn)
    .await?;
    rows.reverse();
    Ok(rows.into_iter().map(Message::from).collect())
}

/// A message by its id.
pub(crate) async fn find_wire(
    conn: &mut PgConnection,
    id: Option<Uuid>,
) -> Result<Option<UiMessage>, StoreError> {
    let row = sqlx::query_as!(
        MessageRow,
        r#"select id, order_number, role, client_id, parts as "parts: Json<StoredParts>",
                  metadata as "metadata: Json<StoredMetadata>"
           from chatbot.messages where id = $1"#,
        id,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| Message::from(row).wire))
}

/// Text of a page that a student selected to ask about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The question.
    pub message: MessageId,
    /// The page.
    pub page: PageId,
    /// The text.
    pub text: String,
}

/// What questions were asked about. It is page text: whoever shows it asks first whether the page may be read.
pub async fn list_selections(
    conn: &mut PgConnection,
    questions: &[MessageId],
) -> Result<Vec<Selection>, StoreError> {
    let questions: Vec<Uuid> = questions.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"select distinct on (user_message_id) user_message_id as "user_message_id!", page_id as "page_id!", selection as "selection!"
           from chatbot.turns
           where user_message_id = any($1) and page_id is not null and selection is not null
           order by user_message_id, created_at desc"#,
        &questions,
    )
    .fetch_all(conn)
    .await?;
    let selections = rows.into_iter().map(|row| Selection {
        message: row.user_message_id.into(),
        page: row.page_id.into(),
        text: row.selection,
    });
    Ok(selections.collect())
}

/// Finds a message of a conversation that counts, by its id on the wire or by ours.
pub async fn find(
    conn: &mut PgConnection,
    conversation: ConversationId,
    wire_id: &str,
) -> Result<Option<Message>, StoreError> {
    if wire_id.contains('\0') {
        return Ok(None);
    }
    let ours = Uuid::parse_str(wire_id).ok();
    let row = sqlx::query_as!(
        MessageRow,
        r#"select id, order_number, role, client_id, parts as "parts: Json<StoredParts>",
                  metadata as "metadata: Json<StoredMetadata>"
           from chatbot.messages
           where conversation_id = $1 and superseded_at is null and (client_id = $2 or id = $3)"#,
        conversation.0,
        wire_id,
        ours,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(Message::from))
}

/// Whether a message of a conversation counted once and no longer does, by its id on the wire or by ours.
pub async fn was_superseded(
    conn: &mut PgConnection,
    conversation: ConversationId,
    wire_id: &str,
) -> Result<bool, StoreError> {
    if wire_id.contains('\0') {
        return Ok(false);
    }
    let superseded = sqlx::query_scalar!(
        r#"select exists (
               select from chatbot.messages
               where conversation_id = $1 and superseded_at is not null and (client_id = $2 or id = $3)
           ) as "superseded!""#,
        conversation.0,
        wire_id,
        Uuid::parse_str(wire_id).ok(),
    );
    Ok(superseded.fetch_one(conn).await?)
}

/// The last user message that counts, up to and including a place in the conversation.
pub async fn last_question(
    conn: &mut PgConnection,
    conversation: ConversationId,
    up_to: i32,
) -> Result<Option<Message>, StoreError> {
    let row = sqlx::query_as!(
        MessageRow,
        r#"select id, order_number, role, client_id, parts as "parts: Json<StoredParts>",
                  metadata as "metadata: Json<StoredMetadata>"
           from chatbot.messages
           where conversation_id = $1 and role = 'user' and superseded_at is null and order_number <= $2
           order by order_number desc
           limit 1"#,
        conversation.0,
        up_to,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(Message::from))
}

/// Marks every message from a place on as superseded by a turn.
pub async fn supersede_from(
    conn: &mut PgConnection,
    conversation: ConversationId,
    from: i32,
    by: TurnId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.messages set superseded_at = $3, superseded_by_turn = $4
         where conversation_id = $1 and order_number >= $2 and superseded_at is null",
        conversation.0,
        from,
        now,
        by.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Writes what an assistant message consists of by now.
pub async fn write_parts(
    conn: &mut PgConnection,
    id: MessageId,
    parts: &[Part],
    metadata: &MessageMetadata,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.messages set parts = $2, metadata = $3 where id = $1",
        id.0,
        Json(parts) as _,
        Json(metadata) as _,
    )
    .execute(conn)
    .await?;
    Ok(())
}

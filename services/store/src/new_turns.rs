//! A turn with the messages that it begins with: the question, unless that is stored, and the empty answer.

use std::time::Duration;

use chatbot_protocol::{ChatbotId, ConversationId, MessageId, PageId, Part, ToolChoice, TurnId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::StoreError;
use crate::leases::Instance;
use crate::turns::Hold;

/// A turn to be stored.
#[derive(Clone, Debug)]
pub struct NewTurn<'a> {
    /// Its id.
    pub id: TurnId,
    /// Its conversation.
    pub conversation_id: ConversationId,
    /// The student's message that it answers.
    pub user_message_id: MessageId,
    /// That message, if it is new.
    pub question: Option<NewQuestion<'a>>,
    /// The message that it writes.
    pub assistant_message_id: MessageId,
    /// Its chatbot.
    pub chatbot_id: ChatbotId,
    /// The configuration it runs under.
    pub chatbot_version: i32,
    /// The model's id.
    pub model: &'a str,
    /// The page that the student had open.
    pub page_id: Option<PageId>,
    /// What the student had selected.
    pub selection: Option<&'a str>,
    /// The tool choice that the message brought.
    pub tool_choice: Option<&'a ToolChoice>,
    /// Who carries it, and for how long at first.
    pub lease: (Instance, Duration),
    /// When.
    pub now: DateTime<Utc>,
}

/// A student's message to be stored.
#[derive(Clone, Copy, Debug)]
pub struct NewQuestion<'a> {
    /// Its id on the wire.
    pub client_id: &'a str,
    /// What it consists of.
    pub parts: &'a [Part],
}

/// Stores an accepted turn at the end of its conversation, which the caller has locked. Fails by the constraint
/// `turns_one_open` when another one is open, and by `messages_client_id_once` when the question's id is taken.
pub async fn insert(conn: &mut PgConnection, new: NewTurn<'_>) -> Result<Hold, StoreError> {
    sqlx::query!(
        "with place as (
             select coalesce(max(order_number), 0) as last from chatbot.messages where conversation_id = $2
         ), question as (
             insert into chatbot.messages (id, conversation_id, order_number, role, client_id, parts, created_at)
             select $3, $2, last + 1, 'user', $14, $15, $11 from place where $14::text is not null
         ), answer as (
             insert into chatbot.messages (id, conversation_id, order_number, role, client_id, parts, created_at)
             select $4, $2, last + case when $14::text is null then 1 else 2 end, 'assistant', $4::uuid::text, '[]', $11
             from place
         )
         insert into chatbot.turns
             (id, conversation_id, user_message_id, assistant_message_id, chatbot_id, chatbot_version, model,
              state, page_id, selection, tool_choice, created_at, lease_instance, lease_expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, 'accepted', $8, $9, $10, $11, $12,
                 clock_timestamp() + make_interval(secs => $13))",
        new.id.0,
        new.conversation_id.0,
        new.user_message_id.0,
        new.assistant_message_id.0,
        new.chatbot_id.0,
        new.chatbot_version,
        new.model,
        new.page_id.map(|page| page.0),
        new.selection,
        new.tool_choice.map(Json) as _,
        new.now,
        new.lease.0.0,
        new.lease.1.as_secs_f64(),
        new.question.map(|question| question.client_id),
        new.question.map(|question| Json(question.parts)) as _,
    )
    .execute(conn)
    .await?;
    Ok(Hold { turn: new.id, epoch: 1 })
}

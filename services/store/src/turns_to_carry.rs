//! Tables `turns` and `rounds`: all that is needed to go on with a turn, out of the database alone.

use chatbot_protocol::data_part::Usage;
use chatbot_protocol::{ChatbotId, ConversationId, MessageId, PageId, ToolChoice, TurnId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use crate::StoreError;

/// A turn to go on with.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnToCarry {
    /// Its conversation.
    pub conversation_id: ConversationId,
    /// Who asked.
    pub student_id: UserId,
    /// What they asked.
    pub question: String,
    /// The message that it writes.
    pub assistant_message_id: MessageId,
    /// Its chatbot.
    pub chatbot_id: ChatbotId,
    /// The page that the student had open.
    pub page_id: Option<PageId>,
    /// What the student had selected on it.
    pub selection: Option<String>,
    /// The tool choice that the message brought.
    pub tool_choice: Option<ToolChoice>,
    /// How many requests were sent.
    pub requests: u32,
    /// How many rounds were committed.
    pub rounds: u32,
    /// The number of its last round, committed or not; 0 before the first.
    pub last_round: i32,
    /// How many of those were asked again because they named tools that are not granted.
    pub retries: u32,
    /// Whether the reply that was coming had brought text by then.
    pub reply_has_text: bool,
    /// What was used so far.
    pub usage: Usage,
    /// When its message was accepted.
    pub created_at: DateTime<Utc>,
    /// Since when it has not waited: since then, or since its student answered.
    pub carried_since: DateTime<Utc>,
}

struct Row {
    conversation_id: Uuid,
    student_id: Uuid,
    question: String,
    assistant_message_id: Uuid,
    chatbot_id: Uuid,
    page_id: Option<Uuid>,
    selection: Option<String>,
    tool_choice: Option<Json<ToolChoice>>,
    requests: i32,
    rounds: i64,
    last_round: i32,
    retries: i64,
    reply_has_text: bool,
    input_tokens: i32,
    output_tokens: i32,
    created_at: DateTime<Utc>,
    carried_since: DateTime<Utc>,
}

/// Reads a turn that is to be gone on with.
pub async fn find(conn: &mut PgConnection, turn: TurnId) -> Result<Option<TurnToCarry>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"select c.id as conversation_id, c.student_id, t.assistant_message_id as "assistant_message_id!", t.chatbot_id, t.page_id, t.selection,
                  t.tool_choice as "tool_choice: Json<ToolChoice>", t.requests, t.input_tokens, t.output_tokens,
                  t.created_at,
                  coalesce((select max(k.answered_at) from chatbot.tool_calls k where k.turn_id = t.id), t.created_at)
                      as "carried_since!",
                  coalesce((select string_agg(part ->> 'text', E'\n\n' order by place)
                            from jsonb_array_elements(q.parts) with ordinality as p(part, place)
                            where part ->> 'type' = 'text'), '') as "question!",
                  (select count(*) from chatbot.rounds r
                   where r.turn_id = t.id and r.state = 'committed') as "rounds!",
                  coalesce((select max(r.round_number) from chatbot.rounds r where r.turn_id = t.id), 0)
                      as "last_round!",
                  exists (select from chatbot.rounds r where r.turn_id = t.id and r.state = 'streaming'
                          and r.reply_text <> '') as "reply_has_text!",
                  (select count(*) from chatbot.rounds r
                   where r.turn_id = t.id and r.disposition = 'retry') as "retries!"
           from chatbot.turns t
           join chatbot.conversations c on c.id = t.conversation_id
           join chatbot.messages q on q.id = t.user_message_id
           where t.id = $1"#,
        turn.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(TurnToCarry::from))
}

impl From<Row> for TurnToCarry {
    fn from(row: Row) -> Self {
        let count = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
        Self {
            conversation_id: row.conversation_id.into(),
            student_id: row.student_id.into(),
            question: row.question,
            assistant_message_id: row.assistant_message_id.into(),
            chatbot_id: row.chatbot_id.into(),
            page_id: row.page_id.map(PageId),
            selection: row.selection,
            tool_choice: row.tool_choice.map(|choice| choice.0),
            requests: count(row.requests.into()),
            rounds: count(row.rounds),
            last_round: row.last_round,
            retries: count(row.retries),
            reply_has_text: row.reply_has_text,
            usage: Usage {
                input_tokens: count(row.input_tokens.into()),
                output_tokens: count(row.output_tokens.into()),
            },
            created_at: row.created_at,
            carried_since: row.carried_since,
        }
    }
}

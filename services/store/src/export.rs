//! Everything that is stored about a student, piece by piece, in the form in which they are given it.
//!
//! Pages' own texts are not about anybody and stay out: passages, and what tools gave of the course. What answers
//! show of pages is for the caller to take out where the page is no longer open.

use chatbot_protocol::insights::{Feedback, FeedbackReason, Rating};
use chatbot_protocol::{ConversationId, CourseId, MessageId, Role, UiMessage, UserId};
use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use crate::StoreError;
use crate::messages::Message;
use crate::stored_parts::{StoredMetadata, StoredParts};

/// A conversation without what was said in it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportedConversation {
    /// Its id.
    pub id: ConversationId,
    /// Its course.
    pub course: CourseId,
    /// What is stored of it.
    pub head: Value,
}

/// The next of a person's conversations, deleted ones and those in which they tried settings included, in the order of
/// their ids.
pub async fn next_conversation(
    conn: &mut PgConnection,
    student: UserId,
    after: Option<ConversationId>,
) -> Result<Option<ExportedConversation>, StoreError> {
    let row = sqlx::query!(
        r#"select c.id, b.course_id, jsonb_build_object(
               'id', c.id, 'title', c.title, 'titleSource', c.title_source, 'courseId', b.course_id,
               'chatbotId', b.id, 'chatbot', b.name, 'acceptedDisclaimerVersion', c.accepted_disclaimer_version,
               'createdAt', c.created_at, 'updatedAt', c.updated_at, 'deletedAt', c.deleted_at,
               'tried', case when p.author_id is not null then jsonb_build_object(
                   'as', p.view_as, 'name', p.name, 'settings', p.config) end) as "head!"
           from chatbot.conversations c
           join chatbot.chatbots b on b.id = c.chatbot_id
           left join chatbot.previews p on p.conversation_id = c.id
           where c.id in (select id from chatbot.conversations where student_id = $1
                          union select conversation_id from chatbot.previews where author_id = $1)
             and ($2::uuid is null or c.id > $2)
           order by c.id limit 1"#,
        student.0,
        after.map(|id| id.0),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| ExportedConversation {
        id: row.id.into(),
        course: row.course_id.into(),
        head: row.head,
    }))
}

/// A message with what is known of it besides.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportedMessage {
    /// The message.
    pub message: Message,
    /// When it was said.
    pub created_at: DateTime<Utc>,
    /// When another one took its place.
    pub superseded_at: Option<DateTime<Utc>>,
}

struct MessageRow {
    id: Uuid,
    order_number: i32,
    role: String,
    client_id: String,
    parts: Json<StoredParts>,
    metadata: Option<Json<StoredMetadata>>,
    created_at: DateTime<Utc>,
    superseded_at: Option<DateTime<Utc>>,
    rating: Option<String>,
    reason: Option<String>,
    comment: Option<String>,
}

impl From<MessageRow> for ExportedMessage {
    fn from(row: MessageRow) -> Self {
        let mut metadata = row.metadata.map(|metadata| metadata.0.0);
        if let Some(rating) = row.rating.as_deref().and_then(Rating::parse) {
            let reason = row.reason.as_deref().and_then(FeedbackReason::parse);
            metadata.get_or_insert_default().feedback =
                Some(Feedback { rating, reason, comment: row.comment });
        }
        let role = if row.role == "user" { Role::User } else { Role::Assistant };
        let wire = UiMessage { id: row.client_id, role, metadata, parts: row.parts.0.0 };
        let message = Message { id: MessageId(row.id), order_number: row.order_number, wire };
        Self { message, created_at: row.created_at, superseded_at: row.superseded_at }
    }
}

/// The next messages of a conversation after a place in it, those that were superseded included.
pub async fn list_messages(
    conn: &mut PgConnection,
    conversation: ConversationId,
    after: i32,
    limit: i64,
) -> Result<Vec<ExportedMessage>, StoreError> {
    let rows = sqlx::query_as!(
        MessageRow,
        r#"select m.id, m.order_number, m.role, m.client_id, m.parts as "parts: Json<StoredParts>",
                  m.metadata as "metadata: Json<StoredMetadata>", m.created_at, m.superseded_at,
                  f.rating as "rating?", f.reason as "reason?", f.comment as "comment?"
           from chatbot.messages m left join chatbot.feedback f on f.message_id = m.id
           where m.conversation_id = $1 and m.order_number > $2
           order by m.order_number limit $3"#,
        conversation.0,
        after,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(ExportedMessage::from).collect())
}

/// The next turn of a conversation, with its calls and what its answer cited; those of `about_student` with what
/// they gave.
pub async fn next_turn(
    conn: &mut PgConnection,
    conversation: ConversationId,
    after: Option<(DateTime<Utc>, Uuid)>,
    about_student: &[String],
) -> Result<Option<(DateTime<Utc>, Uuid, Value)>, StoreError> {
    let row = sqlx::query!(
        r#"select t.created_at, t.id, jsonb_build_object(
               'id', t.id, 'questionId', t.user_message_id, 'answerId', t.assistant_message_id,
               'model', t.model, 'state', t.state, 'errorCode', t.error_code, 'openPageId', t.page_id,
               'toolChoice', t.tool_choice, 'requests', t.requests, 'inputTokens', t.input_tokens,
               'outputTokens', t.output_tokens, 'costMicros', t.cost_micros,
               'costCurrency', t.cost_currency, 'createdAt', t.created_at, 'endedAt', t.ended_at,
               'replies', coalesce((
                   select jsonb_agg(r.reply_text order by r.round_number)
                   from chatbot.rounds r where r.turn_id = t.id), '[]'),
               'calls', coalesce((
                   select jsonb_agg(jsonb_build_object(
                       'id', k.id, 'tool', k.name, 'arguments', k.arguments, 'ranAs', k.effective_name,
                       'ranWith', k.effective_arguments, 'decision', k.disposition, 'status', k.status,
                       'yourAnswer', k.answer, 'answeredAt', k.answered_at, 'startedAt', k.started_at,
                       'endedAt', k.ended_at,
                       'result', case when k.effective_name = any($4) then k.output end)
                       order by r.round_number, k.attempt, k.call_index)
                   from chatbot.tool_calls k join chatbot.rounds r on r.id = k.round_id
                   where k.turn_id = t.id), '[]'),
               'cited', coalesce((
                   select jsonb_agg(jsonb_build_object(
                       'sentence', s.sentence, 'pageId', c.page_id, 'verdict', s.verdict, 'score', s.score,
                       'quote', s.quote, 'freshness', s.freshness, 'createdAt', s.created_at)
                       order by s.created_at, s.id)
                   from chatbot.cited_sentences s left join chatbot.citations c on c.id = s.citation_id
                   where s.turn_id = t.id), '[]')) as "turn!"
           from chatbot.turns t
           where t.conversation_id = $1 and ($2::timestamptz is null or (t.created_at, t.id) > ($2, $3::uuid))
           order by t.created_at, t.id limit 1"#,
        conversation.0,
        after.map(|(at, _)| at),
        after.map(|(_, id)| id),
        about_student,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| (row.created_at, row.id, row.turn)))
}

/// The next rows of what a student spent.
pub async fn list_usage(
    conn: &mut PgConnection,
    student: UserId,
    after: Option<Uuid>,
    limit: i64,
) -> Result<Vec<(Uuid, Value)>, StoreError> {
    let rows = sqlx::query!(
        r#"select id, jsonb_build_object(
               'turnId', turn_id, 'courseId', course_id, 'chatbotId', chatbot_id,
               'reservedTokens', reserved_tokens, 'usedTokens', settled_tokens,
               'createdAt', created_at, 'settledAt', settled_at) as "spent!"
           from chatbot.usage_ledger
           where student_id = $1 and ($2::uuid is null or id > $2) order by id limit $3"#,
        student.0,
        after,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.spent)).collect())
}

/// The next entries of the audit log about a person: what they did, and what was done with what is theirs. Who did
/// it is somebody else's data. A student's conversation stands there by the id that its readers know.
pub async fn list_audit(
    conn: &mut PgConnection,
    person: UserId,
    after: Option<Uuid>,
    limit: i64,
) -> Result<Vec<(Uuid, Value)>, StoreError> {
    let rows = sqlx::query!(
        r#"with own as (select id from chatbot.conversations where student_id = $1
                        union select conversation_id from chatbot.previews where author_id = $1)
           select l.id, jsonb_build_object(
               'at', l.created_at, 'action', l.action, 'about', l.subject_kind, 'courseId', l.course_id,
               'byYou', l.actor_id is not distinct from $1,
               'subjectId', case when l.subject_kind <> 'conversation' or l.subject_id in (select id from own)
                                 then l.subject_id
                                 else (select c.anonymous_id from chatbot.conversations c where c.id = l.subject_id) end,
               'detail', case when l.actor_id = $1 then l.detail end) as "entry!"
           from chatbot.audit_log l
           where ($2::uuid is null or l.id > $2)
             and (l.actor_id = $1 or l.subject_id = $1
                  or l.subject_id in (select id from own)
                  or l.subject_id in (select t.id from chatbot.turns t join own on own.id = t.conversation_id))
           order by l.id limit $3"#,
        person.0,
        after,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.entry)).collect())
}

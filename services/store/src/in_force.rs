//! What a conversation stands on: its chatbot as it is in force there, and the course.

use chatbot_core::ChatbotConfig;
use chatbot_core::config::LimitsConfig;
use chatbot_protocol::{ConversationId, UserId};
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::StoreError;
use crate::chatbots::{Chatbot, ChatbotRow};
use crate::courses::{self, Course};

/// A chatbot as it is in force in a conversation, and whose that is.
#[derive(Clone, Debug, PartialEq)]
pub struct InForce {
    /// The chatbot; in a preview with the settings that are tried. Limits of what a student may use do not count there,
    /// and that of the course is the saved one: nobody spends more by trying.
    pub chatbot: Chatbot,
    /// Its course.
    pub course: Course,
    /// Whose the conversation is: who acts in its turns.
    pub student: UserId,
    /// Whether it is a preview.
    pub is_preview: bool,
    /// Who tries the chatbot in it, if it is one.
    pub author: Option<UserId>,
    /// The version of the disclaimer that was accepted for it.
    pub accepted_disclaimer_version: Option<u32>,
}

/// What a conversation stands on, unless it or its chatbot is deleted.
pub async fn find(
    conn: &mut PgConnection,
    conversation: ConversationId,
) -> Result<Option<InForce>, StoreError> {
    let row = sqlx::query!(
        r#"select b.id, b.course_id, coalesce(p.name, b.name) as "name!", b.is_default, b.enabled, b.version,
                  b.config, p.config as "tried?: Json<ChatbotConfig>", p.author_id as "author_id?",
                  c.is_preview, c.student_id, c.accepted_disclaimer_version,
                  l.organization_id as "organization_id!", l.slug as "slug!", l.title as "title!",
                  l.description as "description!", l.language as "language!", l.time_zone as "time_zone!",
                  l.visibility as "visibility!", l.is_public as "is_public!",
                  l.can_add_chatbot as "can_add_chatbot!"
           from chatbot.conversations c
           join chatbot.chatbots b on b.id = c.chatbot_id and b.deleted_at is null
           join lms.courses l on l.id = b.course_id
           left join chatbot.previews p on p.conversation_id = c.id
           where c.id = $1 and c.deleted_at is null"#,
        conversation.0,
    )
    .fetch_optional(conn)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let saved = ChatbotRow {
        id: row.id,
        course_id: row.course_id,
        name: row.name,
        is_default: row.is_default,
        enabled: row.enabled,
        version: row.version,
        config: row.config,
    };
    let mut chatbot = Chatbot::try_from(saved)?;
    if let Some(tried) = row.tried {
        chatbot.config = as_tried(tried.0, &chatbot.config.limits);
    }
    let course = Course {
        id: row.course_id.into(),
        organization_id: row.organization_id.into(),
        slug: row.slug,
        title: row.title,
        description: row.description,
        language: row.language,
        time_zone: row.time_zone,
        visibility: courses::visibility(&row.visibility),
        is_public: row.is_public,
        can_add_chatbot: row.can_add_chatbot,
    };
    Ok(Some(InForce {
        chatbot,
        course,
        student: row.student_id.into(),
        is_preview: row.is_preview,
        author: row.author_id.map(UserId),
        accepted_disclaimer_version: row.accepted_disclaimer_version.map(i32::unsigned_abs),
    }))
}

fn as_tried(tried: ChatbotConfig, saved: &LimitsConfig) -> ChatbotConfig {
    let limits = LimitsConfig {
        messages_per_minute: None,
        student_tokens_per_day: None,
        course_tokens_per_month: saved.course_tokens_per_month,
        ..tried.limits
    };
    ChatbotConfig { limits, ..tried }
}

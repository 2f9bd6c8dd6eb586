//! Tables `previews` and `preview_people`: conversations in which teachers try settings, and as whom they do.

use chatbot_core::ChatbotConfig;
use chatbot_protocol::manage::ViewAs;
use chatbot_protocol::{ChatbotId, ConversationId, CourseId, TurnId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use crate::StoreError;

/// A preview to be begun.
#[derive(Clone, Copy, Debug)]
pub struct NewPreview<'a> {
    /// Its conversation.
    pub id: ConversationId,
    /// The chatbot whose settings are tried.
    pub chatbot: ChatbotId,
    /// Who tries them.
    pub author: UserId,
    /// As whom.
    pub view_as: ViewAs,
    /// The person that `view_as` means: they act in its turns.
    pub person: UserId,
    /// The chatbot's name in these settings.
    pub name: &'a str,
    /// The settings.
    pub config: &'a ChatbotConfig,
    /// When.
    pub now: DateTime<Utc>,
}

/// Begins a preview. Call it in a transaction.
pub async fn insert(conn: &mut PgConnection, new: NewPreview<'_>) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into chatbot.conversations
             (id, chatbot_id, student_id, title, title_source, is_preview, created_at, updated_at)
         values ($1, $2, $3, '', 'none', true, $4, $4)",
        new.id.0,
        new.chatbot.0,
        new.person.0,
        new.now,
    )
    .execute(&mut *conn)
    .await?;
    let view_as = match new.view_as {
        ViewAs::Student => "student",
        ViewAs::Me => "me",
    };
    sqlx::query!(
        "insert into chatbot.previews (conversation_id, author_id, view_as, name, config)
         values ($1, $2, $3, $4, $5)",
        new.id.0,
        new.author.0,
        view_as,
        new.name,
        Json(new.config) as _,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// As whom a course is tried; `id` becomes theirs if nobody tried it before.
pub async fn person_of(conn: &mut PgConnection, course: CourseId, id: Uuid) -> Result<UserId, StoreError> {
    // The update, which changes nothing, gives back the row that is there.
    let person = sqlx::query_scalar!(
        "insert into chatbot.preview_people (course_id, user_id) values ($1, $2)
         on conflict (course_id) do update set course_id = excluded.course_id
         returning user_id",
        course.0,
        id,
    )
    .fetch_one(conn)
    .await?;
    Ok(person.into())
}

/// Whose a preview is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preview {
    /// Its chatbot.
    pub chatbot: ChatbotId,
    /// As whom its author tries it: they act in its turns.
    pub person: UserId,
}

/// Finds an author's own preview; somebody else's does not exist for them.
pub async fn find_own(
    conn: &mut PgConnection,
    conversation: ConversationId,
    author: UserId,
) -> Result<Option<Preview>, StoreError> {
    let row = sqlx::query!(
        "select c.chatbot_id, c.student_id from chatbot.previews p
         join chatbot.conversations c on c.id = p.conversation_id
         where p.conversation_id = $1 and p.author_id = $2 and c.deleted_at is null",
        conversation.0,
        author.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| Preview { chatbot: row.chatbot_id.into(), person: row.student_id.into() }))
}

/// The newest turn of a conversation.
pub async fn newest_turn(
    conn: &mut PgConnection,
    conversation: ConversationId,
) -> Result<Option<TurnId>, StoreError> {
    let turn = sqlx::query_scalar!(
        "select id from chatbot.turns where conversation_id = $1 order by created_at desc, id desc limit 1",
        conversation.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(turn.map(TurnId))
}

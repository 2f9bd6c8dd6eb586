//! Table `test_questions`: questions by which teachers test a chatbot.

use chatbot_protocol::ChatbotId;
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StoreError;

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestQuestion {
    /// Its id.
    pub id: Uuid,
    /// What is asked.
    pub question: String,
    /// When it was saved.
    pub created_at: DateTime<Utc>,
}

/// Saves a question.
pub async fn insert(
    conn: &mut PgConnection,
    chatbot: ChatbotId,
    new: &TestQuestion,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into chatbot.test_questions (id, chatbot_id, question, created_at) values ($1, $2, $3, $4)",
        new.id,
        chatbot.0,
        new.question,
        new.created_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The questions of a chatbot, in the order in which they were saved.
pub async fn list(conn: &mut PgConnection, chatbot: ChatbotId) -> Result<Vec<TestQuestion>, StoreError> {
    Ok(sqlx::query_as!(
        TestQuestion,
        "select id, question, created_at from chatbot.test_questions
         where chatbot_id = $1 order by created_at, id",
        chatbot.0,
    )
    .fetch_all(conn)
    .await?)
}

/// Deletes a question of a chatbot. `false` when there is none.
pub async fn delete(conn: &mut PgConnection, chatbot: ChatbotId, id: Uuid) -> Result<bool, StoreError> {
    let deleted =
        sqlx::query!("delete from chatbot.test_questions where chatbot_id = $1 and id = $2", chatbot.0, id)
            .execute(conn)
            .await?;
    Ok(deleted.rows_affected() == 1)
}

//! Table `feedback`: what students think of answers.

use chatbot_protocol::insights::{Feedback, FeedbackReason, Rating};
use chatbot_protocol::{MessageId, TurnId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StoreError;

/// An answer that its student may say something about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateableAnswer {
    /// The turn that still writes it, or waits for its student.
    pub open_turn: Option<TurnId>,
}

/// Finds an answer of a student's own conversation and keeps it until the end of the transaction.
pub async fn lock_answer(
    conn: &mut PgConnection,
    answer: MessageId,
    student: UserId,
) -> Result<Option<RateableAnswer>, StoreError> {
    let row = sqlx::query!(
        r#"select (select t.id from chatbot.turns t
                   where t.assistant_message_id = m.id and t.ended_at is null) as open_turn
           from chatbot.messages m
           join chatbot.conversations c on c.id = m.conversation_id
           where m.id = $1 and m.role = 'assistant' and m.superseded_at is null
             and c.student_id = $2 and c.deleted_at is null
           for key share of m"#,
        answer.0,
        student.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| RateableAnswer { open_turn: row.open_turn.map(TurnId) }))
}

/// Writes what a student thinks of an answer, in place of what they thought before.
pub async fn put(
    conn: &mut PgConnection,
    answer: MessageId,
    student: UserId,
    feedback: &Feedback,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into chatbot.feedback (message_id, student_id, rating, reason, comment, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $6)
         on conflict (message_id) do update set
             rating = excluded.rating, reason = excluded.reason, comment = excluded.comment,
             updated_at = excluded.updated_at",
        answer.0,
        student.0,
        feedback.rating.as_str(),
        feedback.reason.map(FeedbackReason::as_str),
        feedback.comment,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Takes it back.
pub async fn delete(conn: &mut PgConnection, answer: MessageId) -> Result<(), StoreError> {
    sqlx::query!("delete from chatbot.feedback where message_id = $1", answer.0).execute(conn).await?;
    Ok(())
}

/// What was said about answers.
pub async fn list(
    conn: &mut PgConnection,
    answers: &[MessageId],
) -> Result<Vec<(MessageId, Feedback)>, StoreError> {
    let answers: Vec<Uuid> = answers.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        "select message_id, rating, reason, comment from chatbot.feedback where message_id = any($1)",
        &answers,
    )
    .fetch_all(conn)
    .await?;
    let feedback = rows.into_iter().filter_map(|row| {
        let reason = row.reason.as_deref().and_then(FeedbackReason::parse);
        let feedback = Feedback { rating: Rating::parse(&row.rating)?, reason, comment: row.comment };
        Some((row.message_id.into(), feedback))
    });
    Ok(feedback.collect())
}

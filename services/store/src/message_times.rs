//! Table `message_times`: when students sent their last messages.

use chatbot_protocol::{ChatbotId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::StoreError;

/// Counts a message, unless as many were sent within the last minute as may be. Says whether it was counted.
pub async fn count(
    conn: &mut PgConnection,
    student: UserId,
    chatbot: ChatbotId,
    per_minute: u32,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let counted = sqlx::query!(
        "insert into chatbot.message_times as m (chatbot_id, student_id, sent_at)
         values ($1, $2, array[$4::timestamptz])
         on conflict (chatbot_id, student_id) do update
         set sent_at = array(select at from unnest(m.sent_at) s(at) where at > $4 - interval '1 minute' order by at)
             || $4
         where (select count(*) from unnest(m.sent_at) s(at) where at > $4 - interval '1 minute') < $3",
        chatbot.0,
        student.0,
        i64::from(per_minute),
        now,
    )
    .execute(conn)
    .await?;
    Ok(counted.rows_affected() == 1)
}

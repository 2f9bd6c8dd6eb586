//! What somebody spent on a day that is not over stays for as long as it lasts, under a seal: erasing gives nobody a new
//! day. It comes back to them when they begin a conversation.

use chatbot_core::erasure::ErasureKey;
use chatbot_protocol::{ChatbotId, UserId};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use sqlx::PgConnection;

use super::Erasing;
use crate::StoreError;

/// Who erases and who begins wait for each other, until the end of the transaction.
pub async fn lock_student(conn: &mut PgConnection, student: UserId) -> Result<(), StoreError> {
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended('chatbot.student ' || $1::text, 0))",
        student.to_string(),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Seals what a student spent on days that may not be over, wherever the course is; of others nothing is kept.
pub(super) async fn seal_days(
    conn: &mut PgConnection,
    student: UserId,
    erasing: Erasing<'_>,
) -> Result<(), StoreError> {
    let spent = sqlx::query!(
        "delete from chatbot.student_days where student_id = $1 returning chatbot_id, local_day, tokens",
        student.0,
    )
    .fetch_all(&mut *conn)
    .await?;
    let [first, ..] = open_days(erasing.now);
    for day in spent.into_iter().filter(|day| day.local_day >= first && day.tokens > 0) {
        let seal = erasing.key.seal_day(day.chatbot_id.into(), student, day.local_day);
        sqlx::query!(
            "insert into chatbot.erased_days as d (seal, local_day, tokens) values ($1, $2, $3)
             on conflict (seal) do update set tokens = d.tokens + excluded.tokens",
            &seal[..],
            day.local_day,
            day.tokens,
        )
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

/// Gives a student back what they spent of a chatbot on a day that is not over, before they erased it.
pub async fn give_days_back(
    conn: &mut PgConnection,
    key: &ErasureKey,
    chatbot: ChatbotId,
    student: UserId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let seals = open_days(now).map(|day| key.seal_day(chatbot, student, day).to_vec());
    sqlx::query!(
        "with back as (delete from chatbot.erased_days where seal = any($1) returning local_day, tokens)
         insert into chatbot.student_days as d (chatbot_id, local_day, student_id, tokens)
         select $2, local_day, $3, tokens from back
         on conflict on constraint student_days_pkey do update set tokens = d.tokens + excluded.tokens",
        &seals[..],
        chatbot.0,
        student.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Forgets what students spent on days before `before`, and what is sealed of days that are over; gives of how many days.
pub async fn forget_days(
    conn: &mut PgConnection,
    before: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let rows = sqlx::query!("delete from chatbot.student_days where local_day < $1", before.date_naive())
        .execute(&mut *conn)
        .await?;
    let [first, ..] = open_days(now);
    let sealed =
        sqlx::query!("delete from chatbot.erased_days where local_day < $1", first).execute(conn).await?;
    Ok(rows.rows_affected() + sealed.rows_affected())
}

/// The days that it is somewhere on earth.
fn open_days(now: DateTime<Utc>) -> [NaiveDate; 3] {
    [-1, 0, 1].map(|days| (now + TimeDelta::days(days)).date_naive())
}

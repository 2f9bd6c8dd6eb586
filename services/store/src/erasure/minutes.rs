//! When somebody wrote within the last minute stays for as long as it lasts, under a seal, as what they spent on a day
//! does ([`super::days`]).

use chatbot_core::erasure::ErasureKey;
use chatbot_protocol::{ChatbotId, UserId};
use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgConnection;

use super::Erasing;
use crate::StoreError;

/// Seals when a student wrote within the last minute; of what was before nothing is kept.
pub(super) async fn seal_minute(
    conn: &mut PgConnection,
    student: UserId,
    erasing: Erasing<'_>,
) -> Result<(), StoreError> {
    let written = sqlx::query!(
        "delete from chatbot.message_times where student_id = $1 returning chatbot_id, sent_at",
        student.0,
    )
    .fetch_all(&mut *conn)
    .await?;
    for mut times in written {
        times.sent_at.retain(|sent| *sent > erasing.now - TimeDelta::minutes(1));
        let Some(last) = times.sent_at.iter().max().copied() else { continue };
        let seal = erasing.key.seal_minute(times.chatbot_id.into(), student, minute_of(erasing.now));
        sqlx::query!(
            "insert into chatbot.erased_minutes as m (seal, sent_at, last_sent_at) values ($1, $2, $3)
             on conflict (seal) do update
             set sent_at = m.sent_at || excluded.sent_at,
                 last_sent_at = greatest(m.last_sent_at, excluded.last_sent_at)",
            &seal[..],
            &times.sent_at,
            last,
        )
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

/// Gives a student back when they wrote to a chatbot within the last minute, before they erased it. Before the rows of
/// usage are locked, as whoever counts a message does.
pub async fn give_minute_back(
    conn: &mut PgConnection,
    key: &ErasureKey,
    chatbot: ChatbotId,
    student: UserId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    // Who wrote within the last minute erased it in this minute or in the one before.
    let minutes = [minute_of(now) - 1, minute_of(now)];
    let seals = minutes.map(|minute| key.seal_minute(chatbot, student, minute).to_vec());
    sqlx::query!(
        "with back as (delete from chatbot.erased_minutes where seal = any($1) returning sent_at),
              sent as (select at from back, unnest(back.sent_at) s(at) where at > $4::timestamptz - interval '1 minute')
         insert into chatbot.message_times as m (chatbot_id, student_id, sent_at)
         select $2, $3, array_agg(at order by at) from sent having count(*) > 0
         on conflict (chatbot_id, student_id) do update set sent_at = m.sent_at || excluded.sent_at",
        &seals[..],
        chatbot.0,
        student.0,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Forgets what is sealed of minutes that are over; gives of how many.
pub async fn forget_minutes(conn: &mut PgConnection, now: DateTime<Utc>) -> Result<u64, StoreError> {
    let over = now - TimeDelta::minutes(1);
    let rows = sqlx::query!("delete from chatbot.erased_minutes where last_sent_at <= $1", over)
        .execute(conn)
        .await?;
    Ok(rows.rows_affected())
}

/// The minutes since 1970.
fn minute_of(now: DateTime<Utc>) -> i64 {
    now.timestamp().div_euclid(60)
}

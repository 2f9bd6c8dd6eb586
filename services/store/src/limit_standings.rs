//! How far the limits of a chatbot are used, and when they are whole again: one row of each counter.

use chatbot_protocol::limits::LimitKind;
use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use sqlx::PgConnection;

use crate::StoreError;
use crate::usage_ledger::Spender;

/// How far the limits of a chatbot are used by a student.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// The course's time zone, or UTC where nobody knows it.
    pub time_zone: String,
    /// The limits that there are.
    pub limits: Vec<Standing>,
}

/// How far one limit is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Which.
    pub limit: LimitKind,
    /// How much may be used.
    pub allowed: u32,
    /// How much is used or reserved.
    pub used: u32,
    /// When it is whole again (for messages per minute: when the next one is free again), if anything is used.
    pub resets_at: Option<DateTime<Utc>>,
    /// The same as clocks show it in that time zone.
    pub resets_at_local: Option<NaiveDateTime>,
}

struct Row {
    zone: String,
    day_tokens: i64,
    day_ends: DateTime<Utc>,
    day_ends_local: NaiveDateTime,
    month_tokens: i64,
    month_ends: DateTime<Utc>,
    month_ends_local: NaiveDateTime,
    sent_at: Vec<DateTime<Utc>>,
}

/// How far the limits of a chatbot are used.
pub async fn find(
    conn: &mut PgConnection,
    spender: Spender<'_>,
    now: DateTime<Utc>,
) -> Result<Standings, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"with place as (select chatbot.zone_or_utc($4) as zone),
               today as (select zone, ($5::timestamptz at time zone zone)::date as day from place),
               period as (
                   select zone, day, date_trunc('month', day)::date as month, (day + 1)::timestamp as day_ends,
                          date_trunc('month', day)::date + interval '1 month' as month_ends
                   from today
               )
           select p.zone as "zone!", p.day_ends as "day_ends_local!", p.month_ends as "month_ends_local!",
                  p.day_ends at time zone p.zone as "day_ends!", p.month_ends at time zone p.zone as "month_ends!",
                  coalesce(d.tokens, 0) as "day_tokens!",
                  (select coalesce(sum(m.tokens), 0)::bigint from chatbot.course_months m
                   where m.course_id = $3 and m.local_month = p.month) as "month_tokens!",
                  array(select at from unnest(t.sent_at) s(at)
                        where at > $5::timestamptz - interval '1 minute' order by at) as "sent_at!"
           from period p
           left join chatbot.student_days d
               on d.chatbot_id = $2 and d.local_day = p.day and d.student_id = $1
           left join chatbot.message_times t on t.chatbot_id = $2 and t.student_id = $1"#,
        spender.student.0,
        spender.chatbot.0,
        spender.course.0,
        spender.time_zone,
        now,
    )
    .fetch_one(conn)
    .await?;
    let limits = [minute(&row, spender), day(&row, spender), month(&row, spender)];
    Ok(Standings { time_zone: row.zone, limits: limits.into_iter().flatten().collect() })
}

fn minute(row: &Row, spender: Spender<'_>) -> Option<Standing> {
    let allowed = spender.limits.messages_per_minute?;
    let used = u32::try_from(row.sent_at.len()).unwrap_or(u32::MAX);
    // Where the limit was lowered, more than one has to become old.
    let next_free = usize::try_from(used.saturating_sub(allowed)).unwrap_or_default();
    let resets_at = row.sent_at.get(next_free).map(|sent| *sent + TimeDelta::minutes(1));
    Some(Standing { limit: LimitKind::MessagesPerMinute, allowed, used, resets_at, resets_at_local: None })
}

fn day(row: &Row, spender: Spender<'_>) -> Option<Standing> {
    let allowed = spender.limits.student_tokens_per_day?;
    Some(Standing {
        limit: LimitKind::StudentTokensPerDay,
        allowed,
        used: u32::try_from(row.day_tokens).unwrap_or(u32::MAX),
        resets_at: Some(row.day_ends),
        resets_at_local: Some(row.day_ends_local),
    })
}

fn month(row: &Row, spender: Spender<'_>) -> Option<Standing> {
    let allowed = spender.limits.course_tokens_per_month?;
    Some(Standing {
        limit: LimitKind::CourseTokensPerMonth,
        allowed,
        used: u32::try_from(row.month_tokens).unwrap_or(u32::MAX),
        resets_at: Some(row.month_ends),
        resets_at_local: Some(row.month_ends_local),
    })
}

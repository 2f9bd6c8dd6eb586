//! How verdicts fall over time. Days that are over are counted once and kept (`citation_days`); what came since
//! is counted when it is asked for.

use chatbot_protocol::data_part::Verdict;
use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use sqlx::{Connection, PgConnection};

use super::{Scope, verdict};
use crate::StoreError;

/// A day is counted when it has been over for so many hours: whatever is of it is committed by then.
const HOURS_TO_COMMIT: i64 = 6;

/// By what is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateBy {
    /// By course.
    Course,
    /// By chatbot.
    Chatbot,
    /// By model.
    Model,
}

impl RateBy {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Course => "course",
            Self::Chatbot => "chatbot",
            Self::Model => "model",
        }
    }
}

/// How many sentences of a week were cited with a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateRow {
    /// The week's Monday.
    pub week: NaiveDate,
    /// Which course, chatbot or model.
    pub key: String,
    /// Its name.
    pub name: String,
    /// The verdict.
    pub verdict: Verdict,
    /// How many.
    pub citations: i64,
}

/// Counts the days that are over and were not counted yet. Of several callers one does it.
pub async fn roll_up(conn: &mut PgConnection, now: DateTime<Utc>) -> Result<(), StoreError> {
    let until = (now - TimeDelta::hours(HOURS_TO_COMMIT)).date_naive();
    let mut tx = conn.begin().await?;
    let done = sqlx::query_scalar!(
        "select before_day from chatbot.citation_days_done where before_day < $1 for update skip locked",
        until,
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(done) = done else { return Ok(()) };
    sqlx::query!(
        "insert into chatbot.citation_days (day, course_id, chatbot_id, model, verdict, citations)
         select day, course_id, chatbot_id, model, verdict, citations
         from chatbot.citation_counts($1, $2)",
        start_of(done),
        start_of(until),
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!("update chatbot.citation_days_done set before_day = $1", until).execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(())
}

/// How many sentences were cited in the weeks of these days (the last one not included).
pub async fn list_rates(
    conn: &mut PgConnection,
    scope: &Scope,
    by: RateBy,
    from: NaiveDate,
    before: NaiveDate,
) -> Result<Vec<RateRow>, StoreError> {
    let done = sqlx::query_scalar!("select before_day from chatbot.citation_days_done")
        .fetch_optional(&mut *conn)
        .await?
        .unwrap_or(from);
    let rows = sqlx::query!(
        r#"with days as (
               select day, course_id, chatbot_id, model, verdict, citations
               from chatbot.citation_days
               where day >= $1 and day < $2 and ($3::uuid[] is null or course_id = any($3))
               union all
               select day, course_id, chatbot_id, model, verdict, citations
               from chatbot.citation_counts($4, $5)
               where $3::uuid[] is null or course_id = any($3)
           ), weeks as (
               select day - (day - date '1970-01-05') % 7 as week,
                      case $6 when 'course' then course_id when 'chatbot' then chatbot_id end as id,
                      case $6 when 'model' then model end as model,
                      verdict, sum(citations)::bigint as citations
               from days
               group by 1, 2, 3, 4
           )
           select w.week as "week!", coalesce(w.id::text, w.model) as "key!",
                  coalesce(c.title, b.name, w.id::text, w.model) as "name!", w.verdict as "verdict!",
                  w.citations as "citations!"
           from weeks w
           left join lms.courses c on $6 = 'course' and c.id = w.id
           left join chatbot.chatbots b on $6 = 'chatbot' and b.id = w.id
           order by 1, 3, 2, 4"#,
        from,
        before,
        scope.courses() as _,
        start_of(done.max(from)),
        start_of(before.max(done)),
        by.as_str(),
    )
    .fetch_all(conn)
    .await?;
    let rows = rows.into_iter().filter_map(|row| {
        let verdict = verdict(&row.verdict)?;
        Some(RateRow { week: row.week, key: row.key, name: row.name, verdict, citations: row.citations })
    });
    Ok(rows.collect())
}

fn start_of(day: NaiveDate) -> DateTime<Utc> {
    day.and_time(NaiveTime::MIN).and_utc()
}

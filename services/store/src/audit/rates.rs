//! How verdicts fall over time, and which models answered. Days that are over are counted once and kept
//! (`citation_days`, `models_used`); what came since is counted when it is asked for.

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use sqlx::{Connection, PgConnection};

use super::Scope;
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

/// How verdicts fell in a week.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateRow {
    /// The week's Monday.
    pub week: NaiveDate,
    /// Which course, chatbot or model.
    pub key: String,
    /// Its name.
    pub name: String,
    /// How many sentences have which verdict, in the order of `Verdict`.
    pub verdicts: [i64; 7],
}

/// Counts the days that are over and were not counted yet; [`list_rates`] is as right without, but slower. Of several
/// callers one does it.
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
        "insert into chatbot.citation_days (day, course_id, chatbot_id, model, verdicts)
         select day, course_id, chatbot_id, model, verdicts from chatbot.citation_counts($1, $2)",
        start_of(done),
        start_of(until),
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "insert into chatbot.models_used (course_id, model)
         select course_id, model from chatbot.models_between($1, $2) on conflict do nothing",
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
               select day, course_id, chatbot_id, model, verdicts
               from chatbot.citation_days
               where day >= $1 and day < $2 and ($3::uuid[] is null or course_id = any($3))
               union all
               select day, course_id, chatbot_id, model, verdicts
               from chatbot.citation_counts($4, $5)
               where $3::uuid[] is null or course_id = any($3)
           ), weeks as (
               select day - (day - date '1970-01-05') % 7 as week,
                      case $6 when 'course' then course_id when 'chatbot' then chatbot_id end as id,
                      case $6 when 'model' then model end as model,
                      array[sum(verdicts[1]), sum(verdicts[2]), sum(verdicts[3]), sum(verdicts[4]), sum(verdicts[5]),
                            sum(verdicts[6]), sum(verdicts[7])]::bigint[] as verdicts
               from days
               group by 1, 2, 3
           )
           select w.week as "week!", coalesce(w.id::text, w.model) as "key!",
                  coalesce(c.title, b.name, w.id::text, w.model) as "name!", w.verdicts as "verdicts!"
           from weeks w
           left join lms.courses c on $6 = 'course' and c.id = w.id
           left join chatbot.chatbots b on $6 = 'chatbot' and b.id = w.id
           order by 1, 3, 2"#,
        from,
        // Days that somebody counts right now are among those that are counted here already.
        before.min(done),
        scope.courses() as _,
        start_of(done.max(from)),
        start_of(before.max(done)),
        by.as_str(),
    )
    .fetch_all(conn)
    .await?;
    let rows = rows.into_iter().map(|row| RateRow {
        week: row.week,
        key: row.key,
        name: row.name,
        verdicts: row.verdicts.try_into().unwrap_or_default(),
    });
    Ok(rows.collect())
}

/// The models that answered in the courses of the scope, by name.
pub async fn list_models(conn: &mut PgConnection, scope: &Scope) -> Result<Vec<String>, StoreError> {
    let models = sqlx::query_scalar!(
        r#"select model as "model!" from (
               select course_id, model from chatbot.models_used
               union
               select course_id, model from chatbot.models_between(
                   (select before_day::timestamp at time zone 'UTC' from chatbot.citation_days_done), 'infinity')
           ) used
           where $1::uuid[] is null or course_id = any($1)
           group by model order by model"#,
        scope.courses() as _,
    )
    .fetch_all(conn)
    .await?;
    Ok(models)
}

fn start_of(day: NaiveDate) -> DateTime<Utc> {
    day.and_time(NaiveTime::MIN).and_utc()
}

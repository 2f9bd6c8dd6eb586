//! Reads facts of a course, day by day; what few students did is for the caller to leave out.

use chatbot_protocol::insights::{FeedbackReason, Rating};
use chatbot_protocol::{ChatbotId, CourseId, PageId, UserId};
use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StoreError;

/// Days of a course; of one chatbot, if given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Days {
    /// The course.
    pub course: CourseId,
    /// The chatbot.
    pub chatbot: Option<ChatbotId>,
    /// The first day.
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
}

/// A chatbot's day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayFacts {
    /// The chatbot.
    pub chatbot: ChatbotId,
    /// The day.
    pub day: NaiveDate,
    /// Students who asked, by their ids where they are few.
    pub students: u32,
    /// Questions.
    pub questions: u32,
    /// Answers: supported, partly, unsupported, uncited, unfinished.
    pub standings: [u32; 5],
    /// Sentences by verdict.
    pub verdicts: [u32; 7],
    /// Tokens to models and from them.
    pub tokens: [u64; 2],
    /// What they cost, in millionths of the currency asked for; none where it is not known of all.
    pub cost_micros: Option<u64>,
}

/// The days on which somebody asked; what they cost in a currency.
pub async fn list_days(
    conn: &mut PgConnection,
    days: Days,
    currency: Option<&str>,
) -> Result<Vec<DayFacts>, StoreError> {
    let rows = sqlx::query!(
        r#"select f.chatbot_id, f.local_day, count(distinct f.student_id) as "students!",
                  count(*) filter (where f.is_question) as "questions!",
                  array[count(*) filter (where f.standing = 'supported'), count(*) filter (where f.standing = 'partly'),
                        count(*) filter (where f.standing = 'unsupported'),
                        count(*) filter (where f.standing = 'uncited'),
                        count(*) filter (where f.standing = 'unfinished')] as "standings!",
                  array[sum(f.verdicts[1]), sum(f.verdicts[2]), sum(f.verdicts[3]), sum(f.verdicts[4]),
                        sum(f.verdicts[5]), sum(f.verdicts[6]), sum(f.verdicts[7])]::bigint[] as "verdicts!",
                  array[sum(f.input_tokens), sum(f.output_tokens)]::bigint[] as "tokens!",
                  case when count(*) filter (where f.cost_micros is null or f.cost_currency <> $5) = 0
                       then sum(f.cost_micros)::bigint end as "cost_micros?"
           from chatbot.answer_facts f
           where f.course_id = $1 and f.local_day between $2 and $3 and ($4::uuid is null or f.chatbot_id = $4)
           group by f.local_day, f.chatbot_id order by f.local_day, f.chatbot_id"#,
        days.course.0,
        days.from,
        days.to,
        days.chatbot.map(|chatbot| chatbot.0),
        currency,
    )
    .fetch_all(conn)
    .await?;
    let facts = rows.into_iter().map(|row| DayFacts {
        chatbot: row.chatbot_id.into(),
        day: row.local_day,
        students: count(row.students),
        questions: count(row.questions),
        standings: counts(&row.standings),
        verdicts: counts(&row.verdicts),
        tokens: [0, 1].map(|place| row.tokens.get(place).map_or(0, |sum| amount(*sum))),
        cost_micros: row.cost_micros.map(amount),
    });
    Ok(facts.collect())
}

/// Who asked on days of chatbots.
pub async fn list_students(
    conn: &mut PgConnection,
    course: CourseId,
    cells: &[(ChatbotId, NaiveDate)],
) -> Result<Vec<(ChatbotId, NaiveDate, UserId)>, StoreError> {
    let (chatbots, days) = split(cells);
    let rows = sqlx::query!(
        r#"select distinct f.chatbot_id, f.local_day, f.student_id as "student_id!"
           from unnest($2::uuid[], $3::date[]) as d (chatbot_id, local_day)
           join chatbot.answer_facts f
               on f.course_id = $1 and f.local_day = d.local_day and f.chatbot_id = d.chatbot_id
           where f.student_id is not null"#,
        course.0,
        &chatbots,
        &days,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.chatbot_id.into(), row.local_day, row.student_id.into())).collect())
}

/// How many students asked on each of these days, and (without a day) on any of them; hidden ones left out.
pub async fn count_students(
    conn: &mut PgConnection,
    days: Days,
    hidden: &[(ChatbotId, NaiveDate)],
) -> Result<Vec<(Option<NaiveDate>, u32)>, StoreError> {
    let (chatbots, hidden) = split(hidden);
    let rows = sqlx::query!(
        r#"select f.local_day as "local_day?", count(distinct f.student_id) as "students!"
           from chatbot.shown_facts($1, $2, $3, $4, $5, $6) f
           group by grouping sets ((f.local_day), ())"#,
        days.course.0,
        days.from,
        days.to,
        days.chatbot.map(|chatbot| chatbot.0),
        &chatbots,
        &hidden,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.local_day, count(row.students))).collect())
}

/// How often pages were cited; those that students may read come even if they never were.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedPage {
    /// The page.
    pub id: PageId,
    /// Its title.
    pub title: String,
    /// Its address.
    pub url: String,
    /// How many sentences cite it.
    pub cited: u32,
}

/// The pages most cited, and as many of those that were cited least.
pub async fn list_pages(
    conn: &mut PgConnection,
    days: Days,
    hidden: &[(ChatbotId, NaiveDate)],
    limit: i64,
) -> Result<Vec<UsedPage>, StoreError> {
    let (chatbots, hidden) = split(hidden);
    let rows = sqlx::query!(
        r#"with uses as (
               select u.page_id, sum(u.cited)::bigint as cited
               from chatbot.page_uses u
               where u.course_id = $1 and u.local_day between $2 and $3 and ($4::uuid is null or u.chatbot_id = $4)
                 and (u.chatbot_id, u.local_day) not in (select * from unnest($5::uuid[], $6::date[]))
               group by u.page_id
           ), pages as (
               select p.id, p.title, p.url_path, coalesce(u.cited, 0) as cited,
                      row_number() over (order by coalesce(u.cited, 0) desc, p.title, p.id) as from_top,
                      row_number() over (order by coalesce(u.cited, 0), p.title desc, p.id desc) as from_bottom
               from lms.pages p left join uses u on u.page_id = p.id
               where p.course_id = $1 and p.deleted_at is null and (not p.hidden or u.cited is not null)
           )
           select id as "id!", title as "title!", url_path as "url!", cited as "cited!"
           from pages where from_top <= $7 or from_bottom <= $7 order by from_top"#,
        days.course.0,
        days.from,
        days.to,
        days.chatbot.map(|chatbot| chatbot.0),
        &chatbots,
        &hidden,
        limit,
    )
    .fetch_all(conn)
    .await?;
    let pages = rows.into_iter().map(|row| UsedPage {
        id: row.id.into(),
        title: row.title,
        url: row.url,
        cited: count(row.cited),
    });
    Ok(pages.collect())
}

/// A question that the material did not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unanswered {
    /// The question.
    pub question: String,
    /// When it was asked.
    pub asked_at: DateTime<Utc>,
}

/// The newest questions that the material did not answer, or whose answer a student found incomplete.
pub async fn list_unanswered(
    conn: &mut PgConnection,
    days: Days,
    hidden: &[(ChatbotId, NaiveDate)],
    limit: i64,
) -> Result<Vec<Unanswered>, StoreError> {
    let (chatbots, hidden) = split(hidden);
    let rows = sqlx::query!(
        r#"with asked as (
               (select f.turn_id from chatbot.shown_facts($1, $2, $3, $4, $5, $6) f
                where f.is_unanswered and f.turn_id is not null
                order by f.local_day desc limit $7)
               union
               (select f.turn_id from chatbot.feedback k
                join chatbot.turns t on t.assistant_message_id = k.message_id
                join chatbot.shown_facts($1, $2, $3, $4, $5, $6) f on f.turn_id = t.id
                where k.rating = 'down' and k.reason = 'incomplete'
                order by k.updated_at desc limit $7)
           )
           select m.created_at, chatbot.beginning_of(m.parts) as "question!"
           from (select distinct t.user_message_id from asked a join chatbot.turns t on t.id = a.turn_id) q
           join chatbot.messages m on m.id = q.user_message_id
           order by m.created_at desc, m.id limit $7"#,
        days.course.0,
        days.from,
        days.to,
        days.chatbot.map(|chatbot| chatbot.0),
        &chatbots,
        &hidden,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| Unanswered { question: row.question, asked_at: row.created_at }).collect())
}

/// A piece of feedback with the question that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaidOfAnswer {
    /// Up or down.
    pub rating: Rating,
    /// Why.
    pub reason: Option<FeedbackReason>,
    /// In the student's words.
    pub comment: Option<String>,
    /// What was asked.
    pub question: String,
    /// When it was said.
    pub at: DateTime<Utc>,
}

/// Thumbs up and down, and the newest feedback that says more.
pub async fn feedback(
    conn: &mut PgConnection,
    days: Days,
    hidden: &[(ChatbotId, NaiveDate)],
    limit: i64,
) -> Result<(u32, u32, Vec<SaidOfAnswer>), StoreError> {
    let (chatbots, hidden) = split(hidden);
    let rows = sqlx::query!(
        r#"with said as materialized (
               select k.rating, k.reason, k.comment, k.updated_at, t.user_message_id
               from chatbot.feedback k
               join chatbot.turns t on t.assistant_message_id = k.message_id
               join chatbot.shown_facts($1, $2, $3, $4, $5, $6) f on f.turn_id = t.id
           )
           select (select count(*) from said where rating = 'up') as "up!",
                  (select count(*) from said where rating = 'down') as "down!",
                  s.rating as "rating?", s.reason as "reason?", s.comment as "comment?", s.updated_at as "at?",
                  chatbot.beginning_of(m.parts) as question
           from (select) one
           left join lateral (
               select * from said where reason is not null or comment is not null
               order by updated_at desc limit $7) s on true
           left join chatbot.messages m on m.id = s.user_message_id
           order by s.updated_at desc"#,
        days.course.0,
        days.from,
        days.to,
        days.chatbot.map(|chatbot| chatbot.0),
        &chatbots,
        &hidden,
        limit,
    )
    .fetch_all(conn)
    .await?;
    let (up, down) = rows.first().map_or((0, 0), |row| (count(row.up), count(row.down)));
    let said = rows.into_iter().filter_map(|row| {
        Some(SaidOfAnswer {
            rating: Rating::parse(&row.rating?)?,
            reason: row.reason.as_deref().and_then(FeedbackReason::parse),
            comment: row.comment,
            question: row.question.unwrap_or_default(),
            at: row.at?,
        })
    });
    Ok((up, down, said.collect()))
}

/// A chatbot that the course has or had.
#[derive(Clone, Debug, PartialEq)]
pub struct CourseChatbot {
    /// Its id.
    pub id: ChatbotId,
    /// Its name.
    pub name: String,
    /// Its configuration.
    pub config: serde_json::Value,
    /// Whether it was deleted.
    pub deleted: bool,
}

/// The chatbots of a course, deleted ones included.
pub async fn list_chatbots(
    conn: &mut PgConnection,
    course: CourseId,
) -> Result<Vec<CourseChatbot>, StoreError> {
    let rows = sqlx::query!(
        r#"select id, name, config, deleted_at is not null as "deleted!" from chatbot.chatbots
           where course_id = $1 order by deleted_at is not null, is_default desc, name, id"#,
        course.0,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| CourseChatbot {
            id: row.id.into(),
            name: row.name,
            config: row.config,
            deleted: row.deleted,
        })
        .collect())
}

/// A course's month, as far as it is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Month {
    /// Today in the course.
    pub today: NaiveDate,
    /// Its time zone.
    pub time_zone: String,
    /// How many tokens it used, whoever did.
    pub used_tokens: u64,
    /// What they cost, in millionths of the currency asked for; none where it is not known of all.
    pub cost_micros: Option<u64>,
}

/// What a course used this month (of UTC where nobody knows its time zone), and what that cost in a currency.
pub async fn month(
    conn: &mut PgConnection,
    course: CourseId,
    currency: Option<&str>,
    now: DateTime<Utc>,
) -> Result<Option<Month>, StoreError> {
    let row = sqlx::query!(
        r#"select d.today as "today!", c.time_zone, u.tokens as "tokens!", u.cost_micros as "cost_micros?"
           from lms.courses c
           cross join lateral (select chatbot.local_day($2, c.time_zone) as today) d
           cross join lateral (
               select coalesce(sum(s.tokens), 0)::bigint as tokens,
                      case when coalesce(bool_and(s.is_known), true)
                           then coalesce(sum(s.cost_micros), 0)::bigint end as cost_micros
               from chatbot.chatbots b
               cross join lateral (
                   select sum(t.input_tokens::bigint + t.output_tokens) as tokens, sum(t.cost_micros) as cost_micros,
                          count(*) filter (where t.cost_micros is null or t.cost_currency <> $3) = 0 as is_known
                   from chatbot.turns t
                   where t.chatbot_id = b.id
                     and t.created_at >= chatbot.day_start(date_trunc('month', d.today)::date, c.time_zone)
                   union all
                   select e.tokens, e.cost_micros, e.is_priced and e.cost_currency in ('', $3)
                   from chatbot.erased_costs e
                   where e.chatbot_id = b.id and e.local_month = date_trunc('month', d.today)::date
               ) s
               where b.course_id = c.id
           ) u
           where c.id = $1"#,
        course.0,
        now,
        currency,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| Month {
        today: row.today,
        time_zone: row.time_zone,
        used_tokens: amount(row.tokens),
        cost_micros: row.cost_micros.map(amount),
    }))
}

fn split(cells: &[(ChatbotId, NaiveDate)]) -> (Vec<Uuid>, Vec<NaiveDate>) {
    cells.iter().map(|(chatbot, day)| (chatbot.0, *day)).unzip()
}

fn amount(sum: i64) -> u64 {
    u64::try_from(sum).unwrap_or(0)
}

fn count(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn counts<const N: usize>(numbers: &[i64]) -> [u32; N] {
    let mut counted = [0; N];
    for (place, number) in counted.iter_mut().zip(numbers) {
        *place = count(*number);
    }
    counted
}

//! What the chatbots of a course were used today and this month, of the course's time zone. What staff tries out is
//! counted where it costs, not where students are.

use std::collections::HashMap;

use chatbot_protocol::{ChatbotId, CourseId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::StoreError;

/// What a chatbot was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// People who asked something today.
    pub students: i64,
    /// Messages of today.
    pub messages: i64,
    /// The most tokens that one of them used today.
    pub most_student_tokens: i64,
}

/// What the chatbots of a course were used today; those that nobody asked are not among them.
pub async fn today(
    conn: &mut PgConnection,
    course: CourseId,
    zone: &str,
    now: DateTime<Utc>,
) -> Result<HashMap<ChatbotId, Usage>, StoreError> {
    let rows = sqlx::query!(
        r#"select s.chatbot_id, count(*) as "students!", sum(s.messages)::bigint as "messages!",
                  max(s.tokens) as "most!"
           from (select t.chatbot_id, count(*) as messages,
                        sum(t.input_tokens::bigint + t.output_tokens)::bigint as tokens
                 from (select date_trunc('day', $3::timestamptz, chatbot.zone_or_utc($2)) as began) d
                 cross join chatbot.chatbots b
                 join chatbot.turns t on t.chatbot_id = b.id and t.created_at >= d.began
                 join chatbot.conversations c on c.id = t.conversation_id and not c.is_preview
                 where b.course_id = $1 and b.deleted_at is null
                 group by t.chatbot_id, c.student_id) s
           group by s.chatbot_id"#,
        course.0,
        zone,
        now,
    )
    .fetch_all(conn)
    .await?;
    let used = rows.into_iter().map(|row| {
        let usage = Usage { students: row.students, messages: row.messages, most_student_tokens: row.most };
        (row.chatbot_id.into(), usage)
    });
    Ok(used.collect())
}

/// The tokens that the chatbots of a course spent in the month of `now`, reserved ones too.
pub async fn month_tokens(
    conn: &mut PgConnection,
    course: CourseId,
    zone: &str,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let tokens = sqlx::query_scalar!(
        r#"select coalesce(sum(tokens), 0)::bigint as "tokens!" from chatbot.course_months
           where course_id = $1
             and local_month = date_trunc('month', $3::timestamptz at time zone chatbot.zone_or_utc($2))::date"#,
        course.0,
        zone,
        now,
    )
    .fetch_one(conn)
    .await?;
    Ok(tokens)
}

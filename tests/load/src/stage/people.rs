//! Students by the thousand, each with a conversation of their own: limits count by student.

use std::io;
use std::time::{SystemTime, UNIX_EPOCH};

use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::json;
use uuid::Uuid;

use super::{SECRET, Stage};
use crate::client::Client;

/// The course that they study.
const COURSE: &str = "databases";
/// Who can sign in with a password.
const SOMEBODY: (&str, &str) = ("student@example.org", "demo");

/// A student.
#[derive(Clone, Debug)]
pub struct Student {
    pub token: String,
    pub conversation: String,
}

/// So many students with a new conversation each.
pub async fn students(stage: &Stage, count: usize) -> io::Result<Vec<Student>> {
    let (email, password) = SOMEBODY;
    let mut somebody = Client::sign_in(stage.lms_address, email, password).await?;
    let (status, outline) = somebody.get(&format!("/api/lms/courses/{COURSE}/outline")).await?;
    let course = outline["course"]["id"]
        .as_str()
        .ok_or_else(|| io::Error::other(format!("the course {COURSE}: {status} {outline}")))?;
    let chatbot = somebody.chatbot_of(course).await?;
    raise_limits(stage).await.map_err(io::Error::other)?;
    let ids = enrol(stage, course, count).await.map_err(io::Error::other)?;
    let mut students = Vec::with_capacity(count);
    for id in ids {
        let token = token_of(id);
        let mut client = Client::with_token(stage.lms_address, token.clone()).await?;
        students.push(Student { conversation: client.begin(&chatbot).await?, token });
    }
    Ok(students)
}

/// Limits of use stay in force, as high as nobody gets: what they cost is measured, too.
async fn raise_limits(stage: &Stage) -> Result<(), sqlx::Error> {
    let raise = r#"update chatbot.chatbots set config = jsonb_set(config, '{limits}', coalesce(config -> 'limits', '{}')
        || '{"messages_per_minute": 1000000, "student_tokens_per_day": 2000000000}')"#;
    sqlx::query(raise).execute(&stage.database).await.map(drop)
}

async fn enrol(stage: &Stage, course: &str, count: usize) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar(
        "with people as (
             select md5('load' || n)::uuid as id, n from generate_series(1, $2) n
         ), users as (
             insert into lms.users (id, name, email, locale, time_zone)
             select id, 'Load ' || n, 'load' || n || '@example.org', 'en', null from people
             on conflict do nothing
         ), enrolled as (
             insert into lms.enrollments (user_id, course_id, enrolled_at)
             select id, $1::uuid, now() from people
             on conflict do nothing
         )
         select id from people order by n",
    )
    .bind(course)
    .bind(i32::try_from(count).unwrap_or(i32::MAX))
    .fetch_all(&stage.database)
    .await
}

fn token_of(student: Uuid) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let claims = json!({ "sub": student, "iat": now, "exp": now + 6 * 3_600 });
    encode(&Header::new(Algorithm::HS256), &claims, &EncodingKey::from_secret(SECRET.as_bytes()).unwrap())
        .unwrap()
}

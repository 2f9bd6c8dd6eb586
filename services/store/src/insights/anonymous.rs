//! Conversations as teachers may read them: known by an id that leads to nobody. Whose names are to be masked in their
//! texts is told with them.

use chatbot_protocol::{ChatbotId, ConversationId, CourseId};
use chrono::NaiveDate;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StoreError;

/// A conversation without its person, its texts not masked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnmaskedConversation {
    /// By what teachers know it.
    pub anonymous_id: Uuid,
    /// Its chatbot's name.
    pub chatbot: String,
    /// The beginning of the first question.
    pub opening: String,
    /// The day it was begun, in the course's time zone.
    pub day: NaiveDate,
    /// How many questions it has.
    pub questions: u32,
}

/// How many students ever asked something in a course and are known still; counted no further than `enough`.
pub async fn count_students(
    conn: &mut PgConnection,
    course: CourseId,
    enough: i64,
) -> Result<i64, StoreError> {
    let students = sqlx::query_scalar!(
        r#"select count(*) as "students!" from (
               select distinct c.student_id
               from chatbot.conversations c join chatbot.chatbots b on b.id = c.chatbot_id
               where b.course_id = $1 and c.deleted_at is null and c.title_source <> 'none' and not c.is_preview
                 and not exists (select from chatbot.effective_roles(c.student_id, $1))
               limit $2) s"#,
        course.0,
        enough,
    )
    .fetch_one(conn)
    .await?;
    Ok(students)
}

/// The conversations of students with a course's chatbots, newest first, after the one that `after` names. Staff's,
/// and with them all that was only tried, are left out, and those in which nothing was asked.
pub async fn list(
    conn: &mut PgConnection,
    course: CourseId,
    chatbot: Option<ChatbotId>,
    after: Option<Uuid>,
    limit: i64,
) -> Result<Vec<UnmaskedConversation>, StoreError> {
    let rows = sqlx::query!(
        r#"with place as (select created_at, id from chatbot.conversations where anonymous_id = $3)
           select c.anonymous_id, b.name, chatbot.local_day(c.created_at, l.time_zone) as "day!",
                  (select count(*) from chatbot.messages m
                   where m.conversation_id = c.id and m.role = 'user' and m.superseded_at is null) as "questions!",
                  coalesce((select left(array_to_string(array(
                                select part ->> 'text' from jsonb_array_elements(m.parts) as part
                                where part ->> 'type' = 'text'), ' '), 400)
                            from chatbot.messages m
                            where m.conversation_id = c.id and m.role = 'user' and m.superseded_at is null
                            order by m.order_number limit 1), '') as "opening!"
           from chatbot.conversations c
           join chatbot.chatbots b on b.id = c.chatbot_id
           join lms.courses l on l.id = b.course_id
           where b.course_id = $1 and c.deleted_at is null and c.title_source <> 'none' and not c.is_preview
             and ($2::uuid is null or b.id = $2)
             and ($3::uuid is null or (c.created_at, c.id) < (select created_at, id from place))
             and not exists (select from chatbot.effective_roles(c.student_id, $1))
           order by c.created_at desc, c.id desc limit $4"#,
        course.0,
        chatbot.map(|chatbot| chatbot.0),
        after,
        limit,
    )
    .fetch_all(conn)
    .await?;
    let listed = rows.into_iter().map(|row| UnmaskedConversation {
        anonymous_id: row.anonymous_id,
        chatbot: row.name,
        opening: row.opening,
        day: row.day,
        questions: u32::try_from(row.questions).unwrap_or(u32::MAX),
    });
    Ok(listed.collect())
}

/// The conversation of a student in a course that teachers know by an id.
pub async fn find(
    conn: &mut PgConnection,
    course: CourseId,
    anonymous: Uuid,
) -> Result<Option<ConversationId>, StoreError> {
    let id = sqlx::query_scalar!(
        "select c.id from chatbot.conversations c join chatbot.chatbots b on b.id = c.chatbot_id
         where c.anonymous_id = $2 and b.course_id = $1 and c.deleted_at is null and not c.is_preview
           and not exists (select from chatbot.effective_roles(c.student_id, $1))",
        course.0,
        anonymous,
    )
    .fetch_optional(conn)
    .await?;
    Ok(id.map(ConversationId))
}

/// The names of all people of a course: who takes it, works in it, or asked something in it.
pub async fn list_names(conn: &mut PgConnection, course: CourseId) -> Result<Vec<String>, StoreError> {
    let names = sqlx::query_scalar!(
        r#"select u.name as "name!" from lms.users u
           where u.id in (
               select e.user_id from lms.enrollments e where e.course_id = $1
               union select g.user_id from lms.role_grants g join lms.courses c on c.id = $1
                     where g.course_id = c.id or (g.course_id is null
                           and (g.organization_id = c.organization_id or g.organization_id is null))
               union select s.student_id from chatbot.conversations s join chatbot.chatbots b on b.id = s.chatbot_id
                     where b.course_id = $1)"#,
        course.0,
    )
    .fetch_all(conn)
    .await?;
    Ok(names)
}

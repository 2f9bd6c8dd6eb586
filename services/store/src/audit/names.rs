//! The names of what admins can filter by.

use chatbot_protocol::{ChatbotId, CourseId};
use sqlx::PgConnection;
use uuid::Uuid;

use super::Scope;
use crate::StoreError;

/// Something with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedRow {
    /// Its id.
    pub id: Uuid,
    /// Its name.
    pub name: String,
}

/// A chatbot and its course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatbotRow {
    /// Its id.
    pub id: ChatbotId,
    /// Its name.
    pub name: String,
    /// Its course.
    pub course: CourseId,
}

/// The courses of the scope, by title.
pub async fn list_courses(conn: &mut PgConnection, scope: &Scope) -> Result<Vec<NamedRow>, StoreError> {
    let rows = sqlx::query_as!(
        NamedRow,
        r#"select id as "id!", title as "name!" from lms.courses
           where $1::uuid[] is null or id = any($1)
           order by title, id"#,
        scope.courses() as _,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

/// Who teaches the courses of the scope, by name.
pub async fn list_teachers(conn: &mut PgConnection, scope: &Scope) -> Result<Vec<NamedRow>, StoreError> {
    let rows = sqlx::query_as!(
        NamedRow,
        r#"select u.id as "id!", u.name as "name!"
           from lms.users u
           where exists (
               select from lms.role_grants g
               join lms.courses c on (g.course_id = c.id
                   or (g.course_id is null and (g.organization_id = c.organization_id or g.organization_id is null)))
               where g.user_id = u.id and g.role in ('teacher', 'course_admin')
                 and ($1::uuid[] is null or c.id = any($1)))
           order by u.name, u.id"#,
        scope.courses() as _,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

/// The chatbots of the courses of the scope, those that are deleted too, by name.
pub async fn list_chatbots(conn: &mut PgConnection, scope: &Scope) -> Result<Vec<ChatbotRow>, StoreError> {
    let rows = sqlx::query!(
        "select id, name, course_id from chatbot.chatbots
         where $1::uuid[] is null or course_id = any($1) order by name, id",
        scope.courses() as _,
    )
    .fetch_all(conn)
    .await?;
    let rows = rows.into_iter();
    Ok(rows
        .map(|row| ChatbotRow { id: row.id.into(), name: row.name, course: row.course_id.into() })
        .collect())
}

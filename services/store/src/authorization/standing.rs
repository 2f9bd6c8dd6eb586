//! What a person is in a course.

use std::collections::{HashMap, HashSet};

use chatbot_protocol::{CourseId, UserId};
use sqlx::PgConnection;

use super::rules::{Role, Standing};
use crate::{StoreError, courses};

/// A person's standing in each course; in none when there is no such person or no such course. A statement each, and
/// mostly it is one course: for a list of courses Postgres would make a new plan each time.
pub(super) async fn of_all(
    conn: &mut PgConnection,
    user: UserId,
    in_courses: HashSet<CourseId>,
) -> Result<HashMap<CourseId, Standing>, StoreError> {
    let mut standings = HashMap::new();
    for course in in_courses {
        standings.extend(of(conn, user, course).await?.map(|standing| (course, standing)));
    }
    Ok(standings)
}

/// A person's standing in a course.
pub(super) async fn of(
    conn: &mut PgConnection,
    user: UserId,
    course: CourseId,
) -> Result<Option<Standing>, StoreError> {
    let row = sqlx::query!(
        r#"
        select c.visibility as "visibility!", c.is_public as "is_public!",
               p.user_id is not null
                   or exists (select from lms.enrollments e where e.user_id = $1 and e.course_id = c.id) as "enrolled!",
               array(select distinct r.role from chatbot.effective_roles($1, c.id) r) as "roles!: Vec<String>"
        from lms.courses c
        left join chatbot.preview_people p on p.user_id = $1 and p.course_id = c.id
        where c.id = $2 and (p.user_id is not null or exists (select from lms.users u where u.id = $1))
        "#,
        user.0,
        course.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| {
        let mut roles: Vec<_> = row.roles.iter().filter_map(|role| Role::from_name(role)).collect();
        roles.sort_unstable();
        Standing {
            visibility: courses::visibility(&row.visibility),
            is_public: row.is_public,
            enrolled: row.enrolled,
            roles,
        }
    }))
}

/// Whether a person is an admin of the whole deployment.
pub(super) async fn is_global_admin(conn: &mut PgConnection, user: UserId) -> Result<bool, StoreError> {
    let is_admin = sqlx::query_scalar!(
        r#"
        select exists (
            select from lms.role_grants g
            join lms.users u on u.id = g.user_id
            where g.user_id = $1 and g.role = 'admin' and g.organization_id is null and g.course_id is null
        ) as "is_admin!"
        "#,
        user.0,
    )
    .fetch_one(conn)
    .await?;
    Ok(is_admin)
}

/// Whether a person has a role, anywhere, whose holders edit.
pub(super) async fn edits_anything(conn: &mut PgConnection, user: UserId) -> Result<bool, StoreError> {
    let edits = sqlx::query_scalar!(
        r#"
        select exists (
            select from lms.role_grants g
            join lms.users u on u.id = g.user_id
            where g.user_id = $1 and g.role in ('teacher', 'course_admin', 'admin')
        ) as "edits!"
        "#,
        user.0,
    )
    .fetch_one(conn)
    .await?;
    Ok(edits)
}

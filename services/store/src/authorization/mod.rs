//! Who may do what. Denied unless the table in `rules` says otherwise.
//!
//! A resource is first traced to its course, then the caller's standing in that course is read, then the
//! rules decide without the database. An id that leads nowhere is denied, like everything that is deleted.

use chatbot_core::ToolRequirement;
use chatbot_core::tool::{Action, Resource};
use chatbot_protocol::{CourseId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::StoreError;

mod resource;
mod rules;
mod standing;

pub use rules::Role;

/// Whether `user` meets the requirement at `now`.
pub async fn allows(
    conn: &mut PgConnection,
    user: UserId,
    requirement: &ToolRequirement,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let (action, resource) = match *requirement {
        ToolRequirement::ActionOnResource(action, resource) => (action, resource),
        ToolRequirement::CourseMaterial(course) => (Action::ViewMaterial, Resource::Course(course)),
    };
    if resource == Resource::Global {
        return standing::is_global_admin(conn, user).await;
    }
    let Some((course, target)) = resource::find(conn, user, resource, now).await? else {
        return Ok(false);
    };
    let Some(standing) = standing::of(conn, user, course).await? else {
        return Ok(false);
    };
    Ok(rules::allow(action, &target, &standing))
}

/// Whether there is any course that a person may edit.
pub async fn edits_anything(conn: &mut PgConnection, user: UserId) -> Result<bool, StoreError> {
    standing::edits_anything(conn, user).await
}

/// The roles of a person that cover a course: its own, its organisation's and global ones, each once.
pub async fn course_roles(
    conn: &mut PgConnection,
    user: UserId,
    course: CourseId,
) -> Result<Vec<Role>, StoreError> {
    let standing = standing::of(conn, user, course).await?;
    Ok(standing.map(|standing| standing.roles).unwrap_or_default())
}

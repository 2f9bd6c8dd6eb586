//! Who may do what. Denied unless the table in `rules` says otherwise.
//!
//! A resource is first traced to its course, then the caller's standing in that course is read, then the
//! rules decide without the database. An id that leads nowhere is denied, like everything that is deleted.

use std::collections::HashSet;

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
    Ok(met(conn, user, std::slice::from_ref(requirement), now).await?.contains(requirement))
}

/// Those of the requirements that `user` meets at `now`. It takes a statement for each kind of resource and one for
/// each course, however many requirements there are.
pub async fn met(
    conn: &mut PgConnection,
    user: UserId,
    requirements: &[ToolRequirement],
    now: DateTime<Utc>,
) -> Result<HashSet<ToolRequirement>, StoreError> {
    let resources: HashSet<Resource> = requirements.iter().map(|needed| needs(needed).1).collect();
    let mut met = HashSet::new();
    if resources.contains(&Resource::Global) && standing::is_global_admin(conn, user).await? {
        met.extend(requirements.iter().filter(|needed| needs(needed).1 == Resource::Global));
    }
    let found = resource::find_all(conn, user, resources, now).await?;
    let courses: HashSet<CourseId> = found.values().map(|(course, _)| *course).collect();
    let standings = standing::of_all(conn, user, courses).await?;
    met.extend(requirements.iter().filter(|needed| {
        let (action, resource) = needs(needed);
        let found = found.get(&resource);
        found.is_some_and(|(course, target)| {
            standings.get(course).is_some_and(|standing| rules::allow(action, target, standing))
        })
    }));
    Ok(met)
}

const fn needs(requirement: &ToolRequirement) -> (Action, Resource) {
    match *requirement {
        ToolRequirement::ActionOnResource(action, resource) => (action, resource),
        ToolRequirement::CourseMaterial(course) => (Action::ViewMaterial, Resource::Course(course)),
    }
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
    Ok(standing::of(conn, user, course).await?.map(|standing| standing.roles).unwrap_or_default())
}

//! Courses, as `lms.courses` shows them.

use chatbot_protocol::{CourseId, OrganizationId};
use sqlx::PgConnection;

use crate::StoreError;

/// Who can see a course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CourseVisibility {
    /// Staff only.
    Draft,
    /// Everybody.
    Open,
    /// Everybody, but nobody may start a turn.
    Closed,
}

/// A row of `lms.courses`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// Its id.
    pub id: CourseId,
    /// Whose it is.
    pub organization_id: OrganizationId,
    /// Its name in urls.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub description: String,
    /// A BCP 47 tag.
    pub language: String,
    /// An IANA name.
    pub time_zone: String,
    /// Who can see it.
    pub visibility: CourseVisibility,
    /// Whether everybody who is signed in may read it.
    pub is_public: bool,
    /// Whether the host lets it have a chatbot.
    pub can_add_chatbot: bool,
}

/// The course, if there is one.
pub async fn find(conn: &mut PgConnection, course: CourseId) -> Result<Option<Course>, StoreError> {
    let row = sqlx::query!(
        r#"
        select id as "id!", organization_id as "organization_id!", slug as "slug!", title as "title!",
               description as "description!", language as "language!", time_zone as "time_zone!",
               visibility as "visibility!", is_public as "is_public!", can_add_chatbot as "can_add_chatbot!"
        from lms.courses
        where id = $1
        "#,
        course.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| Course {
        id: row.id.into(),
        organization_id: row.organization_id.into(),
        slug: row.slug,
        title: row.title,
        description: row.description,
        language: row.language,
        time_zone: row.time_zone,
        visibility: visibility(&row.visibility),
        is_public: row.is_public,
        can_add_chatbot: row.can_add_chatbot,
    }))
}

/// A word that the contract does not know shows the course to staff only.
pub(crate) fn visibility(word: &str) -> CourseVisibility {
    match word {
        "open" => CourseVisibility::Open,
        "closed" => CourseVisibility::Closed,
        _ => CourseVisibility::Draft,
    }
}

//! The people and courses to try things with. Their password is published, so that the server stays on
//! loopback while they exist. All ids are made from names and so are the same everywhere.

pub mod asked;
mod glossary;
mod people;
mod states;
mod study;

use chatbot_core::clock::Clock;
use sqlx::PgPool;
use uuid::Uuid;

use crate::LmsError;
use crate::import::{self, CourseFolder, CourseOptions, Summary};

pub use people::{PASSWORD, PASSWORD_HASH, PEOPLE, Person, any};

/// Address of the organisation that owns the demo courses.
pub const ORGANIZATION: &str = "university-of-examples";
/// The course of `teacher@example.org`.
pub const DATABASES: &str = "databases";
/// The course of `teacher2@example.org`.
pub const CRITICAL_THINKING: &str = "critical-thinking";
/// The course in Finnish, of `teacher3@example.org`.
pub const TIETOKANNAT: &str = "tietokannat";
/// All of them.
pub const COURSES: [&str; 3] = [DATABASES, CRITICAL_THINKING, TIETOKANNAT];

static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/demo_files.rs"));

/// Id of a demo course.
pub fn course_id(slug: &str) -> Uuid {
    import::named_id(import::NAMESPACE, &format!("course:{slug}"))
}

/// Id of a demo person.
pub fn person_id(email: &str) -> Uuid {
    import::named_id(import::NAMESPACE, &format!("person:{email}"))
}

/// Makes what is missing of the demo; what is there stays.
pub async fn seed(pool: &PgPool, clock: &dyn Clock) -> Result<Vec<Summary>, LmsError> {
    let now = clock.now();
    let mut transaction = pool.begin().await?;
    people::insert(&mut transaction).await?;
    transaction.commit().await?;
    let mut summaries = Vec::new();
    for slug in COURSES {
        let options = CourseOptions::default();
        summaries.push(import::import_course(pool, clock, &material(slug), &options, &mut |_| {}).await?);
    }
    let mut transaction = pool.begin().await?;
    people::grant_roles(&mut transaction).await?;
    people::enrol(&mut transaction, now).await?;
    study::set_deadlines(&mut transaction, now).await?;
    study::progress(&mut transaction, now).await?;
    states::insert(&mut transaction).await?;
    glossary::insert(&mut transaction).await?;
    // Somebody may have imported a course before there was anybody to open it.
    let adopted = import::adopt(&mut transaction, person_id("teacher@example.org"), now).await?;
    transaction.commit().await?;
    if adopted > 0 {
        tracing::info!(courses = adopted, "gave imported courses to the demo people");
    }
    Ok(summaries)
}

/// The course's files, as the binary carries them.
fn material(slug: &str) -> CourseFolder {
    let prefix = format!("{slug}/");
    CourseFolder::from_files(
        FILES.iter().filter_map(|(path, bytes)| Some((path.strip_prefix(&prefix)?, *bytes))),
    )
}

#[cfg(test)]
mod tests;

//! The demo people, who they are and what they may.

use chrono::{DateTime, Duration, Utc};
use sqlx::PgConnection;

use super::{CRITICAL_THINKING, DATABASES, ORGANIZATION, TIETOKANNAT, course_id, person_id};
use crate::LmsError;
use crate::import::{NAMESPACE, named_id};

/// The password of all demo people.
pub const PASSWORD: &str = "demo";

/// Its hash. The same everywhere, salt included: a published password has nothing to hide, and hashing is slow.
pub const PASSWORD_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$1cctNeGa0946Cd8E+avjzA$OJQY5Slic1vGjH3cwHmMUF7d2fbFWJbqyxCaFVhKGrE";

/// A demo person.
#[derive(Clone, Copy, Debug)]
pub struct Person {
    /// Name.
    pub name: &'static str,
    /// E-mail address, by which they sign in.
    pub email: &'static str,
    /// Language of their pages, where they chose one.
    pub locale: Option<&'static str>,
    /// Role, and the course it is for; no course: everywhere.
    pub role: Option<(&'static str, Option<&'static str>)>,
    /// Courses they study.
    pub studies: &'static [&'static str],
}

const fn student(
    name: &'static str,
    email: &'static str,
    locale: Option<&'static str>,
    studies: &'static [&'static str],
) -> Person {
    Person { name, email, locale, role: None, studies }
}

const fn staff(
    name: &'static str,
    email: &'static str,
    role: &'static str,
    course: Option<&'static str>,
) -> Person {
    Person { name, email, locale: Some("en"), role: Some((role, course)), studies: &[] }
}

const fn in_finnish(person: Person) -> Person {
    Person { locale: Some("fi"), ..person }
}

/// All of them.
pub const PEOPLE: &[Person] = &[
    student("Sara Student", "student@example.org", Some("en"), &[DATABASES, CRITICAL_THINKING, TIETOKANNAT]),
    student("Simo Student", "student2@example.org", Some("fi"), &[DATABASES]),
    student("Aino Aalto", "student3@example.org", None, &[DATABASES, TIETOKANNAT]),
    student("Ben Bennett", "student4@example.org", Some("en"), &[DATABASES, CRITICAL_THINKING]),
    student("Chen Chunhua", "student5@example.org", Some("zh"), &[DATABASES]),
    student("Dalia Darwish", "student6@example.org", None, &[DATABASES]),
    student("Emil Ekström", "student7@example.org", Some("sv"), &[CRITICAL_THINKING]),
    staff("Arvo Assistant", "assistant@example.org", "assistant", Some(DATABASES)),
    staff("Tuula Teacher", "teacher@example.org", "teacher", Some(DATABASES)),
    staff("Tomas Teacher", "teacher2@example.org", "teacher", Some(CRITICAL_THINKING)),
    staff("Taina Teacher", "teacher3@example.org", "teacher", Some(TIETOKANNAT)),
    staff("Stella Statistics", "stats@example.org", "stats_viewer", Some(DATABASES)),
    staff("Ada Admin", "admin@example.org", "admin", None),
    in_finnish(staff("Terttu Opettaja", "teacher4@example.org", "teacher", Some(DATABASES))),
    in_finnish(staff("Aada Ylläpitäjä", "admin2@example.org", "admin", None)),
];

/// Whether there are demo people.
pub async fn any(db: &mut PgConnection) -> Result<bool, LmsError> {
    let any =
        sqlx::query_scalar!(r#"select exists (select from lms_demo.credentials where is_demo) as "any!""#);
    Ok(any.fetch_one(db).await?)
}

pub(super) async fn insert(db: &mut PgConnection) -> Result<(), LmsError> {
    sqlx::query!(
        "insert into lms.organizations (id, name, slug) values ($1, 'University of Examples', $2) on conflict do nothing",
        named_id(NAMESPACE, &format!("organization:{ORGANIZATION}")),
        ORGANIZATION
    )
    .execute(&mut *db)
    .await?;
    for person in PEOPLE {
        let id = person_id(person.email);
        sqlx::query!(
            "insert into lms.users (id, name, email, locale, time_zone) values ($1, $2, $3, $4, null)
             on conflict do nothing",
            id,
            person.name,
            person.email,
            person.locale
        )
        .execute(&mut *db)
        .await?;
        sqlx::query!(
            "insert into lms_demo.credentials (user_id, password_hash, is_demo)
             select id, $2, true from lms.users where id = $1
             on conflict do nothing",
            id,
            PASSWORD_HASH
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

pub(super) async fn grant_roles(db: &mut PgConnection) -> Result<(), LmsError> {
    for person in PEOPLE {
        let Some((role, course)) = person.role else {
            continue;
        };
        sqlx::query!(
            "insert into lms.role_grants (user_id, role, organization_id, course_id)
             select id, $2, null, $3 from lms.users
             where id = $1 and not exists (
                 select from lms.role_grants where user_id = $1 and role = $2 and course_id is not distinct from $3)",
            person_id(person.email),
            role,
            course.map(course_id)
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

pub(super) async fn enrol(db: &mut PgConnection, now: DateTime<Utc>) -> Result<(), LmsError> {
    for (person, days) in PEOPLE.iter().zip(30..) {
        for course in person.studies {
            sqlx::query!(
                "insert into lms.enrollments (user_id, course_id, enrolled_at)
                 select id, $2, $3 from lms.users where id = $1
                 on conflict do nothing",
                person_id(person.email),
                course_id(course),
                now - Duration::days(days)
            )
            .execute(&mut *db)
            .await?;
        }
    }
    Ok(())
}

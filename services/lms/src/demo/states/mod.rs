//! Modules of the demo courses, and the states that their parts read and write. All of it stands on the
//! courses' own pages, too: see the page that each item names.

mod databases;
mod tietokannat;

use std::ops::RangeInclusive;

use sqlx::PgConnection;
use uuid::Uuid;

use super::course_id;
use crate::LmsError;
use crate::import::named_id;

/// Modules and states of a course.
struct CourseStates {
    /// The course's address.
    course: &'static str,
    /// Titles of the modules, and the chapters of each.
    modules: &'static [(&'static str, RangeInclusive<i32>)],
    items: &'static [Item],
}

struct Item {
    name: &'static str,
    kind: &'static str,
    /// The page that declares it, by its address in the course; none: the course itself.
    page: Option<&'static str>,
    description: &'static str,
    writers: &'static [(Subject, &'static str)],
    readers: &'static [(Subject, &'static str)],
}

/// A part of the course that reads or writes a state item.
enum Subject {
    /// By its number.
    Chapter(i32),
    /// By its number.
    Module(usize),
    /// By their numbers in course order; hidden pages do not count.
    Exercises(RangeInclusive<usize>),
    /// By the name of its state item; certificates have no table of their own.
    Certificate(&'static str),
}

/// Makes what is missing.
pub(super) async fn insert(db: &mut PgConnection) -> Result<(), LmsError> {
    for states in [&databases::STATES, &tietokannat::STATES] {
        let course = course_id(states.course);
        modules(db, course, states.modules).await?;
        let exercises = exercises(db, course).await?;
        for item in states.items {
            insert_item(db, states.course, item, &exercises).await?;
        }
    }
    Ok(())
}

fn module_id(course: Uuid, number: usize) -> Uuid {
    named_id(course, &format!("module:{number}"))
}

fn item_id(course: Uuid, name: &str) -> Uuid {
    named_id(course, &format!("state:{name}"))
}

async fn modules(
    db: &mut PgConnection,
    course: Uuid,
    modules: &[(&str, RangeInclusive<i32>)],
) -> Result<(), LmsError> {
    for (number, (title, chapters)) in (1..).zip(modules) {
        let id = module_id(course, number);
        sqlx::query!(
            "insert into lms.modules (id, course_id, position, title) values ($1, $2, $3, $4)
             on conflict do nothing",
            id,
            course,
            i32::try_from(number).unwrap_or(i32::MAX),
            title
        )
        .execute(&mut *db)
        .await?;
        sqlx::query!(
            "update lms.chapters set module_id = $1
             where course_id = $2 and position between $3 and $4 and module_id is null",
            id,
            course,
            chapters.start(),
            chapters.end()
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// The exercises that students see, in course order.
async fn exercises(db: &mut PgConnection, course: Uuid) -> Result<Vec<Uuid>, LmsError> {
    let exercises = sqlx::query_scalar!(
        "select e.id from lms.exercises e
         join lms.pages p on p.id = e.page_id
         join lms.chapters c on c.id = p.chapter_id
         where e.course_id = $1 and e.deleted_at is null and p.deleted_at is null and not p.hidden
         order by c.position, p.position, e.position",
        course
    );
    Ok(exercises.fetch_all(db).await?)
}

async fn insert_item(
    db: &mut PgConnection,
    slug: &str,
    item: &Item,
    exercises: &[Uuid],
) -> Result<(), LmsError> {
    let course = course_id(slug);
    let id = item_id(course, item.name);
    let url_path = item.page.map(|address| format!("/courses/{slug}/{address}"));
    let inserted = sqlx::query!(
        "insert into lms.state_items (id, course_id, name, kind, page_id, description)
         values ($1, $2, $3, $4, (select id from lms.pages where url_path = $5 and deleted_at is null), $6)
         on conflict do nothing",
        id,
        course,
        item.name,
        item.kind,
        url_path,
        item.description
    )
    .execute(&mut *db)
    .await?;
    if inserted.rows_affected() == 0 {
        return Ok(());
    }
    for (access, subjects) in [("write", item.writers), ("read", item.readers)] {
        for (subject, rule) in subjects {
            let (kind, ids) = found(db, course, subject, exercises).await?;
            sqlx::query!(
                "insert into lms.state_accesses (state_item_id, access, subject_kind, subject_id, rule)
                 select $1, $2, $3, id, $5 from unnest($4::uuid[]) as id",
                id,
                access,
                kind,
                &ids,
                rule
            )
            .execute(&mut *db)
            .await?;
        }
    }
    Ok(())
}

/// The subject's kind, and its ids; none of what is not there.
async fn found(
    db: &mut PgConnection,
    course: Uuid,
    subject: &Subject,
    exercises: &[Uuid],
) -> Result<(&'static str, Vec<Uuid>), LmsError> {
    Ok(match subject {
        Subject::Chapter(number) => {
            let ids = sqlx::query_scalar!(
                "select id from lms.chapters where course_id = $1 and position = $2",
                course,
                number
            );
            ("chapter", ids.fetch_all(db).await?)
        }
        Subject::Module(number) => ("module", vec![module_id(course, *number)]),
        Subject::Exercises(numbers) => {
            let first = numbers.start() - 1;
            ("exercise", exercises.iter().copied().skip(first).take(numbers.end() - first).collect())
        }
        Subject::Certificate(name) => ("certificate", vec![item_id(course, name)]),
    })
}

#[cfg(test)]
mod tests;

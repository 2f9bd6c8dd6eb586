//! The rows of a course, but for its pages.

use chrono::{DateTime, Duration, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use super::course::Course;
use super::layout::Chapter;
use super::summary::Summary;
use super::{CourseOptions, ImportError, NAMESPACE, named_id, names};
use crate::LmsError;
use crate::rows::people;

/// Makes the course, or brings it up to date.
pub(super) async fn course(db: &mut PgConnection, course: &Course) -> Result<Summary, LmsError> {
    let organization_id = organization(db, &course.organization).await?;
    let there = sqlx::query!("select id, language from lms.courses where slug = $1", course.slug)
        .fetch_optional(&mut *db)
        .await?;
    if let Some(there) = there.as_ref().filter(|there| there.language != course.language) {
        return Err(ImportError::OtherLanguage {
            slug: course.slug.clone(),
            there: there.language.clone(),
            language: course.language.clone(),
        }
        .into());
    }
    let course_id =
        there.as_ref().map_or_else(|| named_id(NAMESPACE, &format!("course:{}", course.slug)), |c| c.id);
    sqlx::query!(
        "insert into lms.courses
             (id, organization_id, slug, title, description, language, time_zone, visibility, is_public, can_add_chatbot)
         values ($1, $2, $3, $4, coalesce($5, ''), $6, $7, 'open', false, true)
         on conflict (id) do update set title = $4, description = coalesce($5, lms.courses.description)",
        course_id,
        organization_id,
        course.slug,
        course.title,
        course.description.as_deref(),
        course.language,
        course.time_zone,
    )
    .execute(db)
    .await?;
    Ok(Summary { course_id, slug: course.slug.clone(), course_is_new: there.is_none(), ..Summary::default() })
}

async fn organization(db: &mut PgConnection, slug: &str) -> Result<Uuid, LmsError> {
    let there =
        sqlx::query_scalar!("select id from lms.organizations where slug = $1 order by id limit 1", slug)
            .fetch_optional(&mut *db)
            .await?;
    if let Some(id) = there {
        return Ok(id);
    }
    let id = named_id(NAMESPACE, &format!("organization:{slug}"));
    let name = names::readable(slug);
    sqlx::query!("insert into lms.organizations (id, name, slug) values ($1, $2, $3)", id, name, slug)
        .execute(db)
        .await?;
    Ok(id)
}

/// The course's teacher and, where wanted, the demo's students.
pub(super) async fn people_of_course(
    db: &mut PgConnection,
    options: &CourseOptions,
    summary: &mut Summary,
    now: DateTime<Utc>,
) -> Result<(), LmsError> {
    if let Some(email) = options.teacher.as_ref().or(options.default_teacher.as_ref()) {
        let teacher = sqlx::query_scalar!("select id from lms.users where lower(email) = lower($1)", email)
            .fetch_optional(&mut *db)
            .await?;
        match teacher {
            Some(teacher) => grant_teacher(db, teacher, summary.course_id).await?,
            None if options.teacher.is_some() => {
                return Err(ImportError::NoSuchTeacher(email.clone()).into());
            }
            None => summary.notes.push(nobody(db, email).await?),
        }
    }
    if options.enrol_demo_students {
        enrol_demo_students(db, summary.course_id, now).await?;
    }
    Ok(())
}

async fn enrol_demo_students(
    db: &mut PgConnection,
    course_id: Uuid,
    now: DateTime<Utc>,
) -> Result<(), LmsError> {
    sqlx::query!(
        "insert into lms.enrollments (user_id, course_id, enrolled_at)
             select c.user_id, $1, $2 from lms_demo.credentials c
             where c.is_demo and not exists (select from lms.role_grants g where g.user_id = c.user_id)
             on conflict do nothing",
        course_id,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Why a course has no teacher, and what to do about it.
async fn nobody(db: &mut PgConnection, email: &str) -> Result<String, LmsError> {
    if people::any(db).await? {
        return Ok(format!(
            "the course has no teacher, as nobody has the address {email}: import again with --teacher"
        ));
    }
    Ok("nobody can open the course yet, as there are no people: start the server once (make run), and it gives \
        the course to the demo people"
        .to_owned())
}

/// Gives the courses that nobody can open to a teacher and to the demo's students; says how many there were.
pub(crate) async fn adopt(
    db: &mut PgConnection,
    teacher: Uuid,
    now: DateTime<Utc>,
) -> Result<usize, LmsError> {
    let orphans = sqlx::query_scalar!(
        "select c.id from lms.courses c
         where exists (select from lms_demo.imported_pages i where i.course_id = c.id)
           and not exists (select from lms.role_grants g where g.course_id = c.id)
           and not exists (select from lms.enrollments e where e.course_id = c.id)
         order by c.id",
    )
    .fetch_all(&mut *db)
    .await?;
    for course in &orphans {
        grant_teacher(db, teacher, *course).await?;
        enrol_demo_students(db, *course, now).await?;
    }
    Ok(orphans.len())
}

async fn grant_teacher(db: &mut PgConnection, teacher: Uuid, course_id: Uuid) -> Result<(), LmsError> {
    sqlx::query!(
        "insert into lms.role_grants (user_id, role, organization_id, course_id)
         select $1, 'teacher', null, $2
         where not exists (
             select from lms.role_grants where user_id = $1 and role = 'teacher' and course_id = $2)",
        teacher,
        course_id
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The chapters, in order. A chapter that has a day to open keeps it.
pub(super) async fn chapters(
    db: &mut PgConnection,
    course_id: Uuid,
    chapters: &[Chapter],
    now: DateTime<Utc>,
) -> Result<Vec<Uuid>, LmsError> {
    let mut ids = Vec::new();
    for (chapter, position) in chapters.iter().zip(1_i32..) {
        let id = named_id(course_id, &format!("chapter:{}", chapter.path));
        let opens_at =
            chapter.opens_in_days.and_then(Duration::try_days).and_then(|days| now.checked_add_signed(days));
        sqlx::query!(
            "insert into lms.chapters (id, course_id, module_id, position, title, opens_at)
             values ($1, $2, null, $3, $4, $5)
             on conflict (id) do update set position = $3, title = $4,
                 opens_at = case when $5::timestamptz is null then null else coalesce(lms.chapters.opens_at, $5) end",
            id,
            course_id,
            position,
            chapter.title,
            opens_at
        )
        .execute(&mut *db)
        .await?;
        ids.push(id);
    }
    Ok(ids)
}

/// Marks pages deleted whose files are gone; says how many.
pub(super) async fn remove_missing(
    db: &mut PgConnection,
    course_id: Uuid,
    still_there: &[String],
    now: DateTime<Utc>,
) -> Result<usize, LmsError> {
    let removed = sqlx::query_scalar!(
        "update lms.pages p set deleted_at = $3, updated_at = $3
         from lms_demo.imported_pages i
         where i.page_id = p.id and i.course_id = $1 and i.source_path <> all($2) and p.deleted_at is null
         returning p.id",
        course_id,
        still_there,
        now
    )
    .fetch_all(&mut *db)
    .await?;
    sqlx::query!(
        "update lms.exercises set deleted_at = $2 where page_id = any($1) and deleted_at is null",
        &removed,
        now
    )
    .execute(db)
    .await?;
    Ok(removed.len())
}

/// Takes away chapters of which neither folder nor pages are left.
pub(super) async fn remove_empty_chapters(
    db: &mut PgConnection,
    course_id: Uuid,
    chapter_ids: &[Uuid],
) -> Result<(), LmsError> {
    let gone = sqlx::query_scalar!(
        "select c.id from lms.chapters c
         where c.course_id = $1 and c.id <> all($2)
           and not exists (select from lms.pages p where p.chapter_id = c.id and p.deleted_at is null)",
        course_id,
        chapter_ids
    )
    .fetch_all(&mut *db)
    .await?;
    sqlx::query!("update lms.pages set chapter_id = null where chapter_id = any($1)", &gone)
        .execute(&mut *db)
        .await?;
    sqlx::query!("delete from lms.chapters where id = any($1)", &gone).execute(db).await?;
    Ok(())
}

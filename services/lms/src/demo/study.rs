//! Deadlines, and how far the demo's students are: varied, and the same every time.

use chrono::{DateTime, Duration, NaiveTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use super::people::PEOPLE;
use super::{COURSES, DATABASES, course_id, person_id};
use crate::LmsError;
use crate::import::named_id;

/// Gives each exercise of the demo courses a deadline: a week per chapter, the first three weeks past.
pub(super) async fn set_deadlines(db: &mut PgConnection, now: DateTime<Utc>) -> Result<(), LmsError> {
    let courses = COURSES.map(course_id);
    let start = now.date_naive().and_time(NaiveTime::MIN).and_utc() - Duration::days(21);
    sqlx::query!(
        "update lms.exercises e
         set deadline_at = $2::timestamptz + c.position * interval '7 days' + interval '20 hours 59 minutes'
         from lms.pages p join lms.chapters c on c.id = p.chapter_id
         where p.id = e.page_id and e.course_id = any($1) and e.deadline_at is null",
        courses.as_slice(),
        start
    )
    .execute(db)
    .await?;
    Ok(())
}

struct Exercise {
    id: Uuid,
    max_points: f64,
}

/// What a student did with an exercise.
struct Step {
    status: &'static str,
    /// Share of the points; none before grading.
    share: Option<f64>,
    attempts: i32,
}

/// Progress in both courses, and one completion.
pub(super) async fn progress(db: &mut PgConnection, now: DateTime<Utc>) -> Result<(), LmsError> {
    for (person, diligence) in PEOPLE.iter().filter(|person| person.role.is_none()).zip(DILIGENCE) {
        for slug in person.studies {
            let exercises = open_exercises(db, course_id(slug), now).await?;
            let reached = exercises.len() * diligence / 10;
            for (index, exercise) in exercises.iter().take(reached).enumerate() {
                let step = step(index, reached, diligence);
                insert(db, person_id(person.email), exercise, &step, now).await?;
            }
        }
    }
    let course = course_id(DATABASES);
    let best = person_id("student3@example.org");
    sqlx::query!(
        "insert into lms.course_completions (user_id, course_id, module_id, completed_at, grade)
         select id, $2, null, $3, '5' from lms.users
         where id = $1 and not exists (select from lms.course_completions where user_id = $1 and course_id = $2)",
        best,
        course,
        now - Duration::days(2)
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Tenths of the course that each student has reached, in the order of [`PEOPLE`].
const DILIGENCE: [usize; 7] = [5, 3, 10, 8, 1, 0, 6];

fn step(index: usize, reached: usize, diligence: usize) -> Step {
    let left = reached - index;
    let attempts = i32::try_from(1 + (index + diligence) % 3).unwrap_or(1);
    match left {
        1 if diligence < 10 => Step { status: "in_progress", share: None, attempts: 0 },
        2 if diligence < 10 => Step { status: "submitted", share: None, attempts },
        _ => {
            let share = [1.0, 0.5, 0.75, 1.0, 0.0][(index * 3 + diligence) % 5];
            Step { status: "graded", share: Some(if diligence == 10 { 1.0 } else { share }), attempts }
        }
    }
}

async fn open_exercises(
    db: &mut PgConnection,
    course: Uuid,
    now: DateTime<Utc>,
) -> Result<Vec<Exercise>, LmsError> {
    Ok(sqlx::query_as!(
        Exercise,
        r#"select e.id, e.max_points::float8 as "max_points!"
           from lms.exercises e
           join lms.pages p on p.id = e.page_id
           join lms.chapters c on c.id = p.chapter_id
           where e.course_id = $1 and e.deleted_at is null and p.deleted_at is null and not p.hidden
             and (c.opens_at is null or c.opens_at <= $2)
           order by c.position, p.position, e.position"#,
        course,
        now
    )
    .fetch_all(db)
    .await?)
}

async fn insert(
    db: &mut PgConnection,
    user: Uuid,
    exercise: &Exercise,
    step: &Step,
    now: DateTime<Utc>,
) -> Result<(), LmsError> {
    // Ids are even enough to spread the times over some weeks.
    let hours = named_id(user, &exercise.id.to_string()).as_bytes()[0];
    sqlx::query!(
        "insert into lms.exercise_progress (user_id, exercise_id, points, status, attempts, updated_at)
         select id, $2, ($3::float8)::numeric, $4, $5, $6 from lms.users where id = $1
         on conflict do nothing",
        user,
        exercise.id,
        step.share.map(|share| share * exercise.max_points),
        step.status,
        step.attempts,
        now - Duration::hours(i64::from(hours))
    )
    .execute(db)
    .await?;
    Ok(())
}

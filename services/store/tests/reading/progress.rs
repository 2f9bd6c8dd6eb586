use chatbot_store::progress::{ExerciseStatus, of_student};
use chrono::TimeDelta;
use sqlx::PgPool;
use sqlx::pool::PoolConnection;
use sqlx::postgres::Postgres;

use crate::world::*;

async fn titles(
    conn: &mut PoolConnection<Postgres>,
    user: chatbot_protocol::UserId,
    later: TimeDelta,
) -> Vec<String> {
    let progress = of_student(conn, user, COURSE, now() + later).await.unwrap();
    progress.exercises().map(|exercise| exercise.title.clone()).collect()
}

#[sqlx::test(migrations = false)]
async fn only_exercises_on_pages_that_the_student_sees_are_counted(pool: PgPool) {
    let mut conn = world(&pool).await;
    assert_eq!(titles(&mut conn, STUDENT, TimeDelta::zero()).await, ["Exercise on Page 49"]);
    assert_eq!(
        titles(&mut conn, STUDENT, TimeDelta::days(2)).await,
        ["Exercise on Page 49", "Exercise on Page 51"],
        "the chapter has opened"
    );
    assert_eq!(
        titles(&mut conn, TEACHER, TimeDelta::zero()).await.len(),
        3,
        "hidden ones too, no deleted one"
    );
    assert!(titles(&mut conn, FOREIGN_STUDENT, TimeDelta::zero()).await.is_empty());
}

#[sqlx::test(migrations = false)]
async fn points_and_completions_are_the_students_own(pool: PgPool) {
    let mut conn = world(&pool).await;
    for (user, points) in [(STUDENT, "2.5"), (OTHER_STUDENT, "5")] {
        sqlx::query("insert into lms.exercise_progress values ($1, $2, $3::numeric, 'graded', 3, $4)")
            .bind(user.0)
            .bind(exercise_on(PAGE).0)
            .bind(points)
            .bind(now())
            .execute(&mut *conn)
            .await
            .unwrap();
    }
    sqlx::query("insert into lms.course_completions values ($1, $2, null, $3, '4')")
        .bind(OTHER_STUDENT.0)
        .bind(COURSE.0)
        .bind(now())
        .execute(&mut *conn)
        .await
        .unwrap();
    let progress = of_student(&mut conn, STUDENT, COURSE, now()).await.unwrap();
    let chapters: Vec<_> =
        progress.chapters.iter().map(|c| (c.title.as_deref(), c.open, c.exercises.len())).collect();
    assert_eq!(chapters, [(Some("First chapter"), true, 1), (Some("Second chapter"), false, 0)]);
    let exercise = &progress.chapters[0].exercises[0];
    assert_eq!((exercise.points, exercise.max_points, exercise.attempts), (Some(2.5), 5.0, 3));
    assert_eq!(exercise.status, ExerciseStatus::Graded);
    assert_eq!(progress.completions, []);
    assert!((progress.points() - 2.5).abs() < 1e-9 && (progress.max_points() - 5.0).abs() < 1e-9);
    let other = of_student(&mut conn, OTHER_STUDENT, COURSE, now()).await.unwrap();
    assert_eq!(other.completions[0].grade.as_deref(), Some("4"));
}

#[sqlx::test(migrations = false)]
async fn deleted_exercises_and_strangers_have_none(pool: PgPool) {
    let mut conn = world(&pool).await;
    sqlx::raw_sql("update lms.exercises set deleted_at = now()").execute(&mut *conn).await.unwrap();
    assert!(titles(&mut conn, STUDENT, TimeDelta::zero()).await.is_empty());
    for user in [STRANGER, NOBODY] {
        let progress = of_student(&mut conn, user, COURSE, now()).await.unwrap();
        assert_eq!(progress.chapters, []);
    }
}

#[sqlx::test(migrations = false)]
async fn an_exercise_without_progress_is_not_started(pool: PgPool) {
    let mut conn = world(&pool).await;
    let progress = of_student(&mut conn, STUDENT, COURSE, now()).await.unwrap();
    let exercise = &progress.chapters[0].exercises[0];
    assert_eq!((exercise.status, exercise.points, exercise.attempts), (ExerciseStatus::NotStarted, None, 0));
}

//! How far a student is in a course.

use chatbot_protocol::{ChapterId, CourseId, ExerciseId, PageId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::StoreError;

/// How far a student is in a course: what they can see of it now, and nothing else.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// In course order; pages outside chapters come first, as a chapter without a title.
    pub chapters: Vec<ChapterProgress>,
    /// What is completed, oldest first.
    pub completions: Vec<Completion>,
}

/// A chapter, and its exercises on pages that the student may read now.
#[derive(Clone, Debug, PartialEq)]
pub struct ChapterProgress {
    /// The chapter; none for pages outside chapters.
    pub id: Option<ChapterId>,
    /// Its title.
    pub title: Option<String>,
    /// When it opens, if that is set.
    pub opens_at: Option<DateTime<Utc>>,
    /// Whether it is open now.
    pub open: bool,
    /// In the order of the pages.
    pub exercises: Vec<ExerciseProgress>,
}

/// An exercise, and how far the student is with it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExerciseProgress {
    /// The exercise.
    pub id: ExerciseId,
    /// Its title.
    pub title: String,
    /// The page that it is on.
    pub page_id: PageId,
    /// The title of that page.
    pub page_title: String,
    /// The path of that page.
    pub page_url_path: String,
    /// What can be reached.
    pub max_points: f64,
    /// What was reached; none before grading.
    pub points: Option<f64>,
    /// How far the student is.
    pub status: ExerciseStatus,
    /// How often the student has tried.
    pub attempts: i32,
    /// Until when it can be done.
    pub deadline_at: Option<DateTime<Utc>>,
}

/// How far a student is with an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExerciseStatus {
    /// Not begun.
    NotStarted,
    /// Begun.
    InProgress,
    /// Handed in.
    Submitted,
    /// Graded.
    Graded,
}

/// A completed course, or a module of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The title of the module; none for the whole course.
    pub module_title: Option<String>,
    /// When.
    pub completed_at: DateTime<Utc>,
    /// The grade, if there is one.
    pub grade: Option<String>,
}

impl ExerciseProgress {
    /// Whether there is nothing left to do: it is handed in.
    pub fn is_done(&self) -> bool {
        matches!(self.status, ExerciseStatus::Submitted | ExerciseStatus::Graded)
    }
}

impl Progress {
    /// Points reached so far.
    pub fn points(&self) -> f64 {
        self.exercises().filter_map(|exercise| exercise.points).sum()
    }

    /// Points that can be reached in the exercises the student sees now.
    pub fn max_points(&self) -> f64 {
        self.exercises().map(|exercise| exercise.max_points).sum()
    }

    /// Every point in time that is told of.
    pub fn times(&self) -> Vec<DateTime<Utc>> {
        let deadlines = self.exercises().filter_map(|exercise| exercise.deadline_at);
        deadlines.chain(self.completions.iter().map(|completion| completion.completed_at)).collect()
    }

    /// All exercises, in course order.
    pub fn exercises(&self) -> impl Iterator<Item = &ExerciseProgress> {
        self.chapters.iter().flat_map(|chapter| &chapter.exercises)
    }
}

/// How far `user` is in the course at `now`. Empty when they may read nothing of it.
pub async fn of_student(
    conn: &mut PgConnection,
    user: UserId,
    course: CourseId,
    now: DateTime<Utc>,
) -> Result<Progress, StoreError> {
    let mut chapters = chapters(conn, user, course, now).await?;
    for (chapter, exercise) in exercises(conn, user, course, now).await? {
        if let Some(chapter) = chapters.iter_mut().find(|listed| listed.id == chapter) {
            chapter.exercises.push(exercise);
        }
    }
    chapters.retain(|chapter| chapter.id.is_some() || !chapter.exercises.is_empty());
    let completions = completions(conn, user, course).await?;
    Ok(Progress { chapters, completions })
}

/// The chapters of the course, none of them when the person may not read the course, and the place for
/// pages outside chapters.
pub(crate) async fn chapters(
    conn: &mut PgConnection,
    user: UserId,
    course: CourseId,
    now: DateTime<Utc>,
) -> Result<Vec<ChapterProgress>, StoreError> {
    let rows = sqlx::query!(
        r#"
        select ch.id as "id!", ch.title as "title!", ch.opens_at as "opens_at?"
        from lms.chapters ch
        where ch.course_id = $2 and chatbot.may_read_course($1, $2)
        order by ch.position, ch.id
        "#,
        user.0,
        course.0,
    )
    .fetch_all(conn)
    .await?;
    let outside =
        ChapterProgress { id: None, title: None, opens_at: None, open: true, exercises: Vec::new() };
    let chapters = rows.into_iter().map(|row| ChapterProgress {
        id: Some(row.id.into()),
        title: Some(row.title),
        opens_at: row.opens_at,
        open: row.opens_at.is_none_or(|opens_at| opens_at <= now),
        exercises: Vec::new(),
    });
    Ok(std::iter::once(outside).chain(chapters).collect())
}

/// The exercises on pages that the person may read now, with their chapters, in the order of the pages.
pub(crate) async fn exercises(
    conn: &mut PgConnection,
    user: UserId,
    course: CourseId,
    now: DateTime<Utc>,
) -> Result<Vec<(Option<ChapterId>, ExerciseProgress)>, StoreError> {
    let rows = sqlx::query!(
        r#"
        select e.id as "id!", e.title as "title!", p.id as "page_id!", p.title as "page_title!",
               p.url_path as "url_path!", p.chapter_id as "chapter_id?",
               e.max_points::float8 as "max_points!", x.points::float8 as "points?",
               x.status as "status?", x.attempts as "attempts?", e.deadline_at as "deadline_at?"
        from chatbot.visible_pages($1, $2, $3) v
        join lms.pages p on p.id = v.page_id
        join lms.exercises e on e.page_id = p.id and e.course_id = $2 and e.deleted_at is null
        left join lms.exercise_progress x on x.exercise_id = e.id and x.user_id = $1
        order by p.position, p.id, e.position, e.id
        "#,
        user.0,
        course.0,
        now,
    )
    .fetch_all(conn)
    .await?;
    let exercises = rows.into_iter().map(|row| {
        let exercise = ExerciseProgress {
            id: row.id.into(),
            title: row.title,
            page_id: row.page_id.into(),
            page_title: row.page_title,
            page_url_path: row.url_path,
            max_points: row.max_points,
            points: row.points,
            status: status(row.status.as_deref()),
            attempts: row.attempts.unwrap_or(0),
            deadline_at: row.deadline_at,
        };
        (row.chapter_id.map(ChapterId), exercise)
    });
    Ok(exercises.collect())
}

/// What the person has completed of the course, oldest first.
pub(crate) async fn completions(
    conn: &mut PgConnection,
    user: UserId,
    course: CourseId,
) -> Result<Vec<Completion>, StoreError> {
    let completions = sqlx::query_as!(
        Completion,
        r#"
        select m.title as "module_title?", c.completed_at as "completed_at!", c.grade as "grade?"
        from lms.course_completions c
        left join lms.modules m on m.id = c.module_id
        where c.user_id = $1 and c.course_id = $2
        order by c.completed_at, m.position
        "#,
        user.0,
        course.0,
    )
    .fetch_all(conn)
    .await?;
    Ok(completions)
}

/// No row means not started.
fn status(word: Option<&str>) -> ExerciseStatus {
    match word {
        Some("in_progress") => ExerciseStatus::InProgress,
        Some("submitted") => ExerciseStatus::Submitted,
        Some("graded") => ExerciseStatus::Graded,
        _ => ExerciseStatus::NotStarted,
    }
}

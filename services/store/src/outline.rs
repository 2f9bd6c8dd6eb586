//! A course from above: its chapters, the pages in them, and how far somebody is with their exercises.

use chatbot_protocol::{ChapterId, CourseId, PageId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::StoreError;
use crate::local_times::LocalTimes;
use crate::pages::list_visible_titles;
use crate::progress::{self, Completion, ExerciseProgress};

/// A course as somebody sees it now, and nothing else of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// The course's title.
    pub course_title: String,
    /// What the course is about; may be empty.
    pub course_description: String,
    /// When.
    pub now: DateTime<Utc>,
    /// Every point in time of the outline, as the person's clock shows it.
    pub times: LocalTimes,
    /// Whether the person studies here; only then do they have any progress.
    pub enrolled: bool,
    /// In course order; pages outside chapters come first, as a chapter without a title.
    pub chapters: Vec<OutlineChapter>,
    /// What the person has completed, oldest first.
    pub completions: Vec<Completion>,
}

/// A chapter, and its pages that the person may read now.
#[derive(Clone, Debug, PartialEq)]
pub struct OutlineChapter {
    /// Its title; none for pages outside chapters.
    pub title: Option<String>,
    /// When it opens, if that is set.
    pub opens_at: Option<DateTime<Utc>>,
    /// Whether it is open now.
    pub open: bool,
    /// In their order.
    pub pages: Vec<OutlinePage>,
}

/// A page without its text.
#[derive(Clone, Debug, PartialEq)]
pub struct OutlinePage {
    /// The page.
    pub id: PageId,
    /// Its title.
    pub title: String,
    /// In their order.
    pub exercises: Vec<ExerciseProgress>,
}

impl OutlineChapter {
    /// All exercises on its pages.
    pub fn exercises(&self) -> impl Iterator<Item = &ExerciseProgress> {
        self.pages.iter().flat_map(|page| &page.exercises)
    }
}

/// The course as `user` sees it at `now`; `None` when they may not read it.
pub async fn of_course(
    conn: &mut PgConnection,
    user: UserId,
    course: CourseId,
    now: DateTime<Utc>,
) -> Result<Option<Outline>, StoreError> {
    let row = sqlx::query!(
        r#"
        select c.title as "title!", c.description as "description!",
               exists (select from lms.enrollments e where e.user_id = $1 and e.course_id = $2
                       union all
                       select from chatbot.preview_people p where p.user_id = $1 and p.course_id = $2) as "enrolled!"
        from lms.courses c
        where c.id = $2 and chatbot.may_read_course($1, $2)
        "#,
        user.0,
        course.0,
    )
    .fetch_optional(&mut *conn)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let chapters = chapters(conn, user, course, now).await?;
    let completions = progress::completions(conn, user, course).await?;
    let times = LocalTimes::for_person(conn, user, course, &times(&chapters, &completions, now)).await?;
    Ok(Some(Outline {
        course_title: row.title,
        course_description: row.description,
        now,
        times,
        enrolled: row.enrolled,
        chapters,
        completions,
    }))
}

/// The chapters with their pages, and the pages with their exercises.
async fn chapters(
    conn: &mut PgConnection,
    user: UserId,
    course: CourseId,
    now: DateTime<Utc>,
) -> Result<Vec<OutlineChapter>, StoreError> {
    let mut chapters: Vec<(Option<ChapterId>, OutlineChapter)> = Vec::new();
    for chapter in progress::chapters(conn, user, course, now).await? {
        let progress::ChapterProgress { id, title, opens_at, open, .. } = chapter;
        chapters.push((id, OutlineChapter { title, opens_at, open, pages: Vec::new() }));
    }
    let mut exercises = std::collections::HashMap::<PageId, Vec<ExerciseProgress>>::new();
    for (_, exercise) in progress::exercises(conn, user, course, now).await? {
        exercises.entry(exercise.page_id).or_default().push(exercise);
    }
    for page in list_visible_titles(conn, user, course, now).await? {
        let exercises = exercises.remove(&page.id).unwrap_or_default();
        if let Some((_, chapter)) = chapters.iter_mut().find(|(id, _)| *id == page.chapter_id) {
            chapter.pages.push(OutlinePage { id: page.id, title: page.title, exercises });
        }
    }
    chapters.retain(|(id, chapter)| id.is_some() || !chapter.pages.is_empty());
    Ok(chapters.into_iter().map(|(_, chapter)| chapter).collect())
}

fn times(chapters: &[OutlineChapter], completions: &[Completion], now: DateTime<Utc>) -> Vec<DateTime<Utc>> {
    let openings = chapters.iter().filter_map(|chapter| chapter.opens_at);
    let deadlines = chapters.iter().flat_map(OutlineChapter::exercises).filter_map(|e| e.deadline_at);
    let completed = completions.iter().map(|completion| completion.completed_at);
    openings.chain(deadlines).chain(completed).chain([now]).collect()
}

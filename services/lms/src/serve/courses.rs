//! `GET /api/lms/courses` and `GET /api/lms/courses/{idOrSlug}/outline`.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use chatbot_core::ToolRequirement;
use chatbot_core::tool::{Action, Resource};
use chatbot_protocol::{ChapterId, CourseId, PageId, UserId};
use chatbot_store::{PgConnection, StoreError, authorization};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::auth;
use super::problem::ApiError;
use super::refusals::{Failures, Unknown};
use super::state::LmsState;
use crate::LmsError;
use crate::rows::courses::{self, ChapterRow, CourseRow};
use crate::rows::pages::{self, PageRow};

/// A course.
#[derive(Serialize, ToSchema)]
#[schema(as = ListedCourse)]
#[serde(rename_all = "camelCase")]
pub(super) struct CourseBody {
    id: CourseId,
    slug: String,
    title: String,
    language: String,
    description: String,
    time_zone: String,
}

impl From<CourseRow> for CourseBody {
    fn from(row: CourseRow) -> Self {
        let CourseRow { id, slug, title, language, description, time_zone } = row;
        Self { id: CourseId(id), slug, title, language, description, time_zone }
    }
}

/// What a course consists of.
#[derive(Serialize, ToSchema)]
pub(super) struct Outline {
    course: CourseBody,
    /// Whether the caller may read the course's pages; to others it shows nothing but its title and description.
    readable: bool,
    /// What else the caller may do in it.
    may: May,
    /// Pages that stand outside chapters.
    pages: Vec<OutlinePage>,
    chapters: Vec<Chapter>,
}

/// What somebody may do in a course beyond reading it: which of its pages for teachers are open to them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct May {
    /// Set its chatbots, and read its conversations.
    edit: bool,
    /// See how its chatbots are used.
    view_stats: bool,
}

/// A chapter.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Chapter {
    id: ChapterId,
    title: String,
    position: i32,
    #[schema(required)]
    opens_at: Option<DateTime<Utc>>,
    open: bool,
    pages: Vec<OutlinePage>,
}

/// A page of an outline.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OutlinePage {
    id: PageId,
    title: String,
    url_path: String,
}

impl OutlinePage {
    fn new(page: &PageRow, slug: &str) -> Self {
        let url_path = super::pages::within_course(&page.url_path, slug);
        Self { id: PageId(page.id), title: page.title.clone(), url_path }
    }
}

/// All courses that the caller may know of; open and closed ones even when nobody is signed in.
#[utoipa::path(
    get,
    path = "/api/lms/courses",
    tag = "LMS",
    operation_id = "list_courses",
    responses(
        (status = 200, description = "The courses.", body = Vec<CourseBody>),
        Failures,
    ),
    security(("token" = []), ("session" = []), ()),
)]
pub(super) async fn list(request: HttpRequest, state: Data<LmsState>) -> Result<HttpResponse, ApiError> {
    let caller = auth::caller(&request).await?;
    let rows = courses::list(&mut *state.pool.acquire().await?, caller.map(|user| user.0)).await?;
    Ok(HttpResponse::Ok().json(rows.into_iter().map(CourseBody::from).collect::<Vec<_>>()))
}

/// Chapters and pages. A chapter that is not open yet shows its title and when it opens.
#[utoipa::path(
    get,
    path = "/api/lms/courses/{course}/outline",
    tag = "LMS",
    operation_id = "read_outline",
    params(("course" = String, Path, description = "The course's id, or its address.")),
    responses(
        (status = 200, description = "The outline.", body = Outline),
        Failures,
        Unknown,
    ),
    security(("token" = []), ("session" = [])),
)]
pub(super) async fn outline(
    request: HttpRequest,
    state: Data<LmsState>,
    course: Path<String>,
) -> Result<HttpResponse, ApiError> {
    let user = auth::signed_in(&request).await?.0;
    let now = state.clock.now();
    let mut db = state.pool.acquire().await?;
    let course = courses::find(&mut db, user, &course).await?.ok_or(ApiError::NotFound)?;
    let pages = pages::list(&mut db, user, course.id, now).await?;
    let chapters = courses::list_chapters(&mut db, user, course.id).await?;
    let material = ToolRequirement::CourseMaterial(CourseId(course.id));
    let readable = authorization::allows(&mut db, UserId(user), &material, now).await;
    let readable = readable.map_err(LmsError::from)?;
    let may = may(&mut db, UserId(user), CourseId(course.id), now).await.map_err(LmsError::from)?;
    let of = |chapter: Option<uuid::Uuid>| -> Vec<OutlinePage> {
        let pages = pages.iter().filter(|page| page.chapter_id == chapter);
        pages.map(|page| OutlinePage::new(page, &course.slug)).collect()
    };
    let outside = of(None);
    let chapters = chapters
        .into_iter()
        .map(|row| chapter(&row, of(Some(row.id)), now))
        // An open chapter without pages would only tell that there are hidden ones.
        .filter(|chapter| !chapter.open || !chapter.pages.is_empty())
        .collect();
    Ok(HttpResponse::Ok().json(Outline { readable, may, pages: outside, chapters, course: course.into() }))
}

async fn may(
    db: &mut PgConnection,
    user: UserId,
    course: CourseId,
    now: DateTime<Utc>,
) -> Result<May, StoreError> {
    // Students have no role, and are most of those who ask.
    if authorization::course_roles(db, user, course).await?.is_empty() {
        return Ok(May { edit: false, view_stats: false });
    }
    let needs = |action| ToolRequirement::ActionOnResource(action, Resource::Course(course));
    Ok(May {
        edit: authorization::allows(db, user, &needs(Action::Edit), now).await?,
        view_stats: authorization::allows(db, user, &needs(Action::ViewStats), now).await?,
    })
}

fn chapter(row: &ChapterRow, pages: Vec<OutlinePage>, now: DateTime<Utc>) -> Chapter {
    Chapter {
        id: ChapterId(row.id),
        title: row.title.clone(),
        position: row.position,
        opens_at: row.opens_at,
        open: row.opens_at.is_none_or(|opens_at| opens_at <= now),
        pages,
    }
}

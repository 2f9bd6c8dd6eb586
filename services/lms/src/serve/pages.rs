//! `GET /api/lms/courses/{idOrSlug}/pages` and `GET /api/lms/courses/{idOrSlug}/page?path=…`.

use actix_web::web::{self, Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use chatbot_protocol::{ChapterId, PageId};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::auth;
use super::problem::ApiError;
use super::refusals::{Failures, InvalidParameters, Unknown};
use super::state::LmsState;
use crate::markdown;
use crate::rows::courses;
use crate::rows::pages::{self, PageRow};

/// Which page.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Which {
    /// The page's address within the course: `chapter/page`.
    path: String,
}

/// A page of a list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListedPage {
    id: PageId,
    title: String,
    url_path: String,
    #[schema(required)]
    chapter_id: Option<ChapterId>,
}

/// A page with its neighbours.
#[derive(Serialize, ToSchema)]
pub(super) struct Shown {
    page: Page,
    #[schema(required)]
    previous: Option<Neighbour>,
    #[schema(required)]
    next: Option<Neighbour>,
}

/// A page.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Page {
    id: PageId,
    title: String,
    url_path: String,
    #[schema(required)]
    chapter_title: Option<String>,
    html: String,
    updated_at: DateTime<Utc>,
}

/// The page before or after.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Neighbour {
    title: String,
    url_path: String,
}

/// A path from the host's root as one within the course: `chapter/page`.
pub(super) fn within_course(url_path: &str, slug: &str) -> String {
    let within = url_path.strip_prefix("/courses/").and_then(|path| path.strip_prefix(slug));
    within.and_then(|path| path.strip_prefix('/')).unwrap_or(url_path).to_owned()
}

/// The pages that the caller may read.
#[utoipa::path(
    get,
    path = "/api/lms/courses/{course}/pages",
    tag = "LMS",
    operation_id = "list_pages",
    params(("course" = String, Path, description = "The course's id, or its address.")),
    responses(
        (status = 200, description = "The pages.", body = Vec<ListedPage>),
        Failures,
        Unknown,
    ),
    security(("token" = []), ("session" = [])),
)]
pub(super) async fn list(
    request: HttpRequest,
    state: Data<LmsState>,
    course: Path<String>,
) -> Result<HttpResponse, ApiError> {
    let user = auth::signed_in(&request).await?.0;
    let mut db = state.pool.acquire().await?;
    let course = courses::find(&mut db, user, &course).await?.ok_or(ApiError::NotFound)?;
    let pages = pages::list(&mut db, user, course.id, state.clock.now()).await?;
    let listed = |page: PageRow| ListedPage {
        id: PageId(page.id),
        title: page.title,
        url_path: within_course(&page.url_path, &course.slug),
        chapter_id: page.chapter_id.map(ChapterId),
    };
    Ok(HttpResponse::Ok().json(pages.into_iter().map(listed).collect::<Vec<_>>()))
}

/// One page, with its neighbours. What the caller may not read is answered like what is not there.
#[utoipa::path(
    get,
    path = "/api/lms/courses/{course}/page",
    tag = "LMS",
    operation_id = "show_page",
    params(("course" = String, Path, description = "The course's id, or its address."), Which),
    responses(
        (status = 200, description = "The page.", body = Shown),
        Failures,
        Unknown,
        InvalidParameters,
    ),
    security(("token" = []), ("session" = [])),
)]
pub(super) async fn show(
    request: HttpRequest,
    state: Data<LmsState>,
    course: Path<String>,
    which: Query<Which>,
) -> Result<HttpResponse, ApiError> {
    let user = auth::signed_in(&request).await?.0;
    let now = state.clock.now();
    let mut db = state.pool.acquire().await?;
    let course = courses::find(&mut db, user, &course).await?.ok_or(ApiError::NotFound)?;
    let url_path = format!("/courses/{}/{}", course.slug, which.path.trim_matches('/'));
    let row = pages::find(&mut db, user, course.id, &url_path, now).await?.ok_or(ApiError::NotFound)?;
    let all = pages::list(&mut db, user, course.id, now).await?;
    drop(db);
    let here = all.iter().position(|page| page.id == row.id);
    let at = |index: Option<usize>| {
        index.and_then(|index| all.get(index)).map(|page| neighbour(page, &course.slug))
    };
    let (previous, next) = (at(here.and_then(|here| here.checked_sub(1))), at(here.map(|here| here + 1)));
    let (body, format) = (row.body, row.body_format);
    let html = web::block(move || markdown::html(&body, &format)).await;
    let page = Page {
        id: PageId(row.id),
        title: row.title,
        url_path: within_course(&row.url_path, &course.slug),
        chapter_title: row.chapter_title,
        html: html.map_err(|error| ApiError::Internal(Box::new(error)))?,
        updated_at: row.updated_at,
    };
    Ok(HttpResponse::Ok().json(Shown { page, previous, next }))
}

fn neighbour(page: &PageRow, slug: &str) -> Neighbour {
    Neighbour { title: page.title.clone(), url_path: within_course(&page.url_path, slug) }
}

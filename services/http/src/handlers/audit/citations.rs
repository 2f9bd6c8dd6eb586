//! `/audit/filters`, `/audit/citations…`

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, Responder};
use chatbot_protocol::api::ListPage;
use chatbot_protocol::audit::{
    AuditFilters, AuditedCitation, CitationCount, CitationDetail, CitationRate, NewRecheck, NewReview,
};
use chatbot_protocol::manage::Job;
use uuid::Uuid;

use super::documented::{CitationParameters, RateParameters};
use super::{csv, parameters};
use crate::error::HttpError;
use crate::openapi::refusals::NotFound;
use crate::request::{Asked, Auditor, Body};
use crate::state::HttpState;

/// What citations can be filtered by.
#[utoipa::path(
    get,
    path = "/audit/filters",
    tag = "Admins",
    responses(
        (status = 200, description = "Courses, teachers, chatbots and tools.", body = AuditFilters),
        NotFound,
    ),
)]
pub async fn list_filters(
    state: Data<HttpState>,
    Auditor(caller): Auditor,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.audit.filters(caller).await?))
}

/// Citations, newest first.
#[utoipa::path(
    get,
    path = "/audit/citations",
    tag = "Admins",
    params(CitationParameters),
    responses((status = 200, description = "A page of them.", body = ListPage<AuditedCitation>), NotFound),
)]
pub async fn list_citations(
    state: Data<HttpState>,
    Auditor(caller): Auditor,
    request: HttpRequest,
) -> Result<impl Responder, HttpError> {
    let (filter, page) = parameters::citations(&request)?;
    Ok(Json(state.audit.citations(caller, &filter, page).await?))
}

/// How many citations a filter finds, counted up to a bound.
#[utoipa::path(
    get,
    path = "/audit/citations/count",
    tag = "Admins",
    params(CitationParameters),
    responses((status = 200, description = "How many.", body = CitationCount), NotFound),
)]
pub async fn count_citations(
    state: Data<HttpState>,
    Auditor(caller): Auditor,
    request: HttpRequest,
) -> Result<impl Responder, HttpError> {
    let (filter, _) = parameters::citations(&request)?;
    Ok(Json(state.audit.count_citations(caller, &filter).await?))
}

/// All citations that a filter finds, as CSV (RFC 4180, UTF-8). No cell is a formula to a spreadsheet.
#[utoipa::path(
    get,
    path = "/audit/citations.csv",
    tag = "Admins",
    params(CitationParameters),
    responses(
        (status = 200, description = "The rows, sent as they are read.", body = String, content_type = "text/csv", headers(("content-disposition" = String, description = "A file to save it in."))),
        NotFound,
    ),
)]
pub async fn export_citations(
    state: Data<HttpState>,
    Auditor(caller): Auditor,
    request: HttpRequest,
) -> Result<HttpResponse, HttpError> {
    let (filter, _) = parameters::citations(&request)?;
    state.audit.begin_export(caller, &filter).await?;
    Ok(csv::respond(state.audit.clone(), caller, filter))
}

/// How verdicts fall, week by week.
#[utoipa::path(
    get,
    path = "/audit/citations/rates",
    tag = "Admins",
    params(RateParameters),
    responses(
        (status = 200, description = "A row per week, key and verdict.", body = Vec<CitationRate>),
        NotFound,
    ),
)]
pub async fn list_rates(
    state: Data<HttpState>,
    Auditor(caller): Auditor,
    request: HttpRequest,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.audit.rates(caller, parameters::rates(&request)?).await?))
}

/// Holds citations against their pages again.
#[utoipa::path(
    post,
    path = "/audit/citations/recheck",
    tag = "Admins",
    request_body = Option<NewRecheck>,
    responses((status = 202, description = "The job, which says how far it is.", body = Job), NotFound),
)]
pub async fn recheck_citations(
    state: Data<HttpState>,
    Auditor(caller): Auditor,
    body: Body<NewRecheck>,
) -> Result<impl Responder, HttpError> {
    Ok(HttpResponse::Accepted().json(state.audit.recheck(caller, body.read()?).await?))
}

/// One citation with the answer, the passage then and the page now. Each look is logged.
#[utoipa::path(
    get,
    path = "/audit/citations/{citation}",
    tag = "Admins",
    params(("citation" = Uuid, Path, description = "The citation.")),
    responses((status = 200, description = "The citation.", body = CitationDetail)),
)]
pub async fn read_citation(
    state: Data<HttpState>,
    Asked(caller, citation): Asked<Uuid>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.audit.citation(caller, citation).await?))
}

/// Notes that a citation was reviewed, or takes that back.
#[utoipa::path(
    put,
    path = "/audit/citations/{citation}/review",
    tag = "Admins",
    params(("citation" = Uuid, Path, description = "The citation.")),
    request_body = NewReview,
    responses((status = 200, description = "The citation.", body = AuditedCitation)),
)]
pub async fn review_citation(
    state: Data<HttpState>,
    Auditor(_): Auditor,
    Asked(caller, citation): Asked<Uuid>,
    body: Body<NewReview>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.audit.review(caller, citation, body.read()?).await?))
}

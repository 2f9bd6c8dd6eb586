//! `/audit/filters`, `/audit/citations…`

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse, Responder};

use super::{csv, parameters};
use crate::error::HttpError;
use crate::handlers::{Body, id_in, json_in};
use crate::state::HttpState;

/// `GET /audit/filters`
pub async fn list_filters(request: HttpRequest, state: Data<HttpState>) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    Ok(Json(state.audit.filters(caller).await?))
}

/// `GET /audit/citations`
pub async fn list_citations(
    request: HttpRequest,
    state: Data<HttpState>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    let (filter, page) = parameters::citations(&request)?;
    Ok(Json(state.audit.citations(caller, &filter, page).await?))
}

/// `GET /audit/citations/count`
pub async fn count_citations(
    request: HttpRequest,
    state: Data<HttpState>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    let (filter, _) = parameters::citations(&request)?;
    Ok(Json(state.audit.count_citations(caller, &filter).await?))
}

/// `GET /audit/citations.csv`
pub async fn export_citations(
    request: HttpRequest,
    state: Data<HttpState>,
) -> Result<HttpResponse, HttpError> {
    let caller = state.caller(&request).await?;
    let (filter, _) = parameters::citations(&request)?;
    state.audit.begin_export(caller, &filter).await?;
    Ok(csv::respond(state.audit.clone(), caller, filter))
}

/// `GET /audit/citations/rates`
pub async fn list_rates(request: HttpRequest, state: Data<HttpState>) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    Ok(Json(state.audit.rates(caller, parameters::rates(&request)?).await?))
}

/// `POST /audit/citations/recheck`
pub async fn recheck_citations(
    request: HttpRequest,
    state: Data<HttpState>,
    body: Body,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    Ok(HttpResponse::Accepted().json(state.audit.recheck(caller, json_in(body)?).await?))
}

/// `GET /audit/citations/{id}`
pub async fn read_citation(
    request: HttpRequest,
    state: Data<HttpState>,
    citation: Path<String>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    Ok(Json(state.audit.citation(caller, id_in(&citation)?).await?))
}

/// `PUT /audit/citations/{id}/review`
pub async fn review_citation(
    request: HttpRequest,
    state: Data<HttpState>,
    citation: Path<String>,
    body: Body,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    Ok(Json(state.audit.review(caller, id_in(&citation)?, json_in(body)?).await?))
}

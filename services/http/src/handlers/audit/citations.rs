//! `/audit/filters`, `/audit/citations…`

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, Responder};
use chatbot_protocol::audit::{NewRecheck, NewReview};
use uuid::Uuid;

use super::{csv, parameters};
use crate::error::HttpError;
use crate::request::{Asked, Body, Caller};
use crate::state::HttpState;

/// `GET /audit/filters`
pub async fn list_filters(
    state: Data<HttpState>,
    Caller(caller): Caller,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.audit.filters(caller).await?))
}

/// `GET /audit/citations`
pub async fn list_citations(
    state: Data<HttpState>,
    Caller(caller): Caller,
    request: HttpRequest,
) -> Result<impl Responder, HttpError> {
    let (filter, page) = parameters::citations(&request)?;
    Ok(Json(state.audit.citations(caller, &filter, page).await?))
}

/// `GET /audit/citations/count`
pub async fn count_citations(
    state: Data<HttpState>,
    Caller(caller): Caller,
    request: HttpRequest,
) -> Result<impl Responder, HttpError> {
    let (filter, _) = parameters::citations(&request)?;
    Ok(Json(state.audit.count_citations(caller, &filter).await?))
}

/// `GET /audit/citations.csv`
pub async fn export_citations(
    state: Data<HttpState>,
    Caller(caller): Caller,
    request: HttpRequest,
) -> Result<HttpResponse, HttpError> {
    let (filter, _) = parameters::citations(&request)?;
    state.audit.begin_export(caller, &filter).await?;
    Ok(csv::respond(state.audit.clone(), caller, filter))
}

/// `GET /audit/citations/rates`
pub async fn list_rates(
    state: Data<HttpState>,
    Caller(caller): Caller,
    request: HttpRequest,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.audit.rates(caller, parameters::rates(&request)?).await?))
}

/// `POST /audit/citations/recheck`
pub async fn recheck_citations(
    state: Data<HttpState>,
    Caller(caller): Caller,
    body: Body<NewRecheck>,
) -> Result<impl Responder, HttpError> {
    Ok(HttpResponse::Accepted().json(state.audit.recheck(caller, body.read()?).await?))
}

/// `GET /audit/citations/{citation}`
pub async fn read_citation(
    state: Data<HttpState>,
    Asked(caller, citation): Asked<Uuid>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.audit.citation(caller, citation).await?))
}

/// `PUT /audit/citations/{citation}/review`
pub async fn review_citation(
    state: Data<HttpState>,
    Asked(caller, citation): Asked<Uuid>,
    body: Body<NewReview>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.audit.review(caller, citation, body.read()?).await?))
}

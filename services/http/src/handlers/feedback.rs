//! `/messages/{id}/feedback`

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse, Responder};

use super::{Body, id_in, json_in};
use crate::error::HttpError;
use crate::state::HttpState;

/// `PUT /messages/{id}/feedback`
pub async fn rate_answer(
    request: HttpRequest,
    state: Data<HttpState>,
    message: Path<String>,
    body: Body,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    Ok(Json(state.conversations.rate(caller, id_in(&message)?, json_in(body)?).await?))
}

/// `DELETE /messages/{id}/feedback`
pub async fn take_back_rating(
    request: HttpRequest,
    state: Data<HttpState>,
    message: Path<String>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    state.conversations.take_back_rating(caller, id_in(&message)?).await?;
    Ok(HttpResponse::NoContent())
}

//! `/me/…`: what is stored about the caller.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, ContentType};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpResponse, Responder};
use futures_util::StreamExt;

use crate::error::HttpError;
use crate::request::Caller;
use crate::state::HttpState;

/// Everything that is stored about the caller.
#[utoipa::path(
    get,
    path = "/me/export",
    tag = "Students",
    responses(
        (status = 200, description = "One document, sent as it is read.", body = Object, headers(("content-disposition" = String, description = "A file to save it in."))),
    ),
)]
pub async fn export_data(state: Data<HttpState>, Caller(caller): Caller) -> Result<HttpResponse, HttpError> {
    let document = state.own_data.export(caller).await?;
    // An error in the middle ends the transfer early, which clients notice.
    let document = document.map(|piece| {
        piece.map(Bytes::from).inspect_err(|error| tracing::error!(%error, "an export broke off"))
    });
    Ok(HttpResponse::Ok()
        .insert_header(ContentType::json())
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"chatbot-data.json\""))
        .streaming(document))
}

/// Erases everything that is stored about the caller, for good.
#[utoipa::path(
    delete,
    path = "/me/data",
    tag = "Students",
    responses((status = 204, description = "It is erased.")),
)]
pub async fn erase_data(state: Data<HttpState>, Caller(caller): Caller) -> Result<impl Responder, HttpError> {
    state.own_data.erase(caller).await?;
    Ok(HttpResponse::NoContent())
}

//! `/messages/{message}/feedback`

use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, Responder};
use chatbot_protocol::MessageId;
use chatbot_protocol::insights::Feedback;

use crate::error::HttpError;
use crate::openapi::refusals::{OpenTurn, UnfitText};
use crate::request::{Asked, Body};
use crate::state::HttpState;

/// Says what the caller thinks of an answer, in place of what they said before.
#[utoipa::path(
    put,
    path = "/messages/{message}/feedback",
    tag = "Students",
    params(("message" = MessageId, Path, description = "The answer.")),
    request_body = Feedback,
    responses((status = 200, description = "What is kept.", body = Feedback), OpenTurn, UnfitText),
)]
pub async fn rate_answer(
    state: Data<HttpState>,
    Asked(caller, message): Asked<MessageId>,
    body: Body<Feedback>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.conversations.rate(caller, message, body.read_written()?).await?))
}

/// Takes back what the caller said of an answer.
#[utoipa::path(
    delete,
    path = "/messages/{message}/feedback",
    tag = "Students",
    params(("message" = MessageId, Path, description = "The answer.")),
    responses((status = 204, description = "It is taken back."), OpenTurn),
)]
pub async fn take_back_rating(
    state: Data<HttpState>,
    Asked(caller, message): Asked<MessageId>,
) -> Result<impl Responder, HttpError> {
    state.conversations.take_back_rating(caller, message).await?;
    Ok(HttpResponse::NoContent())
}

//! `/messages/{message}/feedback`

use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, Responder};
use chatbot_protocol::MessageId;
use chatbot_protocol::insights::Feedback;

use crate::error::HttpError;
use crate::request::{Asked, Body};
use crate::state::HttpState;

/// `PUT /messages/{message}/feedback`
pub async fn rate_answer(
    state: Data<HttpState>,
    Asked(caller, message): Asked<MessageId>,
    body: Body<Feedback>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.conversations.rate(caller, message, body.read()?).await?))
}

/// `DELETE /messages/{message}/feedback`
pub async fn take_back_rating(
    state: Data<HttpState>,
    Asked(caller, message): Asked<MessageId>,
) -> Result<impl Responder, HttpError> {
    state.conversations.take_back_rating(caller, message).await?;
    Ok(HttpResponse::NoContent())
}

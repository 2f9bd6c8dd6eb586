//! `GET /me/limits`

use actix_web::Responder;
use actix_web::web::{Data, Json};
use chatbot_protocol::ChatbotId;
use serde::Deserialize;

use crate::error::HttpError;
use crate::request::{Caller, Parameters};
use crate::state::HttpState;

/// Of which chatbot.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LimitsParameters {
    chatbot_id: ChatbotId,
}

/// What is left of a chatbot's limits for the caller.
pub async fn read_limits(
    state: Data<HttpState>,
    Caller(caller): Caller,
    parameters: Parameters<LimitsParameters>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.conversations.limits(caller, parameters.read()?.chatbot_id).await?))
}

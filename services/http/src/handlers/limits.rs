//! `GET /me/limits`

use actix_web::Responder;
use actix_web::web::{Data, Json};
use chatbot_protocol::ChatbotId;
use chatbot_protocol::limits::LimitsData;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::error::HttpError;
use crate::openapi::refusals::NotFound;
use crate::request::{Caller, Parameters};
use crate::state::HttpState;

/// Of which chatbot.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct LimitsParameters {
    /// The chatbot.
    chatbot_id: ChatbotId,
}

/// What is left of a chatbot's limits for the caller.
#[utoipa::path(
    get,
    path = "/me/limits",
    tag = "Students",
    params(LimitsParameters),
    responses((status = 200, description = "The limits.", body = LimitsData), NotFound),
)]
pub async fn read_limits(
    state: Data<HttpState>,
    Caller(caller): Caller,
    parameters: Parameters<LimitsParameters>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.conversations.limits(caller, parameters.read()?.chatbot_id).await?))
}

//! `GET /me/limits?chatbotId=`

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, Responder};
use chatbot_protocol::ChatbotId;
use serde::Deserialize;

use super::query_in;
use crate::error::HttpError;
use crate::state::HttpState;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LimitsQuery {
    chatbot_id: ChatbotId,
}

/// What is left of a chatbot's limits for the caller.
pub async fn read_limits(request: HttpRequest, state: Data<HttpState>) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    let query: LimitsQuery = query_in(&request)?;
    Ok(Json(state.conversations.limits(caller, query.chatbot_id).await?))
}

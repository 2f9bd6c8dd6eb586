//! `/audit/tool-calls`, `/audit/turns/{turn}`, `/audit/log`

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, Responder};
use chatbot_protocol::TurnId;

use super::parameters;
use crate::error::HttpError;
use crate::request::{Asked, Caller};
use crate::state::HttpState;

/// `GET /audit/tool-calls`
pub async fn list_calls(
    state: Data<HttpState>,
    Caller(caller): Caller,
    request: HttpRequest,
) -> Result<impl Responder, HttpError> {
    let (filter, page) = parameters::calls(&request)?;
    Ok(Json(state.audit.calls(caller, &filter, page).await?))
}

/// `GET /audit/turns/{turn}`
pub async fn read_turn(
    state: Data<HttpState>,
    Asked(caller, turn): Asked<TurnId>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.audit.turn(caller, turn).await?))
}

/// `GET /audit/log`
pub async fn list_log(
    state: Data<HttpState>,
    Caller(caller): Caller,
    request: HttpRequest,
) -> Result<impl Responder, HttpError> {
    let (filter, page) = parameters::log(&request)?;
    Ok(Json(state.audit.access_log(caller, &filter, page).await?))
}

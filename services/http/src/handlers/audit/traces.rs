//! `/audit/tool-calls`, `/audit/turns/{id}`, `/audit/log`

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, Responder};

use super::parameters;
use crate::error::HttpError;
use crate::handlers::id_in;
use crate::state::HttpState;

/// `GET /audit/tool-calls`
pub async fn list_calls(request: HttpRequest, state: Data<HttpState>) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    let (filter, page) = parameters::calls(&request)?;
    Ok(Json(state.audit.calls(caller, &filter, page).await?))
}

/// `GET /audit/turns/{id}`
pub async fn read_turn(
    request: HttpRequest,
    state: Data<HttpState>,
    turn: Path<String>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    Ok(Json(state.audit.turn(caller, id_in(&turn)?).await?))
}

/// `GET /audit/log`
pub async fn list_log(request: HttpRequest, state: Data<HttpState>) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    let (filter, page) = parameters::log(&request)?;
    Ok(Json(state.audit.access_log(caller, &filter, page).await?))
}

//! `/audit/tool-calls`, `/audit/turns/{turn}`, `/audit/log`

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, Responder};
use chatbot_protocol::TurnId;
use chatbot_protocol::api::ListPage;
use chatbot_protocol::audit::{AccessEntry, AuditedCall, TurnTrace};

use super::documented::{CallParameters, LogParameters};
use super::parameters;
use crate::error::HttpError;
use crate::openapi::refusals::NotFound;
use crate::request::{Asked, Auditor};
use crate::state::HttpState;

/// Tool calls with what was decided about them, newest first.
#[utoipa::path(
    get,
    path = "/audit/tool-calls",
    tag = "Admins",
    params(CallParameters),
    responses((status = 200, description = "A page of them.", body = ListPage<AuditedCall>), NotFound),
)]
pub async fn list_calls(
    state: Data<HttpState>,
    Auditor(caller): Auditor,
    request: HttpRequest,
) -> Result<impl Responder, HttpError> {
    let (filter, page) = parameters::calls(&request)?;
    Ok(Json(state.audit.calls(caller, &filter, page).await?))
}

/// Everything about a turn, round by round. Each look is logged.
#[utoipa::path(
    get,
    path = "/audit/turns/{turn}",
    tag = "Admins",
    params(("turn" = TurnId, Path, description = "The turn.")),
    responses((status = 200, description = "The turn.", body = TurnTrace)),
)]
pub async fn read_turn(
    state: Data<HttpState>,
    Asked(caller, turn): Asked<TurnId>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.audit.turn(caller, turn).await?))
}

/// Who looked at or changed what, newest first.
#[utoipa::path(
    get,
    path = "/audit/log",
    tag = "Admins",
    params(LogParameters),
    responses((status = 200, description = "A page of it.", body = ListPage<AccessEntry>), NotFound),
)]
pub async fn list_log(
    state: Data<HttpState>,
    Auditor(caller): Auditor,
    request: HttpRequest,
) -> Result<impl Responder, HttpError> {
    let (filter, page) = parameters::log(&request)?;
    Ok(Json(state.audit.access_log(caller, &filter, page).await?))
}

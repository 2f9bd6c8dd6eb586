//! `/manage/chatbots/{id}/versions…`

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse, Responder};
use chatbot_protocol::ErrorCode;
use serde::Deserialize;

use super::chatbots::tagged;
use super::version_in;
use crate::error::HttpError;
use crate::handlers::{id_in, id_of, query_in};
use crate::state::HttpState;

#[derive(Deserialize)]
struct ListQuery {
    cursor: Option<String>,
    limit: Option<u32>,
}

/// `GET /manage/chatbots/{id}/versions?cursor=&limit=`
pub async fn list_versions(
    request: HttpRequest,
    state: Data<HttpState>,
    chatbot: Path<String>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    let query: ListQuery = query_in(&request)?;
    let (cursor, limit) = (query.cursor.as_deref(), query.limit.unwrap_or(20));
    Ok(Json(state.manage.list_versions(caller, id_in(&chatbot)?, cursor, limit).await?))
}

/// `POST /manage/chatbots/{id}/versions/{n}/restore` with `If-Match`
pub async fn restore_version(
    request: HttpRequest,
    state: Data<HttpState>,
    path: Path<(String, String)>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    let (chatbot, from) = path.into_inner();
    let id = id_of(&chatbot)?;
    state.manage.admit_to_chatbot(caller, id).await?;
    let from = from.parse().map_err(|_| HttpError::new(ErrorCode::NotFound))?;
    let saved = state.manage.restore(caller, id, from, version_in(&request)?).await?;
    Ok(tagged(HttpResponse::Ok(), &saved))
}

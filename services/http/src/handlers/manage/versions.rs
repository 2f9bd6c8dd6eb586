//! `/manage/chatbots/{chatbot}/versions…`

use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, Responder};
use chatbot_protocol::ChatbotId;
use serde::Deserialize;

use super::chatbots::tagged;
use crate::error::HttpError;
use crate::request::{Asked, Editor, IfMatch, Parameters};
use crate::state::HttpState;

/// Which versions.
#[derive(Deserialize)]
pub struct ListParameters {
    cursor: Option<String>,
    limit: Option<u32>,
}

/// `GET /manage/chatbots/{chatbot}/versions`
pub async fn list_versions(
    state: Data<HttpState>,
    Asked(caller, chatbot): Asked<ChatbotId>,
    parameters: Parameters<ListParameters>,
) -> Result<impl Responder, HttpError> {
    let ListParameters { cursor, limit } = parameters.read()?;
    let (cursor, limit) = (cursor.as_deref(), limit.unwrap_or(20));
    Ok(Json(state.manage.list_versions(caller, chatbot, cursor, limit).await?))
}

/// `POST /manage/chatbots/{chatbot}/versions/{version}/restore` with `If-Match`
pub async fn restore_version(
    state: Data<HttpState>,
    Editor(caller, (chatbot, from)): Editor<(ChatbotId, u32)>,
    version: IfMatch,
) -> Result<impl Responder, HttpError> {
    let saved = state.manage.restore(caller, chatbot, from, version.read()?).await?;
    Ok(tagged(HttpResponse::Ok(), &saved))
}

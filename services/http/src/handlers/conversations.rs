//! `/conversations…`

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse, Responder};
use chatbot_protocol::ChatbotId;
use serde::Deserialize;

use super::{Body, id_in, json_in, query_in};
use crate::error::HttpError;
use crate::state::HttpState;

/// `POST /chatbots/{id}/conversations`
pub async fn begin_conversation(
    request: HttpRequest,
    state: Data<HttpState>,
    chatbot: Path<String>,
    body: Body,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    let begun = state.conversations.begin(caller, id_in(&chatbot)?, json_in(body)?).await?;
    Ok(HttpResponse::Created().json(begun))
}

/// Which conversations.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ListQuery {
    chatbot_id: Option<ChatbotId>,
    q: Option<String>,
    cursor: Option<String>,
    limit: Option<u32>,
}

/// `GET /conversations?chatbotId=&q=&cursor=&limit=`
pub async fn list_conversations(
    request: HttpRequest,
    state: Data<HttpState>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    let query: ListQuery = query_in(&request)?;
    let limit = query.limit.unwrap_or(50);
    let title = query.q.as_deref().map(str::trim).filter(|title| !title.is_empty());
    let cursor = query.cursor.as_deref();
    Ok(Json(state.conversations.list(caller, query.chatbot_id, title, cursor, limit).await?))
}

#[derive(Deserialize)]
struct ReadQuery {
    before: Option<String>,
}

/// `GET /conversations/{id}?before=`
pub async fn read_conversation(
    request: HttpRequest,
    state: Data<HttpState>,
    conversation: Path<String>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    let query: ReadQuery = query_in(&request)?;
    Ok(Json(state.conversations.read(caller, id_in(&conversation)?, query.before.as_deref()).await?))
}

/// `PATCH /conversations/{id}`
pub async fn rename_conversation(
    request: HttpRequest,
    state: Data<HttpState>,
    conversation: Path<String>,
    body: Body,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    Ok(Json(state.conversations.rename(caller, id_in(&conversation)?, json_in(body)?).await?))
}

/// `DELETE /conversations/{id}`
pub async fn delete_conversation(
    request: HttpRequest,
    state: Data<HttpState>,
    conversation: Path<String>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    state.conversations.delete(caller, id_in(&conversation)?).await?;
    Ok(HttpResponse::NoContent())
}

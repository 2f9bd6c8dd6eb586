//! `/conversations…`

use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, Responder};
use chatbot_protocol::api::{NewConversation, RenameConversation};
use chatbot_protocol::{ChatbotId, ConversationId};
use serde::Deserialize;

use crate::error::HttpError;
use crate::request::{Asked, Body, Caller, Parameters};
use crate::state::HttpState;

/// `POST /chatbots/{chatbot}/conversations`
pub async fn begin_conversation(
    state: Data<HttpState>,
    Asked(caller, chatbot): Asked<ChatbotId>,
    body: Body<NewConversation>,
) -> Result<impl Responder, HttpError> {
    let begun = state.conversations.begin(caller, chatbot, body.read()?).await?;
    Ok(HttpResponse::Created().json(begun))
}

/// Which conversations.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListParameters {
    chatbot_id: Option<ChatbotId>,
    q: Option<String>,
    cursor: Option<String>,
    limit: Option<u32>,
}

/// `GET /conversations`
pub async fn list_conversations(
    state: Data<HttpState>,
    Caller(caller): Caller,
    parameters: Parameters<ListParameters>,
) -> Result<impl Responder, HttpError> {
    let ListParameters { chatbot_id, q, cursor, limit } = parameters.read()?;
    let title = q.as_deref().map(str::trim).filter(|title| !title.is_empty());
    let (cursor, limit) = (cursor.as_deref(), limit.unwrap_or(50));
    Ok(Json(state.conversations.list(caller, chatbot_id, title, cursor, limit).await?))
}

/// Which messages.
#[derive(Deserialize)]
pub struct ReadParameters {
    before: Option<String>,
}

/// `GET /conversations/{conversation}`
pub async fn read_conversation(
    state: Data<HttpState>,
    Asked(caller, conversation): Asked<ConversationId>,
    parameters: Parameters<ReadParameters>,
) -> Result<impl Responder, HttpError> {
    let ReadParameters { before } = parameters.read()?;
    Ok(Json(state.conversations.read(caller, conversation, before.as_deref()).await?))
}

/// `PATCH /conversations/{conversation}`
pub async fn rename_conversation(
    state: Data<HttpState>,
    Asked(caller, conversation): Asked<ConversationId>,
    body: Body<RenameConversation>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.conversations.rename(caller, conversation, body.read()?).await?))
}

/// `DELETE /conversations/{conversation}`
pub async fn delete_conversation(
    state: Data<HttpState>,
    Asked(caller, conversation): Asked<ConversationId>,
) -> Result<impl Responder, HttpError> {
    state.conversations.delete(caller, conversation).await?;
    Ok(HttpResponse::NoContent())
}

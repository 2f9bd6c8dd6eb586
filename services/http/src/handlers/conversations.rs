//! `/conversations…`

use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, Responder};
use chatbot_protocol::api::{
    Conversation, ConversationSummary, ListPage, NewConversation, RenameConversation,
};
use chatbot_protocol::{ChatbotId, ConversationId};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::error::HttpError;
use crate::openapi::refusals::{ChatbotShut, DisclaimerOpen};
use crate::request::{Asked, Body, Caller, Parameters};
use crate::state::HttpState;

/// Begins a conversation. Where the chatbot has a disclaimer, its version has to be accepted. Of conversations in which
/// nothing was said yet, only the caller's newest twenty with a chatbot are kept.
#[utoipa::path(
    post,
    path = "/chatbots/{chatbot}/conversations",
    tag = "Students",
    params(("chatbot" = ChatbotId, Path, description = "The chatbot.")),
    request_body = Option<NewConversation>,
    responses(
        (status = 201, description = "The conversation.", body = Conversation),
        ChatbotShut,
        DisclaimerOpen,
    ),
)]
pub async fn begin_conversation(
    state: Data<HttpState>,
    Asked(caller, chatbot): Asked<ChatbotId>,
    body: Body<NewConversation>,
) -> Result<impl Responder, HttpError> {
    let begun = state.conversations.begin(caller, chatbot, body.read()?).await?;
    Ok(HttpResponse::Created().json(begun))
}

/// Which conversations.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct ListParameters {
    /// Of this chatbot alone.
    chatbot_id: Option<ChatbotId>,
    /// What the title holds.
    q: Option<String>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
    /// How many, at most 100; 50 when absent.
    #[param(minimum = 0, maximum = 4_294_967_295_u32)]
    limit: Option<u32>,
}

/// The caller's conversations, newest first.
#[utoipa::path(
    get,
    path = "/conversations",
    tag = "Students",
    params(ListParameters),
    responses((status = 200, description = "A page of them.", body = ListPage<ConversationSummary>)),
)]
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
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReadParameters {
    /// The id of the message before which they stand.
    before: Option<String>,
}

/// A conversation with its newest messages, or with those before one of them.
#[utoipa::path(
    get,
    path = "/conversations/{conversation}",
    tag = "Students",
    params(
        ("conversation" = ConversationId, Path, description = "The conversation."),
        ReadParameters,
    ),
    responses((status = 200, description = "The conversation with up to 50 messages.", body = Conversation)),
)]
pub async fn read_conversation(
    state: Data<HttpState>,
    Asked(caller, conversation): Asked<ConversationId>,
    parameters: Parameters<ReadParameters>,
) -> Result<impl Responder, HttpError> {
    let ReadParameters { before } = parameters.read()?;
    Ok(Json(state.conversations.read(caller, conversation, before.as_deref()).await?))
}

/// Gives a conversation a title, for ever: none is generated any more.
#[utoipa::path(
    patch,
    path = "/conversations/{conversation}",
    tag = "Students",
    params(("conversation" = ConversationId, Path, description = "The conversation.")),
    request_body = RenameConversation,
    responses((status = 200, description = "The conversation.", body = ConversationSummary)),
)]
pub async fn rename_conversation(
    state: Data<HttpState>,
    Asked(caller, conversation): Asked<ConversationId>,
    body: Body<RenameConversation>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.conversations.rename(caller, conversation, body.read()?).await?))
}

/// Deletes a conversation; an answer that is being written is stopped.
#[utoipa::path(
    delete,
    path = "/conversations/{conversation}",
    tag = "Students",
    params(("conversation" = ConversationId, Path, description = "The conversation.")),
    responses((status = 204, description = "It is deleted.")),
)]
pub async fn delete_conversation(
    state: Data<HttpState>,
    Asked(caller, conversation): Asked<ConversationId>,
) -> Result<impl Responder, HttpError> {
    state.conversations.delete(caller, conversation).await?;
    Ok(HttpResponse::NoContent())
}

//! `/manage/chatbots/{chatbot}/versions…`

use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, Responder};
use chatbot_protocol::ChatbotId;
use chatbot_protocol::api::ListPage;
use chatbot_protocol::manage::ChatbotVersion;
use serde::Deserialize;
use utoipa::IntoParams;

use super::chatbots::tagged;
use crate::error::HttpError;
use crate::openapi::answers::TaggedChatbot;
use crate::openapi::refusals::{NotAllowed, UnfitSettings, UnseenVersion};
use crate::request::{Editor, IfMatch, Parameters};
use crate::state::HttpState;

/// Which versions.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListParameters {
    /// `nextCursor` of the page before.
    cursor: Option<String>,
    /// How many, at most 100; 20 when absent.
    #[param(minimum = 0, maximum = 4_294_967_295_u32)]
    limit: Option<u32>,
}

/// The versions of a chatbot, newest first, each with what differs from the one before.
#[utoipa::path(
    get,
    path = "/manage/chatbots/{chatbot}/versions",
    tag = "Teachers",
    params(("chatbot" = ChatbotId, Path, description = "The chatbot."), ListParameters),
    responses((status = 200, description = "A page of them.", body = ListPage<ChatbotVersion>), NotAllowed),
)]
pub async fn list_versions(
    state: Data<HttpState>,
    Editor(caller, chatbot): Editor<ChatbotId>,
    parameters: Parameters<ListParameters>,
) -> Result<impl Responder, HttpError> {
    let ListParameters { cursor, limit } = parameters.read()?;
    let (cursor, limit) = (cursor.as_deref(), limit.unwrap_or(20));
    Ok(Json(state.manage.list_versions(caller, chatbot, cursor, limit).await?))
}

/// Saves the settings of an earlier version as the next one.
#[utoipa::path(
    post,
    path = "/manage/chatbots/{chatbot}/versions/{version}/restore",
    tag = "Teachers",
    params(
        ("chatbot" = ChatbotId, Path, description = "The chatbot."),
        ("version" = u32, Path, description = "The version to go back to."),
        ("If-Match" = String, Header, description = "The version that is changed, as in its `ETag`."),
    ),
    responses(TaggedChatbot, UnfitSettings, UnseenVersion),
)]
pub async fn restore_version(
    state: Data<HttpState>,
    Editor(caller, (chatbot, from)): Editor<(ChatbotId, u32)>,
    version: IfMatch,
) -> Result<impl Responder, HttpError> {
    let saved = state.manage.restore(caller, chatbot, from, version.read()?).await?;
    Ok(tagged(HttpResponse::Ok(), &saved))
}

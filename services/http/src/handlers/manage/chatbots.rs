//! `/manage/courses/{course}/…` and `/manage/chatbots/{chatbot}`: what there is, and the settings in force.

use actix_web::http::header::{ETAG, HeaderValue};
use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, HttpResponseBuilder, Responder};
use chatbot_protocol::manage::{ChatbotSettings, ManagedChatbot, ManagedModel, ManagedTool, SettingsFault};
use chatbot_protocol::schemas::SettingsToCheck;
use chatbot_protocol::{ChatbotId, CourseId};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::error::HttpError;
use crate::openapi::answers::{NewChatbot, TaggedChatbot};
use crate::openapi::refusals::{DefaultNeeded, NotAllowed, TooMany, UnfitSettings, UnseenVersion};
use crate::request::{Asked, Body, Caller, Editor, IfMatch, Parameters};
use crate::state::HttpState;

/// Every tool that a chatbot of the course may be given.
#[utoipa::path(
    get,
    path = "/manage/courses/{course}/tools",
    tag = "Teachers",
    params(("course" = CourseId, Path, description = "The course.")),
    responses(
        (status = 200, description = "The tools, by category and name.", body = Vec<ManagedTool>),
        NotAllowed,
    ),
)]
pub async fn list_tools(
    state: Data<HttpState>,
    Asked(caller, course): Asked<CourseId>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.manage.list_tools(caller, course).await?))
}

/// The models that a chatbot may be given; for whoever may edit any course.
#[utoipa::path(
    get,
    path = "/manage/models",
    tag = "Teachers",
    responses(
        (status = 200, description = "The models, the default one first.", body = Vec<ManagedModel>),
        NotAllowed,
    ),
)]
pub async fn list_models(
    state: Data<HttpState>,
    Caller(caller): Caller,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.manage.list_models(caller).await?))
}

/// The chatbots of a course, switched off ones too.
#[utoipa::path(
    get,
    path = "/manage/courses/{course}/chatbots",
    tag = "Teachers",
    operation_id = "list_managed_chatbots",
    params(("course" = CourseId, Path, description = "The course.")),
    responses((status = 200, description = "The default one first.", body = Vec<ManagedChatbot>), NotAllowed),
)]
pub async fn list_chatbots(
    state: Data<HttpState>,
    Asked(caller, course): Asked<CourseId>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.manage.list_chatbots(caller, course).await?))
}

/// Whose settings are checked.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct CheckParameters {
    /// Whose settings they will be, if it is there already.
    chatbot_id: Option<ChatbotId>,
}

/// What is wrong with settings; nothing is saved.
#[utoipa::path(
    post,
    path = "/manage/courses/{course}/settings/check",
    tag = "Teachers",
    params(("course" = CourseId, Path, description = "The course."), CheckParameters),
    request_body = SettingsToCheck,
    responses(
        (status = 200, description = "Everything that is wrong; nothing when they can be saved.", body = Vec<SettingsFault>),
    ),
)]
pub async fn check_settings(
    state: Data<HttpState>,
    Editor(caller, course): Editor<CourseId>,
    parameters: Parameters<CheckParameters>,
    body: Body<ChatbotSettings>,
) -> Result<impl Responder, HttpError> {
    let CheckParameters { chatbot_id } = parameters.read()?;
    Ok(Json(state.manage.check(caller, course, chatbot_id, body.read()?).await?))
}

/// Creates a chatbot; the first one of a course is its default.
#[utoipa::path(
    post,
    path = "/manage/courses/{course}/chatbots",
    tag = "Teachers",
    params(("course" = CourseId, Path, description = "The course.")),
    request_body = ChatbotSettings,
    responses(NewChatbot, UnfitSettings, TooMany),
)]
pub async fn create_chatbot(
    state: Data<HttpState>,
    Editor(caller, course): Editor<CourseId>,
    body: Body<ChatbotSettings>,
) -> Result<impl Responder, HttpError> {
    let created = state.manage.create(caller, course, body.read()?).await?;
    Ok(tagged(HttpResponse::Created(), &created))
}

/// A chatbot with the settings in force.
#[utoipa::path(
    get,
    path = "/manage/chatbots/{chatbot}",
    tag = "Teachers",
    params(("chatbot" = ChatbotId, Path, description = "The chatbot.")),
    responses(TaggedChatbot, NotAllowed),
)]
pub async fn read_chatbot(
    state: Data<HttpState>,
    Asked(caller, chatbot): Asked<ChatbotId>,
) -> Result<impl Responder, HttpError> {
    Ok(tagged(HttpResponse::Ok(), &state.manage.read_chatbot(caller, chatbot).await?))
}

/// Saves settings as the next version, if nobody else has saved one in the meantime.
#[utoipa::path(
    put,
    path = "/manage/chatbots/{chatbot}",
    tag = "Teachers",
    params(
        ("chatbot" = ChatbotId, Path, description = "The chatbot."),
        ("If-Match" = String, Header, description = "The version that is changed, as in its `ETag`."),
    ),
    request_body = ChatbotSettings,
    responses(TaggedChatbot, UnfitSettings, UnseenVersion),
)]
pub async fn save_chatbot(
    state: Data<HttpState>,
    Editor(caller, chatbot): Editor<ChatbotId>,
    version: IfMatch,
    body: Body<ChatbotSettings>,
) -> Result<impl Responder, HttpError> {
    let saved = state.manage.save(caller, chatbot, version.read()?, body.read()?).await?;
    Ok(tagged(HttpResponse::Ok(), &saved))
}

/// Deletes a chatbot: nobody finds it any more; what was said stays on record.
#[utoipa::path(
    delete,
    path = "/manage/chatbots/{chatbot}",
    tag = "Teachers",
    params(("chatbot" = ChatbotId, Path, description = "The chatbot.")),
    responses((status = 204, description = "It is deleted."), DefaultNeeded),
)]
pub async fn delete_chatbot(
    state: Data<HttpState>,
    Asked(caller, chatbot): Asked<ChatbotId>,
) -> Result<impl Responder, HttpError> {
    state.manage.delete_chatbot(caller, chatbot).await?;
    Ok(HttpResponse::NoContent())
}

/// Makes a chatbot the one that the course's pages open.
#[utoipa::path(
    put,
    path = "/manage/chatbots/{chatbot}/default",
    tag = "Teachers",
    params(("chatbot" = ChatbotId, Path, description = "The chatbot.")),
    responses(TaggedChatbot),
)]
pub async fn make_default(
    state: Data<HttpState>,
    Asked(caller, chatbot): Asked<ChatbotId>,
) -> Result<impl Responder, HttpError> {
    Ok(tagged(HttpResponse::Ok(), &state.manage.make_default(caller, chatbot).await?))
}

/// A chatbot with its version as `ETag`.
pub(super) fn tagged(mut response: HttpResponseBuilder, chatbot: &ManagedChatbot) -> HttpResponse {
    if let Ok(version) = HeaderValue::from_str(&format!("\"{}\"", chatbot.version)) {
        response.insert_header((ETAG, version));
    }
    response.json(chatbot)
}

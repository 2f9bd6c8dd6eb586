//! `/manage/courses/{course}/…` and `/manage/chatbots/{chatbot}`: what there is, and the settings in force.

use actix_web::http::header::{ETAG, HeaderValue};
use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, HttpResponseBuilder, Responder};
use chatbot_protocol::manage::{ChatbotSettings, ManagedChatbot};
use chatbot_protocol::{ChatbotId, CourseId};
use serde::Deserialize;

use crate::error::HttpError;
use crate::request::{Asked, Body, Caller, Editor, IfMatch, Parameters};
use crate::state::HttpState;

/// `GET /manage/courses/{course}/tools`
pub async fn list_tools(
    state: Data<HttpState>,
    Asked(caller, course): Asked<CourseId>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.manage.list_tools(caller, course).await?))
}

/// `GET /manage/models`
pub async fn list_models(
    state: Data<HttpState>,
    Caller(caller): Caller,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.manage.list_models(caller).await?))
}

/// `GET /manage/courses/{course}/chatbots`
pub async fn list_chatbots(
    state: Data<HttpState>,
    Asked(caller, course): Asked<CourseId>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.manage.list_chatbots(caller, course).await?))
}

/// Whose settings are checked.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckParameters {
    chatbot_id: Option<ChatbotId>,
}

/// `POST /manage/courses/{course}/settings/check`
pub async fn check_settings(
    state: Data<HttpState>,
    Editor(caller, course): Editor<CourseId>,
    parameters: Parameters<CheckParameters>,
    body: Body<ChatbotSettings>,
) -> Result<impl Responder, HttpError> {
    let CheckParameters { chatbot_id } = parameters.read()?;
    Ok(Json(state.manage.check(caller, course, chatbot_id, body.read()?).await?))
}

/// `POST /manage/courses/{course}/chatbots`
pub async fn create_chatbot(
    state: Data<HttpState>,
    Editor(caller, course): Editor<CourseId>,
    body: Body<ChatbotSettings>,
) -> Result<impl Responder, HttpError> {
    let created = state.manage.create(caller, course, body.read()?).await?;
    Ok(tagged(HttpResponse::Created(), &created))
}

/// `GET /manage/chatbots/{chatbot}`
pub async fn read_chatbot(
    state: Data<HttpState>,
    Asked(caller, chatbot): Asked<ChatbotId>,
) -> Result<impl Responder, HttpError> {
    Ok(tagged(HttpResponse::Ok(), &state.manage.read_chatbot(caller, chatbot).await?))
}

/// `PUT /manage/chatbots/{chatbot}` with `If-Match`
pub async fn save_chatbot(
    state: Data<HttpState>,
    Editor(caller, chatbot): Editor<ChatbotId>,
    version: IfMatch,
    body: Body<ChatbotSettings>,
) -> Result<impl Responder, HttpError> {
    let saved = state.manage.save(caller, chatbot, version.read()?, body.read()?).await?;
    Ok(tagged(HttpResponse::Ok(), &saved))
}

/// `DELETE /manage/chatbots/{chatbot}`
pub async fn delete_chatbot(
    state: Data<HttpState>,
    Asked(caller, chatbot): Asked<ChatbotId>,
) -> Result<impl Responder, HttpError> {
    state.manage.delete_chatbot(caller, chatbot).await?;
    Ok(HttpResponse::NoContent())
}

/// `PUT /manage/chatbots/{chatbot}/default`
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

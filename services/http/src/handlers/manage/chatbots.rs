//! `/manage/courses/{courseId}/…` and `/manage/chatbots/{id}`: what there is, and the settings in force.

use actix_web::http::header::{ETAG, HeaderValue};
use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, Responder};
use chatbot_protocol::ChatbotId;
use chatbot_protocol::manage::ManagedChatbot;
use serde::Deserialize;

use super::version_in;
use crate::error::HttpError;
use crate::handlers::{Body, id_in, json_in, query_in};
use crate::state::HttpState;

/// `GET /manage/courses/{courseId}/tools`
pub async fn list_tools(
    request: HttpRequest,
    state: Data<HttpState>,
    course: Path<String>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    Ok(Json(state.manage.list_tools(caller, id_in(&course)?).await?))
}

/// `GET /manage/models`
pub async fn list_models(request: HttpRequest, state: Data<HttpState>) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    Ok(Json(state.manage.list_models(caller).await?))
}

/// `GET /manage/courses/{courseId}/chatbots`
pub async fn list_chatbots(
    request: HttpRequest,
    state: Data<HttpState>,
    course: Path<String>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    Ok(Json(state.manage.list_chatbots(caller, id_in(&course)?).await?))
}

/// Whose settings are checked.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CheckQuery {
    chatbot_id: Option<ChatbotId>,
}

/// `POST /manage/courses/{courseId}/settings/check?chatbotId=`
pub async fn check_settings(
    request: HttpRequest,
    state: Data<HttpState>,
    course: Path<String>,
    body: Body,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    let course = id_in(&course)?;
    state.manage.admit_to_course(caller, course).await?;
    let query: CheckQuery = query_in(&request)?;
    Ok(Json(state.manage.check(caller, course, query.chatbot_id, json_in(body)?).await?))
}

/// `POST /manage/courses/{courseId}/chatbots`
pub async fn create_chatbot(
    request: HttpRequest,
    state: Data<HttpState>,
    course: Path<String>,
    body: Body,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    let course = id_in(&course)?;
    state.manage.admit_to_course(caller, course).await?;
    let created = state.manage.create(caller, course, json_in(body)?).await?;
    Ok(tagged(HttpResponse::Created(), &created))
}

/// `GET /manage/chatbots/{id}`
pub async fn read_chatbot(
    request: HttpRequest,
    state: Data<HttpState>,
    chatbot: Path<String>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    Ok(tagged(HttpResponse::Ok(), &state.manage.read_chatbot(caller, id_in(&chatbot)?).await?))
}

/// `PUT /manage/chatbots/{id}` with `If-Match`
pub async fn save_chatbot(
    request: HttpRequest,
    state: Data<HttpState>,
    chatbot: Path<String>,
    body: Body,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    let id = id_in(&chatbot)?;
    state.manage.admit_to_chatbot(caller, id).await?;
    let saved = state.manage.save(caller, id, version_in(&request)?, json_in(body)?).await?;
    Ok(tagged(HttpResponse::Ok(), &saved))
}

/// `DELETE /manage/chatbots/{id}`
pub async fn delete_chatbot(
    request: HttpRequest,
    state: Data<HttpState>,
    chatbot: Path<String>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    state.manage.delete_chatbot(caller, id_in(&chatbot)?).await?;
    Ok(HttpResponse::NoContent())
}

/// `PUT /manage/chatbots/{id}/default`
pub async fn make_default(
    request: HttpRequest,
    state: Data<HttpState>,
    chatbot: Path<String>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    Ok(tagged(HttpResponse::Ok(), &state.manage.make_default(caller, id_in(&chatbot)?).await?))
}

/// A chatbot with its version as `ETag`.
pub(super) fn tagged(mut response: HttpResponseBuilder, chatbot: &ManagedChatbot) -> HttpResponse {
    if let Ok(version) = HeaderValue::from_str(&format!("\"{}\"", chatbot.version)) {
        response.insert_header((ETAG, version));
    }
    response.json(chatbot)
}

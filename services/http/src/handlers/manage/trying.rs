//! `/manage/chatbots/{id}/preview`, `/manage/chatbots/{id}/tests…` and `/jobs/{id}`: settings are tried.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse, Responder};

use crate::error::HttpError;
use crate::handlers::{Body, id_in, id_of, json_in};
use crate::state::HttpState;

/// `POST /manage/chatbots/{id}/preview`
pub async fn begin_preview(
    request: HttpRequest,
    state: Data<HttpState>,
    chatbot: Path<String>,
    body: Body,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    let chatbot = id_in(&chatbot)?;
    state.manage.admit_to_chatbot(caller, chatbot).await?;
    let begun = state.manage.begin_preview(caller, chatbot, json_in(body)?).await?;
    Ok(HttpResponse::Created().json(begun))
}

/// `GET /manage/previews/{conversationId}/trace`
pub async fn read_trace(
    request: HttpRequest,
    state: Data<HttpState>,
    conversation: Path<String>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    Ok(Json(state.manage.read_trace(caller, id_in(&conversation)?).await?))
}

/// `GET /manage/chatbots/{id}/tests`
pub async fn list_tests(
    request: HttpRequest,
    state: Data<HttpState>,
    chatbot: Path<String>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    Ok(Json(state.manage.list_tests(caller, id_in(&chatbot)?).await?))
}

/// `POST /manage/chatbots/{id}/tests`
pub async fn add_test(
    request: HttpRequest,
    state: Data<HttpState>,
    chatbot: Path<String>,
    body: Body,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    let chatbot = id_in(&chatbot)?;
    state.manage.admit_to_chatbot(caller, chatbot).await?;
    let added = state.manage.add_test(caller, chatbot, json_in(body)?).await?;
    Ok(HttpResponse::Created().json(added))
}

/// `DELETE /manage/chatbots/{id}/tests/{testId}`
pub async fn delete_test(
    request: HttpRequest,
    state: Data<HttpState>,
    path: Path<(String, String)>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    let (chatbot, test) = path.into_inner();
    state.manage.delete_test(caller, id_of(&chatbot)?, id_of(&test)?).await?;
    Ok(HttpResponse::NoContent())
}

/// `POST /manage/chatbots/{id}/tests/run`
pub async fn run_tests(
    request: HttpRequest,
    state: Data<HttpState>,
    chatbot: Path<String>,
    body: Body,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    let chatbot = id_in(&chatbot)?;
    state.manage.admit_to_chatbot(caller, chatbot).await?;
    let begun = state.manage.run_tests(caller, chatbot, json_in(body)?).await?;
    Ok(HttpResponse::Accepted().json(begun))
}

/// `GET /manage/chatbots/{id}/tests/runs`
pub async fn list_test_runs(
    request: HttpRequest,
    state: Data<HttpState>,
    chatbot: Path<String>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    Ok(Json(state.manage.list_test_runs(caller, id_in(&chatbot)?).await?))
}

/// `GET /jobs/{id}`
pub async fn read_job(
    request: HttpRequest,
    state: Data<HttpState>,
    job: Path<String>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    Ok(Json(state.manage.read_job(caller, id_in(&job)?).await?))
}

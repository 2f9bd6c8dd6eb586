//! `/manage/chatbots/{chatbot}/preview`, `/manage/chatbots/{chatbot}/tests…` and `/jobs/{job}`: settings are tried.

use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, Responder};
use chatbot_protocol::manage::{NewPreview, NewTestQuestion, RunTests};
use chatbot_protocol::{ChatbotId, ConversationId};
use uuid::Uuid;

use crate::error::HttpError;
use crate::request::{Asked, Body, Editor};
use crate::state::HttpState;

/// `POST /manage/chatbots/{chatbot}/preview`
pub async fn begin_preview(
    state: Data<HttpState>,
    Editor(caller, chatbot): Editor<ChatbotId>,
    body: Body<NewPreview>,
) -> Result<impl Responder, HttpError> {
    Ok(HttpResponse::Created().json(state.manage.begin_preview(caller, chatbot, body.read()?).await?))
}

/// `GET /manage/previews/{conversation}/trace`
pub async fn read_trace(
    state: Data<HttpState>,
    Asked(caller, conversation): Asked<ConversationId>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.manage.read_trace(caller, conversation).await?))
}

/// `GET /manage/chatbots/{chatbot}/tests`
pub async fn list_tests(
    state: Data<HttpState>,
    Asked(caller, chatbot): Asked<ChatbotId>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.manage.list_tests(caller, chatbot).await?))
}

/// `POST /manage/chatbots/{chatbot}/tests`
pub async fn add_test(
    state: Data<HttpState>,
    Editor(caller, chatbot): Editor<ChatbotId>,
    body: Body<NewTestQuestion>,
) -> Result<impl Responder, HttpError> {
    Ok(HttpResponse::Created().json(state.manage.add_test(caller, chatbot, body.read()?).await?))
}

/// `DELETE /manage/chatbots/{chatbot}/tests/{test}`
pub async fn delete_test(
    state: Data<HttpState>,
    Asked(caller, (chatbot, test)): Asked<(ChatbotId, Uuid)>,
) -> Result<impl Responder, HttpError> {
    state.manage.delete_test(caller, chatbot, test).await?;
    Ok(HttpResponse::NoContent())
}

/// `POST /manage/chatbots/{chatbot}/tests/run`
pub async fn run_tests(
    state: Data<HttpState>,
    Editor(caller, chatbot): Editor<ChatbotId>,
    body: Body<RunTests>,
) -> Result<impl Responder, HttpError> {
    Ok(HttpResponse::Accepted().json(state.manage.run_tests(caller, chatbot, body.read()?).await?))
}

/// `GET /manage/chatbots/{chatbot}/tests/runs`
pub async fn list_test_runs(
    state: Data<HttpState>,
    Asked(caller, chatbot): Asked<ChatbotId>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.manage.list_test_runs(caller, chatbot).await?))
}

/// `GET /jobs/{job}`
pub async fn read_job(
    state: Data<HttpState>,
    Asked(caller, job): Asked<Uuid>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.manage.read_job(caller, job).await?))
}

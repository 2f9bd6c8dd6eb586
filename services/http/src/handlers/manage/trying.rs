//! `/manage/chatbots/{chatbot}/preview`, `/manage/chatbots/{chatbot}/tests…` and `/jobs/{job}`: settings are tried.

use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, Responder};
use chatbot_protocol::audit::TurnTrace;
use chatbot_protocol::manage::{Job, NewPreview, NewTestQuestion, Preview, RunTests, TestQuestion, TestRun};
use chatbot_protocol::{ChatbotId, ConversationId};
use uuid::Uuid;

use crate::error::HttpError;
use crate::openapi::refusals::{MessageTooLong, NotAllowed, TestsRunning, TooMany, UnfitText, Untryable};
use crate::request::{Asked, Body, Editor};
use crate::state::HttpState;

/// Begins a conversation to try settings in, saved or not.
#[utoipa::path(
    post,
    path = "/manage/chatbots/{chatbot}/preview",
    tag = "Teachers",
    params(("chatbot" = ChatbotId, Path, description = "The chatbot.")),
    request_body = NewPreview,
    responses(
        (status = 201, description = "The conversation; messages go to `POST /chat` as in any other.", body = Preview),
        Untryable,
    ),
)]
pub async fn begin_preview(
    state: Data<HttpState>,
    Editor(caller, chatbot): Editor<ChatbotId>,
    body: Body<NewPreview>,
) -> Result<impl Responder, HttpError> {
    Ok(HttpResponse::Created().json(state.manage.begin_preview(caller, chatbot, body.read()?).await?))
}

/// What happened in the newest turn of the caller's own preview, round by round.
#[utoipa::path(
    get,
    path = "/manage/previews/{conversation}/trace",
    tag = "Teachers",
    params(("conversation" = ConversationId, Path, description = "The conversation.")),
    responses((status = 200, description = "The turn.", body = TurnTrace)),
)]
pub async fn read_trace(
    state: Data<HttpState>,
    Asked(caller, conversation): Asked<ConversationId>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.manage.read_trace(caller, conversation).await?))
}

/// The test questions of a chatbot.
#[utoipa::path(
    get,
    path = "/manage/chatbots/{chatbot}/tests",
    tag = "Teachers",
    params(("chatbot" = ChatbotId, Path, description = "The chatbot.")),
    responses(
        (status = 200, description = "In the order in which they were saved.", body = Vec<TestQuestion>),
        NotAllowed,
    ),
)]
pub async fn list_tests(
    state: Data<HttpState>,
    Asked(caller, chatbot): Asked<ChatbotId>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.manage.list_tests(caller, chatbot).await?))
}

/// Saves a test question.
#[utoipa::path(
    post,
    path = "/manage/chatbots/{chatbot}/tests",
    tag = "Teachers",
    params(("chatbot" = ChatbotId, Path, description = "The chatbot.")),
    request_body = NewTestQuestion,
    responses((status = 201, description = "The question.", body = TestQuestion), MessageTooLong, UnfitText, TooMany),
)]
pub async fn add_test(
    state: Data<HttpState>,
    Editor(caller, chatbot): Editor<ChatbotId>,
    body: Body<NewTestQuestion>,
) -> Result<impl Responder, HttpError> {
    Ok(HttpResponse::Created().json(state.manage.add_test(caller, chatbot, body.read_written()?).await?))
}

/// Deletes a test question; what came of it stays.
#[utoipa::path(
    delete,
    path = "/manage/chatbots/{chatbot}/tests/{test}",
    tag = "Teachers",
    params(
        ("chatbot" = ChatbotId, Path, description = "The chatbot."),
        ("test" = Uuid, Path, description = "The test question."),
    ),
    responses((status = 204, description = "It is deleted.")),
)]
pub async fn delete_test(
    state: Data<HttpState>,
    Asked(caller, (chatbot, test)): Asked<(ChatbotId, Uuid)>,
) -> Result<impl Responder, HttpError> {
    state.manage.delete_test(caller, chatbot, test).await?;
    Ok(HttpResponse::NoContent())
}

/// Asks all test questions, with settings that need not be saved.
#[utoipa::path(
    post,
    path = "/manage/chatbots/{chatbot}/tests/run",
    tag = "Teachers",
    params(("chatbot" = ChatbotId, Path, description = "The chatbot.")),
    request_body = Option<RunTests>,
    responses(
        (status = 202, description = "The job, which says how far it is.", body = Job),
        Untryable,
        TestsRunning,
    ),
)]
pub async fn run_tests(
    state: Data<HttpState>,
    Editor(caller, chatbot): Editor<ChatbotId>,
    body: Body<RunTests>,
) -> Result<impl Responder, HttpError> {
    Ok(HttpResponse::Accepted().json(state.manage.run_tests(caller, chatbot, body.read()?).await?))
}

/// The newest runs of a chatbot's test questions.
#[utoipa::path(
    get,
    path = "/manage/chatbots/{chatbot}/tests/runs",
    tag = "Teachers",
    params(("chatbot" = ChatbotId, Path, description = "The chatbot.")),
    responses((status = 200, description = "Newest first.", body = Vec<TestRun>), NotAllowed),
)]
pub async fn list_test_runs(
    state: Data<HttpState>,
    Asked(caller, chatbot): Asked<ChatbotId>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.manage.list_test_runs(caller, chatbot).await?))
}

/// How far work is that the caller asked for.
#[utoipa::path(
    get,
    path = "/jobs/{job}",
    tag = "Teachers",
    params(("job" = Uuid, Path, description = "The job.")),
    responses((status = 200, description = "The job.", body = Job)),
)]
pub async fn read_job(
    state: Data<HttpState>,
    Asked(caller, job): Asked<Uuid>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.manage.read_job(caller, job).await?))
}

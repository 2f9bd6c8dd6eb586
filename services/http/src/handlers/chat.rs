//! `/chat…`: the routes that the AI SDK's client calls.

use actix_web::HttpResponse;
use actix_web::web::Data;
use chatbot_engine::{AnswerCalls, SubmitMessage};
use chatbot_protocol::send_message::{IncomingMessage, SendMessageBody, Trigger};
use chatbot_protocol::{ConversationId, ErrorCode, UserId};
use uuid::Uuid;

use crate::error::HttpError;
use crate::openapi::answers::EventStream;
use crate::openapi::refusals::{ChatbotShut, DisclaimerOpen, NotFound, NotNow, OpenTurn, UnfitMessage};
use crate::request::{Asked, Body, Caller};
use crate::state::HttpState;
use crate::stream;

/// Sends a message, or answers to calls that wait for the student, as the AI SDK's client does. The same message again reads the same answer.
#[utoipa::path(
    post,
    path = "/chat",
    tag = "Students",
    request_body = SendMessageBody,
    responses(EventStream, NotFound, ChatbotShut, DisclaimerOpen, OpenTurn, UnfitMessage, NotNow),
)]
pub async fn send_message(
    state: Data<HttpState>,
    Caller(caller): Caller,
    body: Body<SendMessageBody>,
) -> Result<HttpResponse, HttpError> {
    let reader = match request_in(caller, body.read_written()?)? {
        ChatRequest::Message(message) => state.conversations.submit(message).await?,
        ChatRequest::Answers(answers) => state.conversations.answer(answers).await?,
    };
    Ok(stream::respond(reader, state.keep_alive))
}

/// The answer that is being written, from its beginning.
#[utoipa::path(
    get,
    path = "/chat/{conversation}/stream",
    tag = "Students",
    params(("conversation" = ConversationId, Path, description = "The conversation.")),
    responses(EventStream, (status = 204, description = "Nothing is being written.")),
)]
pub async fn resume_stream(
    state: Data<HttpState>,
    Asked(caller, conversation): Asked<ConversationId>,
) -> Result<HttpResponse, HttpError> {
    Ok(match state.conversations.resume(caller, conversation).await? {
        Some(reader) => stream::respond(reader, state.keep_alive),
        None => HttpResponse::NoContent().finish(),
    })
}

/// Stops the answer that is being written, if there is one.
#[utoipa::path(
    post,
    path = "/chat/{conversation}/stop",
    tag = "Students",
    params(("conversation" = ConversationId, Path, description = "The conversation.")),
    responses((status = 202, description = "It will stop.")),
)]
pub async fn stop_answer(
    state: Data<HttpState>,
    Asked(caller, conversation): Asked<ConversationId>,
) -> Result<HttpResponse, HttpError> {
    state.conversations.stop(caller, conversation).await?;
    Ok(HttpResponse::Accepted().finish())
}

/// What a body asks for.
enum ChatRequest {
    /// A message of the student.
    Message(SubmitMessage),
    /// Answers to calls in a message of the chatbot.
    Answers(AnswerCalls),
}

/// What the engine is told of a body: of the messages in it only the last one.
fn request_in(caller: UserId, mut body: SendMessageBody) -> Result<ChatRequest, HttpError> {
    let conversation =
        Uuid::parse_str(&body.id).map(ConversationId).map_err(|_| HttpError::new(ErrorCode::NotFound))?;
    let message = body.message.take().or_else(|| body.messages.take());
    if message.is_none() && body.trigger == Trigger::SubmitMessage {
        return Err(HttpError::with_detail(ErrorCode::InvalidRequest, "There is no message."));
    }
    if message.as_ref().is_some_and(IncomingMessage::has_files) {
        return Err(HttpError::new(ErrorCode::FilesNotSupported));
    }
    // A regenerate may end in anything; only a user message in it says something new.
    let message = message.filter(|message| body.trigger == Trigger::SubmitMessage || message.role == "user");
    match message {
        Some(message) if message.role != "user" => answers_in(caller, conversation, &message),
        message => Ok(ChatRequest::Message(submission(caller, conversation, message, body))),
    }
}

fn answers_in(
    caller: UserId,
    conversation: ConversationId,
    message: &IncomingMessage,
) -> Result<ChatRequest, HttpError> {
    let answers = message.call_answers();
    let named = message.id.clone().filter(|_| message.role == "assistant" && !answers.is_empty());
    let Some(named) = named else {
        let detail = "Nothing waits for this answer.";
        return Err(HttpError::with_detail(ErrorCode::InvalidRequest, detail));
    };
    Ok(ChatRequest::Answers(AnswerCalls { caller, conversation, message: named, answers }))
}

fn submission(
    caller: UserId,
    conversation: ConversationId,
    message: Option<IncomingMessage>,
    body: SendMessageBody,
) -> SubmitMessage {
    SubmitMessage {
        caller,
        conversation,
        client_id: message.as_ref().and_then(|message| message.id.clone()),
        text: message.map(|message| message.text()).unwrap_or_default(),
        trigger: body.trigger,
        message_id: body.message_id,
        page_id: body.page_id,
        selection: body.selection,
        tool_choice: body.tool_choice,
    }
}

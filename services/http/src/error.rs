//! Errors on the wire: the only place with status codes. Pages get a problem document with a stable code;
//! the AI SDK's routes a short plain sentence, because its clients show the body as it is.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{ACCEPT, ALLOW, ContentType, HeaderName, HeaderValue, RETRY_AFTER};
use actix_web::middleware::Next;
use actix_web::{HttpResponse, HttpResponseBuilder, ResponseError};
use chatbot_engine::EngineError;
use chatbot_protocol::api::Problem;
use chatbot_protocol::limits::LimitRefusal;
use chatbot_protocol::manage::SettingsFault;
use chatbot_protocol::{ErrorCode, TurnId};

/// The media type of problem documents.
pub const PROBLEM_JSON: &str = "application/problem+json";
const ERROR_CODE: HeaderName = HeaderName::from_static("x-error-code");
const LIMIT: HeaderName = HeaderName::from_static("x-limit");
const OPEN_TURN: HeaderName = HeaderName::from_static("x-open-turn");

/// The headers of answers that clients read, besides those that every page may: a host that lets pages of other origins
/// call (CORS) exposes these.
pub const EXPOSED_HEADERS: [&str; 6] =
    ["x-error-code", "x-open-turn", "x-limit", "retry-after", "etag", "x-vercel-ai-ui-message-stream"];

/// When another instance, or this one's successor, has probably taken over, or the database is itself again.
const SOON_SECONDS: &str = "2";

/// An error on its way to a client.
#[derive(Debug)]
pub struct HttpError {
    code: ErrorCode,
    detail: Option<String>,
    open_turn: Option<TurnId>,
    /// The limit that says no, and for how many seconds.
    limit: Option<(LimitRefusal, u64)>,
    faults: Vec<SettingsFault>,
    /// The verbs that the address takes, where it is the verb that is wrong.
    verbs: Option<&'static str>,
}

impl HttpError {
    /// An error with nothing more to say.
    pub const fn new(code: ErrorCode) -> Self {
        Self { code, detail: None, open_turn: None, limit: None, faults: Vec::new(), verbs: None }
    }

    /// An error with something that the caller can act on.
    pub fn with_detail(code: ErrorCode, detail: impl Into<String>) -> Self {
        Self { detail: Some(detail.into()), ..Self::new(code) }
    }

    /// There is such a route, but not for this verb.
    pub fn wrong_verb(verbs: &'static str) -> Self {
        let detail = format!("This address takes only {verbs}.");
        Self { verbs: Some(verbs), ..Self::with_detail(ErrorCode::InvalidRequest, detail) }
    }

    /// The response but for its body.
    fn head(&self) -> HttpResponseBuilder {
        let mut response = HttpResponse::build(self.status_code());
        response.insert_header((ERROR_CODE, self.code.as_str()));
        if let Some(verbs) = self.verbs {
            response.insert_header((ALLOW, verbs));
        }
        if let Some(value) = self.open_turn.and_then(|turn| HeaderValue::from_str(&turn.to_string()).ok()) {
            response.insert_header((OPEN_TURN, value));
        }
        if self.code == ErrorCode::RequestTimeout {
            // The rest of the body is not waited for.
            response.force_close();
        }
        if matches!(self.code, ErrorCode::ServerRestarting | ErrorCode::StorageUnavailable) {
            response.insert_header((RETRY_AFTER, SOON_SECONDS));
        }
        if let Some((refusal, wait_seconds)) = self.limit {
            response.insert_header((RETRY_AFTER, wait_seconds));
            response.insert_header((LIMIT, refusal.limit.as_str()));
        }
        response
    }

    fn in_plain_words(&self) -> HttpResponse {
        let sentence = self.detail.as_deref().unwrap_or(self.code.sentence());
        self.head().insert_header(ContentType::plaintext()).body(sentence.to_owned())
    }
}

/// Tells errors as plain sentences, unless the request asks for a problem document.
pub(crate) async fn in_plain_words<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, actix_web::Error> {
    let accept = request.headers().get(ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    let as_problem = accept.contains(PROBLEM_JSON);
    let answer = next.call(request).await?;
    let error = answer.response().error().and_then(|error| error.as_error::<HttpError>());
    Ok(match error.filter(|_| !as_problem).map(HttpError::in_plain_words) {
        Some(plain) => answer.into_response(plain).map_into_right_body(),
        None => answer.map_into_left_body(),
    })
}

impl From<EngineError> for HttpError {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Refused { code, detail } => Self { detail, ..Self::new(code) },
            EngineError::LimitReached { refusal, wait_seconds, sentence } => Self {
                detail: Some(sentence),
                limit: Some((refusal, wait_seconds)),
                ..Self::new(ErrorCode::LimitReached)
            },
            EngineError::InvalidSettings { faults } => {
                Self { faults, ..Self::new(ErrorCode::InvalidSettings) }
            }
            EngineError::TurnInProgress { open_turn } => {
                Self { open_turn: Some(open_turn), ..Self::new(ErrorCode::TurnInProgress) }
            }
            other => {
                let chain = std::error::Error::source(&other).map(ToString::to_string);
                tracing::error!(error = %other, source = chain, "a request failed");
                Self::new(other.code())
            }
        }
    }
}

impl std::fmt::Display for HttpError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.code.sentence())
    }
}

impl ResponseError for HttpError {
    fn status_code(&self) -> StatusCode {
        if self.verbs.is_some() { StatusCode::METHOD_NOT_ALLOWED } else { status_of(self.code) }
    }

    fn error_response(&self) -> HttpResponse {
        let problem = Problem {
            status: self.status_code().as_u16(),
            code: self.code,
            title: self.code.sentence().to_owned(),
            detail: self.detail.clone(),
            limit: self.limit.map(|(refusal, _)| refusal),
            faults: self.faults.clone(),
        };
        // A struct of strings and numbers always serialises.
        let body = serde_json::to_string(&problem).unwrap_or_default();
        self.head().content_type(PROBLEM_JSON).body(body)
    }
}

/// The status of a code.
pub const fn status_of(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::NotSignedIn => StatusCode::UNAUTHORIZED,
        ErrorCode::NotAllowed
        | ErrorCode::ChatbotDisabled
        | ErrorCode::ChatbotNotOpen
        | ErrorCode::CourseClosed
        | ErrorCode::DisclaimerNotAccepted => StatusCode::FORBIDDEN,
        ErrorCode::NotFound => StatusCode::NOT_FOUND,
        ErrorCode::InvalidRequest
        | ErrorCode::InvalidMessage
        | ErrorCode::InvalidSettings
        | ErrorCode::FilesNotSupported
        | ErrorCode::InvalidToolChoice
        | ErrorCode::InvalidToolAnswer => StatusCode::BAD_REQUEST,
        ErrorCode::MessageTooLong | ErrorCode::BodyTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorCode::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
        ErrorCode::TurnInProgress
        | ErrorCode::MessageIdReused
        | ErrorCode::MessageChanged
        | ErrorCode::DefaultNeeded
        | ErrorCode::TooMany
        | ErrorCode::TestsRunning => StatusCode::CONFLICT,
        ErrorCode::VersionChanged => StatusCode::PRECONDITION_FAILED,
        ErrorCode::PreconditionRequired => StatusCode::PRECONDITION_REQUIRED,
        ErrorCode::LimitReached => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::StorageUnavailable
        | ErrorCode::ServerRestarting
        | ErrorCode::ModelUnavailable
        | ErrorCode::ModelBusy => StatusCode::SERVICE_UNAVAILABLE,
        ErrorCode::UnknownToolCall
        | ErrorCode::EmptyResponse
        | ErrorCode::RequestCapReached
        | ErrorCode::ContextExceeded
        | ErrorCode::ModelInterrupted
        | ErrorCode::AnswerFiltered
        | ErrorCode::TimeLimitReached
        | ErrorCode::Interrupted
        | ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

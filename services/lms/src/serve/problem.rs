//! Errors as `application/problem+json`: the only place with status codes.

use std::error::Error;
use std::future::{Ready, ready};

use actix_web::http::header::{ALLOW, ContentType};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use chatbot_protocol::ErrorCode;
use chatbot_protocol::api::Problem;
use chatbot_store::StoreError;

use super::auth::KeysUnavailable;
use crate::LmsError;

/// Why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// Nobody is signed in.
    #[error("not signed in")]
    NotSignedIn,
    /// E-mail address or password are wrong; which of them is not said.
    #[error("wrong e-mail address or password")]
    WrongPassword,
    /// The request carries a session but may have been made by another site.
    #[error("not from here")]
    ForeignOrigin,
    /// The body is not declared to be JSON.
    #[error("not JSON")]
    NotJson,
    /// There is no such thing, or the caller may not know of it.
    #[error("not found")]
    NotFound,
    /// There is no such route.
    #[error("no such route")]
    NoSuchRoute,
    /// There is such a route, but not for this verb.
    #[error("no such verb")]
    OtherVerb(Method),
    /// Body or parameters cannot be read.
    #[error("{0}")]
    InvalidRequest(String),
    /// The body is too large.
    #[error("too large")]
    BodyTooLarge,
    /// The body does not arrive.
    #[error("too slow")]
    BodyTooSlow,
    /// Too many attempts to sign in.
    #[error("too many attempts")]
    TooManyAttempts,
    /// The keys of whoever signs tokens cannot be read.
    #[error("the keys of tokens cannot be read")]
    NoTokenKeys,
    /// The database does not answer.
    #[error("the database does not answer")]
    Storage(#[source] StoreError),
    /// It is our own fault.
    #[error("internal error")]
    Internal(#[source] Box<dyn Error + Send + Sync>),
}

impl ApiError {
    /// The server was put together wrongly.
    pub(super) fn misconfigured(what: &'static str) -> Self {
        Self::Internal(what.into())
    }

    pub(super) fn code(&self) -> ErrorCode {
        match self {
            Self::NotSignedIn | Self::WrongPassword => ErrorCode::NotSignedIn,
            Self::ForeignOrigin => ErrorCode::NotAllowed,
            Self::NotJson | Self::OtherVerb(_) | Self::InvalidRequest(_) => ErrorCode::InvalidRequest,
            Self::NotFound | Self::NoSuchRoute => ErrorCode::NotFound,
            Self::BodyTooLarge => ErrorCode::BodyTooLarge,
            Self::BodyTooSlow => ErrorCode::RequestTimeout,
            Self::TooManyAttempts => ErrorCode::LimitReached,
            Self::Storage(_) | Self::NoTokenKeys => ErrorCode::StorageUnavailable,
            Self::Internal(_) => ErrorCode::Internal,
        }
    }

    fn title(&self) -> String {
        match self {
            Self::WrongPassword => "The e-mail address or the password is wrong.".into(),
            Self::ForeignOrigin => "This request does not come from a page of this site.".into(),
            Self::OtherVerb(verb) => format!("This address answers only {verb}."),
            Self::NotJson => "The content type has to be application/json.".into(),
            Self::TooManyAttempts => "Too many attempts to sign in. Please try again in a minute.".into(),
            Self::NoTokenKeys => "Who signed in cannot be checked at the moment. Please try again.".into(),
            Self::Storage(_) => "The database cannot be reached at the moment. Please try again.".into(),
            _ => self.code().sentence().into(),
        }
    }
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        match self {
            Self::NotSignedIn | Self::WrongPassword => StatusCode::UNAUTHORIZED,
            Self::ForeignOrigin => StatusCode::FORBIDDEN,
            Self::OtherVerb(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::InvalidRequest(_) => StatusCode::BAD_REQUEST,
            Self::NotFound | Self::NoSuchRoute => StatusCode::NOT_FOUND,
            Self::BodyTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::BodyTooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::TooManyAttempts => StatusCode::TOO_MANY_REQUESTS,
            Self::Storage(_) | Self::NoTokenKeys => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn error_response(&self) -> HttpResponse {
        match self {
            Self::Storage(error) => tracing::error!(%error, "the database does not answer"),
            Self::Internal(error) => tracing::error!(%error, "internal error"),
            _ => {}
        }
        let detail = match self {
            Self::InvalidRequest(detail) => Some(detail.clone()),
            _ => None,
        };
        let status = self.status_code();
        let problem = Problem {
            status: status.as_u16(),
            code: self.code(),
            title: self.title(),
            detail,
            limit: None,
            faults: Vec::new(),
        };
        let mut response = HttpResponse::build(status);
        response.insert_header(("cache-control", "no-store"));
        if let Self::OtherVerb(verb) = self {
            let verbs = if *verb == Method::GET { "GET, HEAD" } else { verb.as_str() };
            response.insert_header((ALLOW, verbs));
        }
        if matches!(self, Self::BodyTooSlow) {
            // The rest of the body is not waited for.
            response.force_close();
        }
        if matches!(self, Self::TooManyAttempts) {
            response.insert_header(("retry-after", "60"));
        }
        match serde_json::to_vec(&problem) {
            Ok(body) => response.content_type("application/problem+json").body(body),
            Err(_) => response.insert_header(ContentType::plaintext()).finish(),
        }
    }
}

impl From<sqlx::Error> for ApiError {
    fn from(error: sqlx::Error) -> Self {
        let error = StoreError::from(error);
        if error.passes() { Self::Storage(error) } else { Self::Internal(Box::new(error)) }
    }
}

impl From<KeysUnavailable> for ApiError {
    fn from(_: KeysUnavailable) -> Self {
        Self::NoTokenKeys
    }
}

impl From<LmsError> for ApiError {
    fn from(error: LmsError) -> Self {
        match error {
            LmsError::Database(error) => error.into(),
            other => Self::Internal(Box::new(other)),
        }
    }
}

/// What becomes of a JSON body that cannot be read.
#[expect(clippy::needless_pass_by_value, reason = "the signature is the framework's")]
pub(super) fn bad_body(error: actix_web::error::JsonPayloadError, _: &HttpRequest) -> actix_web::Error {
    use actix_web::error::JsonPayloadError::{ContentType, Overflow, OverflowKnownLength};
    match error {
        ContentType => ApiError::NotJson,
        Overflow { .. } | OverflowKnownLength { .. } => ApiError::BodyTooLarge,
        _ => ApiError::InvalidRequest("The body is not the JSON object that is expected here.".into()),
    }
    .into()
}

/// What becomes of parameters that cannot be read.
pub(super) fn bad_query(_: actix_web::error::QueryPayloadError, _: &HttpRequest) -> actix_web::Error {
    ApiError::InvalidRequest("A parameter is missing, or cannot be read.".into()).into()
}

/// Answers what nothing else answers.
pub(super) async fn no_such_route() -> Result<HttpResponse, ApiError> {
    Err(ApiError::NoSuchRoute)
}

/// Answers verbs that an address does not know, which knows but one.
pub(super) fn other_verb(verb: Method) -> Ready<Result<HttpResponse, ApiError>> {
    ready(Err(ApiError::OtherVerb(verb)))
}

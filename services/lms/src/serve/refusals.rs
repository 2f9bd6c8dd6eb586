//! How the LMS's own routes refuse, as the OpenAPI document says it: what [`ApiError`] answers.

use actix_web::ResponseError;
use chatbot_http::openapi::{Refusal, operations, problem, spell_out};
use chatbot_protocol::ErrorCode;
use utoipa::openapi::{Header, ObjectBuilder, OpenApi, Type};

use super::problem::ApiError;

impl From<ApiError> for Refusal {
    fn from(error: ApiError) -> Self {
        Self::new(error.status_code(), error.code())
    }
}

chatbot_http::refusals! {
    /// Anything can fail so.
    pub(super) Failures: ApiError::Storage(sqlx::Error::PoolClosed.into()), ApiError::Internal("".into());
    /// For whoever is signed in, and may know of it.
    pub(super) Unknown: ApiError::NotSignedIn, ApiError::NotFound;
    /// Parameters that cannot be read.
    pub(super) InvalidParameters: ApiError::InvalidRequest(String::new());
    /// Bodies that cannot be read.
    pub(super) InvalidBody: ApiError::InvalidRequest(String::new()), ApiError::BodyTooLarge, ApiError::BodyTooSlow,
        ApiError::NotJson;
    /// Somebody who cannot sign in.
    pub(super) WrongPassword: ApiError::WrongPassword, ApiError::TooManyAttempts;
    /// What another site may have made a browser send.
    pub(super) ForeignRequest: ApiError::ForeignOrigin, ApiError::NotJson;
    /// What only some may see.
    pub(super) Hidden: ApiError::NoSuchRoute;
}

/// Says in full what the sets at the handlers say by name.
pub(super) fn complete(document: &mut OpenApi) {
    for (_, operation) in document.paths.paths.values_mut().flat_map(operations) {
        spell_out(operation, &[], |codes| {
            let mut response = problem(codes, false);
            if codes.contains(&ErrorCode::LimitReached) {
                let seconds = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0));
                response = response.header("retry-after", Header::new(seconds));
            }
            response.build()
        });
    }
}

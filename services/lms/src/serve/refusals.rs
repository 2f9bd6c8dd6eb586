//! How the LMS's own routes refuse, as the OpenAPI document says it: what [`ApiError`] answers.

use std::collections::BTreeMap;

use actix_web::ResponseError;
use chatbot_http::openapi::problem;
use utoipa::IntoResponses;
use utoipa::openapi::{Header, ObjectBuilder, RefOr, Response, Type};

use super::problem::ApiError;

macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident: $($error:expr),+;)*) => {$(
        $(#[$doc])*
        pub(super) struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                answers(&[$($error),+])
            }
        }
    )*};
}

refusals! {
    /// Anything can fail so.
    Failures: ApiError::Storage(sqlx::Error::PoolClosed.into()), ApiError::Internal("".into());
    /// For whoever is signed in, and may know of it.
    Unknown: ApiError::NotSignedIn, ApiError::NotFound;
    /// Parameters that cannot be read.
    InvalidParameters: ApiError::InvalidRequest(String::new());
    /// Bodies that cannot be read.
    InvalidBody: ApiError::InvalidRequest(String::new()), ApiError::BodyTooLarge, ApiError::NotJson;
    /// Somebody who cannot sign in.
    WrongPassword: ApiError::WrongPassword, ApiError::TooManyAttempts;
    /// What another site may have made a browser send.
    ForeignRequest: ApiError::ForeignOrigin, ApiError::NotJson;
    /// What only some may see.
    Hidden: ApiError::NoSuchRoute;
}

fn answers(errors: &[ApiError]) -> BTreeMap<String, RefOr<Response>> {
    let answer = |error: &ApiError| {
        let mut response = problem(&[error.code()], false);
        if matches!(error, ApiError::TooManyAttempts) {
            let seconds = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0));
            response = response.header("retry-after", Header::new(seconds));
        }
        (error.status_code().as_u16().to_string(), response.build().into())
    };
    errors.iter().map(answer).collect()
}

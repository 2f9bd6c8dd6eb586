//! Bodies of the LMS's own routes: JSON that has to arrive in time.

use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::web::Json;
use actix_web::{FromRequest, HttpRequest};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde::de::DeserializeOwned;

use super::problem::ApiError;

/// In what time the body of a request has to be there, whole.
pub(super) const BODY_TIME: Duration = Duration::from_secs(10);

/// JSON that arrived in time.
pub(super) struct JsonInTime<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for JsonInTime<T> {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Self, actix_web::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        within(BODY_TIME, Json::<T>::from_request(request, payload)).boxed_local()
    }
}

async fn within<T>(
    time: Duration,
    read: impl Future<Output = Result<Json<T>, actix_web::Error>>,
) -> Result<JsonInTime<T>, actix_web::Error> {
    match tokio::time::timeout(time, read).await {
        Ok(read) => Ok(JsonInTime(read?.into_inner())),
        Err(_) => Err(ApiError::BodyTooSlow.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn a_body_that_does_not_arrive_is_refused_with_a_code_of_its_own() {
        let refused = within::<()>(Duration::from_millis(1), std::future::pending()).await;
        let refusal = refused.err().unwrap();
        let refusal = refusal.as_error::<ApiError>().unwrap();
        assert_eq!(refusal.code(), chatbot_protocol::ErrorCode::RequestTimeout);
        assert_eq!(actix_web::ResponseError::status_code(refusal), 408);
    }
}

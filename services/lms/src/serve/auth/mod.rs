//! Who calls: a bearer token, or the cookie of a session.

mod keys;
pub mod password;
mod same_origin;
mod session;
mod throttle;
mod token;

use actix_web::HttpRequest;
use actix_web::http::header::AUTHORIZATION;
use actix_web::web::Data;
use chatbot_protocol::UserId;

use super::problem::ApiError;
use super::state::LmsState;
use crate::rows::people;

pub use keys::{KeyTimings, KeysUnavailable, TokenKeys};
pub use session::COOKIE;
pub(crate) use session::{close, open};
pub use throttle::Throttle;
pub use token::{Expected, Tokens};

/// The person who sent the request; nobody when there is neither token nor session, or they do not hold.
///
/// A request that has a bearer token is judged by that alone. One with the cookie that would change something
/// must come from our own pages, or it is an error.
pub async fn caller(request: &HttpRequest) -> Result<Option<UserId>, ApiError> {
    let Some(state) = request.app_data::<Data<LmsState>>() else {
        return Err(ApiError::misconfigured("the state of the LMS is not there"));
    };
    if let Some(value) = request.headers().get(AUTHORIZATION) {
        let Some(token) = value.to_str().ok().and_then(bearer) else { return Ok(None) };
        let Some(user) = state.tokens.check(token, state.clock.now()).await? else { return Ok(None) };
        let mut db = state.pool.acquire().await?;
        return Ok(people::exists(&mut db, user.0).await?.then_some(user));
    }
    let Some(user) = session::user(request, state).await? else {
        return Ok(None);
    };
    same_origin::check(request.method(), request.headers(), &state.allowed_origins)?;
    Ok(Some(user))
}

/// The person who sent the request, who has to be signed in.
pub async fn signed_in(request: &HttpRequest) -> Result<UserId, ApiError> {
    caller(request).await?.ok_or(ApiError::NotSignedIn)
}

fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

//! Sessions of browsers: a random token in a cookie, its SHA-256 in the database.

use actix_web::HttpRequest;
use actix_web::cookie::{Cookie, SameSite, time};
use chatbot_protocol::UserId;
use chrono::Duration;
use sha2::{Digest, Sha256};

use super::token::HOURS;
use crate::LmsError;
use crate::rows::sessions;
use crate::serve::state::LmsState;

/// Name of the cookie.
pub const COOKIE: &str = "lms_session";

fn hashed(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

/// Opens a session; the cookie is for the answer.
pub(crate) async fn open(
    request: &HttpRequest,
    state: &LmsState,
    user: UserId,
) -> Result<Cookie<'static>, LmsError> {
    let bytes: [u8; 32] = rand::random();
    let token = bytes.iter().fold(String::new(), |token, byte| format!("{token}{byte:02x}"));
    let now = state.clock.now();
    let mut db = state.pool.acquire().await?;
    sessions::insert(&mut db, &hashed(&token), user.0, now, now + Duration::hours(HOURS)).await?;
    Ok(cookie(request, token, time::Duration::hours(HOURS)))
}

/// Whose session the request's cookie belongs to.
pub(super) async fn user(request: &HttpRequest, state: &LmsState) -> Result<Option<UserId>, LmsError> {
    let Some(cookie) = request.cookie(COOKIE) else {
        return Ok(None);
    };
    let mut db = state.pool.acquire().await?;
    let user = sessions::find_user(&mut db, &hashed(cookie.value()), state.clock.now()).await?;
    Ok(user.map(UserId))
}

/// Ends the session of the request; the cookie for the answer takes the old one away.
pub(crate) async fn close(request: &HttpRequest, state: &LmsState) -> Result<Cookie<'static>, LmsError> {
    if let Some(cookie) = request.cookie(COOKIE) {
        let mut db = state.pool.acquire().await?;
        sessions::delete(&mut db, &hashed(cookie.value())).await?;
    }
    Ok(cookie(request, String::new(), time::Duration::ZERO))
}

fn cookie(request: &HttpRequest, value: String, max_age: time::Duration) -> Cookie<'static> {
    Cookie::build(COOKIE, value)
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(request.connection_info().scheme() == "https")
        .max_age(max_age)
        .finish()
}

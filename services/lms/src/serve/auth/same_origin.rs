//! Requests that change something and carry the session's cookie have to come from our own pages.

use actix_web::http::Method;
use actix_web::http::header::{CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderMap, ORIGIN, TRANSFER_ENCODING};

use crate::serve::problem::ApiError;

/// Refuses what another site may have made a browser send: an unsafe verb needs a matching `Origin` or
/// `Sec-Fetch-Site: same-origin`, and a JSON content type where there is a body.
pub(super) fn check(
    method: &Method,
    headers: &HeaderMap,
    allowed_origins: &[String],
) -> Result<(), ApiError> {
    if matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) {
        return Ok(());
    }
    if !from_here(headers, allowed_origins) {
        return Err(ApiError::ForeignOrigin);
    }
    if has_body(headers) && !is_json(headers) {
        return Err(ApiError::NotJson);
    }
    Ok(())
}

fn text(headers: &HeaderMap, name: impl actix_web::http::header::AsHeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn from_here(headers: &HeaderMap, allowed_origins: &[String]) -> bool {
    if text(headers, "sec-fetch-site") == Some("same-origin") {
        return true;
    }
    let Some(origin) = text(headers, ORIGIN) else {
        return false;
    };
    let authority = origin.split_once("://").map(|(_, authority)| authority);
    let own = authority.is_some_and(|authority| {
        text(headers, HOST).is_some_and(|host| host.eq_ignore_ascii_case(authority))
    });
    own || allowed_origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin))
}

fn has_body(headers: &HeaderMap) -> bool {
    headers.contains_key(TRANSFER_ENCODING)
        || text(headers, CONTENT_LENGTH).is_some_and(|length| length.trim() != "0")
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = text(headers, CONTENT_TYPE).and_then(|kind| kind.split(';').next()).unwrap_or("").trim();
    kind.eq_ignore_ascii_case("application/json")
        || (kind.starts_with("application/") && kind.to_ascii_lowercase().ends_with("+json"))
}

//! Headers of every answer, and the log line of every request.

use std::time::Instant;

use actix_cors::Cors;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::{Condition, DefaultHeaders, Next};
use chatbot_http::EXPOSED_HEADERS;

/// What browsers may do with our answers. A handler that sets one of these headers itself keeps its own.
pub(super) fn security(allowed_origins: &[String]) -> DefaultHeaders {
    let framing = allowed_origins.iter().fold("'self'".to_owned(), |all, origin| format!("{all} {origin}"));
    let policy = format!(
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; \
         base-uri 'self'; form-action 'self'; frame-ancestors {framing}"
    );
    DefaultHeaders::new()
        .add(("content-security-policy", policy))
        .add(("x-content-type-options", "nosniff"))
        .add(("referrer-policy", "same-origin"))
}

/// How long a browser remembers what pages of another origin may do, in seconds: as long as any browser does.
const REMEMBERED_SECONDS: usize = 7_200;

/// Lets pages of these origins call, signed in or with a token, and read what clients read. Where there is none,
/// browsers let nobody else's pages read anything.
pub(super) fn cross_origin(allowed_origins: &[String]) -> Condition<Cors> {
    let cors = allowed_origins.iter().fold(Cors::default(), |cors, origin| cors.allowed_origin(origin));
    let cors = cors
        .allowed_methods(["GET", "POST", "PUT", "PATCH", "DELETE"])
        .allow_any_header()
        .expose_headers(EXPOSED_HEADERS)
        .supports_credentials()
        .max_age(REMEMBERED_SECONDS);
    Condition::new(!allowed_origins.is_empty(), cors)
}

/// Writes one line per request: no headers, no body, no query.
pub(super) async fn log(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let started = Instant::now();
    let method = request.method().clone();
    let path = request.path().to_owned();
    let answer = next.call(request).await;
    let status = match &answer {
        Ok(response) => response.status(),
        Err(error) => error.as_response_error().status_code(),
    };
    let duration_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    let status = status.as_u16();
    if status >= 500 {
        tracing::warn!(%method, %path, status, duration_ms, "answered");
    } else {
        // Somebody who starts the demo must not lose its address among these: RUST_LOG=lms=debug shows them.
        tracing::debug!(%method, %path, status, duration_ms, "answered");
    }
    answer
}

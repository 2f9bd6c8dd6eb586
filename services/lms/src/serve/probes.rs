//! What machines ask: whether the process lives, whether it can take messages, and what it measured.

use actix_web::http::Method;
use actix_web::http::header::{AUTHORIZATION, HeaderMap};
use actix_web::web::{Data, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::problem::ApiError;
use super::refusals::Hidden;
use super::{Chatbot, LmsState, answers, collector};
use crate::database;

/// What proxies add: whoever is behind one is not on this machine.
const FORWARDED: [&str; 4] = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

pub(super) fn mount(config: &mut ServiceConfig, chatbot: &Data<Chatbot>) {
    config.app_data(chatbot.clone()).service(answers("/readyz", Method::GET, readyz)).service(answers(
        "/metrics",
        Method::GET,
        metrics,
    ));
}

/// Whether the process answers; it says nothing of the database.
#[utoipa::path(
    get,
    path = "/healthz",
    tag = "Operation",
    operation_id = "healthz",
    responses(
        (status = 200, description = "`ok`", body = String),
    ),
)]
pub(super) async fn healthz() -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain; charset=utf-8").body("ok\n")
}

/// What `GET /readyz` answers.
#[derive(Serialize, ToSchema)]
pub(super) struct Readiness {
    ready: bool,
    /// The checks that failed, by name; why stands in the log.
    #[schema(value_type = Vec<String>)]
    failed: Vec<&'static str>,
}

/// Whether messages should be sent here.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "Operation",
    operation_id = "readyz",
    responses(
        (status = 200, description = "They should.", body = Readiness),
        (status = 503, description = "They should not; the checks that failed.", body = Readiness),
    ),
)]
pub(super) async fn readyz(state: Data<LmsState>, chatbot: Data<Chatbot>) -> HttpResponse {
    let mut failed = chatbot.lacks().await;
    if failed.is_empty() && !database::lms_is_migrated(&state.pool).await {
        failed.push("migrations");
    }
    let ready = failed.is_empty();
    let mut response = if ready { HttpResponse::Ok() } else { HttpResponse::ServiceUnavailable() };
    response.insert_header(("cache-control", "no-store")).json(Readiness { ready, failed })
}

/// Measures for Prometheus, for whoever bears `METRICS_TOKEN`; where none is set, for whoever is on this machine.
#[utoipa::path(
    get,
    path = "/metrics",
    tag = "Operation",
    operation_id = "metrics",
    responses(
        (status = 200, description = "In Prometheus' text format.", body = String),
        Hidden,
    ),
)]
pub(super) async fn metrics(
    request: HttpRequest,
    state: Data<LmsState>,
    chatbot: Data<Chatbot>,
) -> Result<HttpResponse, ApiError> {
    let allowed = match &state.metrics_token {
        Some(token) => bears(request.headers(), token.expose()),
        None => is_from_here(&request),
    };
    if !allowed {
        return Err(ApiError::NoSuchRoute);
    }
    chatbot.measure();
    let body = collector::render();
    Ok(HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .insert_header(("cache-control", "no-store"))
        .body(body))
}

fn bears(headers: &HeaderMap, token: &str) -> bool {
    let given = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
    // Digests are compared, so that the time it takes tells nothing of the token.
    Sha256::digest(given) == Sha256::digest(token)
}

/// From this machine, and by no proxy on it for somebody elsewhere.
fn is_from_here(request: &HttpRequest) -> bool {
    let is_local = request.peer_addr().is_some_and(|peer| peer.ip().to_canonical().is_loopback());
    is_local && !FORWARDED.iter().any(|header| request.headers().contains_key(*header))
}

//! The OpenAPI document of everything that the server answers to programs, at `/openapi.json`; a page to read and try
//! it at `/docs`. `lms openapi` prints the same.

use std::sync::{Arc, LazyLock};

use actix_web::HttpResponse;
use actix_web::http::Method;
use actix_web::http::header::{CACHE_CONTROL, ContentType, LOCATION};
use actix_web::web::{Path, ServiceConfig};
use chatbot_protocol::api::Problem;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Document;
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
};
use utoipa_swagger_ui::Config;

use super::chatbot::PREFIX;
use super::problem::ApiError;
use super::{answers, auth, courses, login, pages, probes, refusals};

/// Where the document is.
const ADDRESS: &str = "/openapi.json";
const TOKEN: &str = "token";
const SESSION: &str = "session";

#[derive(OpenApi)]
#[openapi(
    paths(
        login::login,
        login::logout,
        login::me,
        courses::list,
        courses::outline,
        pages::list,
        pages::show,
        probes::healthz,
        probes::readyz,
        probes::metrics,
        document,
    ),
    components(schemas(Problem)),
    tags(
        (name = "LMS", description = "The demo LMS: sign-in, courses and pages."),
        (name = "Operation", description = "What machines ask."),
    ),
)]
struct Lms;

static WRITTEN: LazyLock<String> = LazyLock::new(|| written(&whole()));

/// The document as it is served and printed.
pub fn text() -> &'static str {
    &WRITTEN
}

fn whole() -> Document {
    let mut document = chatbot_http::openapi(PREFIX, &[by(TOKEN), by(SESSION)]);
    let mut lms = Lms::openapi();
    refusals::complete(&mut lms);
    document.merge(lms);
    env!("CARGO_PKG_VERSION").clone_into(&mut document.info.version);
    let mut components = document.components.take().unwrap_or_default();
    let token = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("JWT")
        .description(Some("The `token` that a login gives."));
    components.add_security_scheme(TOKEN, SecurityScheme::Http(token.build()));
    let session = ApiKeyValue::with_description(
        auth::COOKIE,
        "The cookie that a login sets. What changes something has to come from a page of this site (`Origin` or \
         `Sec-Fetch-Site`), and its body has to be declared to be JSON.",
    );
    components.add_security_scheme(SESSION, SecurityScheme::ApiKey(ApiKey::Cookie(session)));
    document.components = Some(components);
    document
}

fn by(scheme: &str) -> SecurityRequirement {
    SecurityRequirement::new(scheme, [] as [&str; 0])
}

fn written(document: &Document) -> String {
    // Plain data always serialises.
    document.to_pretty_json().unwrap_or_default()
}

pub(super) fn mount(config: &mut ServiceConfig) {
    config
        .service(answers(ADDRESS, Method::GET, document))
        .service(answers("/docs", Method::GET, to_page))
        .service(answers("/docs/{file:.*}", Method::GET, page));
}

/// This document.
#[utoipa::path(
    get,
    path = "/openapi.json",
    tag = "Operation",
    responses((status = 200, description = "An OpenAPI 3.1 document.", body = Object)),
)]
pub(super) async fn document() -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "no-cache"))
        .insert_header(ContentType::json())
        .body(text())
}

/// The page's own files are beside it.
async fn to_page() -> HttpResponse {
    HttpResponse::TemporaryRedirect().insert_header((LOCATION, "docs/")).finish()
}

async fn page(file: Path<String>) -> Result<HttpResponse, ApiError> {
    static CONFIG: LazyLock<Arc<Config<'static>>> = LazyLock::new(|| {
        // Nothing is asked of other machines, a validator's badge neither.
        Arc::new(
            Config::from(ADDRESS)
                .validator_url("none")
                .display_operation_id(true)
                .persist_authorization(false),
        )
    });
    match utoipa_swagger_ui::serve(&file, Arc::clone(&CONFIG)) {
        Ok(Some(found)) => {
            Ok(HttpResponse::Ok().content_type(found.content_type).body(found.bytes.into_owned()))
        }
        Ok(None) => Err(ApiError::NoSuchRoute),
        Err(error) => Err(ApiError::Internal(error.to_string().into())),
    }
}

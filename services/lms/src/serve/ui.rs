//! The built front end: its files, and `index.html` for every address that its router knows.

use std::path::{Path, PathBuf};

use actix_files::NamedFile;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, Responder};

use super::problem::ApiError;
use super::state::LmsState;

/// Names of these files change with their content.
const HASHED: &str = "assets/";

const NOT_BUILT: &str = "<!doctype html><meta charset=\"utf-8\"><title>Not built</title>\
    <h1>The pages are not built yet</h1>\
    <p>The server runs, but there is no <code>index.html</code> in the folder of the front end. \
    Build it (see the README), or say with <code>UI_DIR</code> where it is.</p>";

/// Answers everything that no other route does.
pub(super) async fn serve(request: HttpRequest, state: Data<LmsState>) -> Result<HttpResponse, ApiError> {
    let path = request.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") || !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(ApiError::NoSuchRoute);
    }
    if is_page(path) {
        return Ok(index(&request, &state.ui_dir));
    }
    let file = inside(path).map(|inside| state.ui_dir.join(inside));
    match file {
        Some(file) if file.is_file() => {
            let cache =
                if path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
            Ok(answer(&request, &file, cache).unwrap_or_else(not_found))
        }
        _ => Ok(not_found()),
    }
}

/// Addresses of the front end's router.
fn is_page(path: &str) -> bool {
    let first = path.split('/').next().unwrap_or("");
    path == "index.html" || matches!(first, "" | "courses" | "teach" | "audit")
}

/// The path as one inside the folder; nothing for what would lead out of it, or to files that start with a dot.
fn inside(path: &str) -> Option<PathBuf> {
    let harmless = |segment: &str| {
        !segment.is_empty() && !segment.starts_with('.') && !segment.contains(['\\', '\0', ':', '%'])
    };
    path.split('/').all(harmless).then(|| PathBuf::from(path))
}

fn index(request: &HttpRequest, ui_dir: &Path) -> HttpResponse {
    answer(request, &ui_dir.join("index.html"), "no-cache").unwrap_or_else(|| {
        HttpResponse::ServiceUnavailable().content_type("text/html; charset=utf-8").body(NOT_BUILT)
    })
}

fn answer(request: &HttpRequest, file: &Path, cache: &'static str) -> Option<HttpResponse> {
    let file = NamedFile::open(file).ok()?;
    let mut response = file.respond_to(request).map_into_boxed_body();
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    Some(response)
}

fn not_found() -> HttpResponse {
    HttpResponse::build(StatusCode::NOT_FOUND)
        .content_type("text/plain; charset=utf-8")
        .body("There is no such page.\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside_the_folder() {
        for path in ["../Cargo.toml", "assets/../../x", ".env", "a//b", "a\\..\\b", "c:/x", "%2e%2e/x", ""] {
            assert!(inside(path).is_none(), "{path}");
        }
        assert_eq!(inside("assets/app-1a2b.js"), Some(PathBuf::from("assets/app-1a2b.js")));
    }

    #[test]
    fn only_the_routers_addresses_get_the_page() {
        assert!(["", "courses/x/y", "teach/x", "audit", "index.html"].into_iter().all(is_page));
        assert!(!["robots.txt", "coursesx", "assets/x.js"].into_iter().any(is_page));
    }
}

//! `/manage/…`: the teachers' routes. Whoever may not edit the course is told so before their request is read: they
//! learn nothing from how it was made.

pub mod chatbots;
pub mod trying;
pub mod versions;

use actix_web::HttpRequest;
use actix_web::http::header::IF_MATCH;
use chatbot_protocol::ErrorCode;

use crate::error::HttpError;

/// The version that a change is made to, out of `If-Match`. Something that is no version of ours matches none.
fn version_in(request: &HttpRequest) -> Result<u32, HttpError> {
    let given = request.headers().get(IF_MATCH).ok_or(HttpError::new(ErrorCode::PreconditionRequired))?;
    let given = given.to_str().unwrap_or_default().trim();
    let version = given.strip_prefix("W/").unwrap_or(given).trim_matches('"').parse();
    version.map_err(|_| HttpError::new(ErrorCode::VersionChanged))
}

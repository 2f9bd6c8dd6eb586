//! The handlers, by what they are about.

pub mod chat;
pub mod chatbots;
pub mod conversations;
pub mod feedback;

use actix_web::web::{Bytes, Path};
use chatbot_protocol::ErrorCode;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::error::HttpError;

/// An id out of the path; one that is no id is answered like one that nobody has.
fn id_in<T: From<Uuid>>(path: &Path<String>) -> Result<T, HttpError> {
    Uuid::parse_str(path).map(T::from).map_err(|_| HttpError::new(ErrorCode::NotFound))
}

/// A body as it arrives: too large a one is an error of ours.
type Body = Result<Bytes, actix_web::Error>;

/// A JSON body; an empty one counts as `{}`.
fn json_in<T: DeserializeOwned>(body: Body) -> Result<T, HttpError> {
    let body = body.map_err(|_| HttpError::new(ErrorCode::BodyTooLarge))?;
    let body: &[u8] = if body.is_empty() { b"{}" } else { &body };
    if !body.trim_ascii_start().starts_with(b"{") {
        return Err(HttpError::with_detail(ErrorCode::InvalidRequest, "The body must be a JSON object."));
    }
    serde_json::from_slice(body).map_err(|error| HttpError::with_detail(code_of(&error), detail_of(&error)))
}

/// What is wrong and where, in words that name nothing of ours.
fn detail_of(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let fields = ["missing field", "unknown field", "duplicate field", "unknown variant"];
    let what =
        text.split(" at line ").next().filter(|what| fields.iter().any(|field| what.starts_with(field)));
    let place = format!("line {}, column {}", error.line(), error.column());
    match what {
        Some(what) => format!("The body cannot be read at {place}: {what}."),
        None => format!("The body cannot be read at {place}."),
    }
}

/// Lone surrogates are what cannot be stored of a message; anything else is a broken request.
fn code_of(error: &serde_json::Error) -> ErrorCode {
    let text = error.to_string();
    if text.contains("surrogate") || text.contains("hex escape") || text.contains("unicode code point") {
        ErrorCode::InvalidMessage
    } else {
        ErrorCode::InvalidRequest
    }
}

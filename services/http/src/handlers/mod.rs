//! The handlers, by what they are about.

pub mod audit;
pub mod chat;
pub mod chatbots;
pub mod conversations;
pub mod feedback;
pub mod insights;
pub mod limits;
pub mod manage;
pub mod own_data;
mod unreadable;

use actix_web::HttpRequest;
use actix_web::web::{Bytes, Path, Query};
use chatbot_protocol::ErrorCode;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::error::HttpError;

/// An id out of the path; one that is no id is answered like one that nobody has.
fn id_in<T: From<Uuid>>(path: &Path<String>) -> Result<T, HttpError> {
    id_of(path)
}

/// An id out of one of several parts of a path.
fn id_of<T: From<Uuid>>(part: &str) -> Result<T, HttpError> {
    Uuid::parse_str(part).map(T::from).map_err(|_| HttpError::new(ErrorCode::NotFound))
}

/// What stands behind the `?` of an address.
fn query_in<T: DeserializeOwned>(request: &HttpRequest) -> Result<T, HttpError> {
    Query::<T>::from_query(request.query_string())
        .map(Query::into_inner)
        .map_err(|_| HttpError::with_detail(ErrorCode::InvalidRequest, "A parameter cannot be read."))
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
    let mut reader = serde_json::Deserializer::from_slice(body);
    let read = serde_path_to_error::deserialize(&mut reader)
        .map_err(|error| unreadable::refusal(&error.path().to_string(), error.inner()));
    let read = read?;
    reader.end().map_err(|error| unreadable::refusal("", &error))?;
    Ok(read)
}

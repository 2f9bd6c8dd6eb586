//! `GET /courses/{courseId}/chatbots`

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, Responder};

use super::id_in;
use crate::error::HttpError;
use crate::state::HttpState;

/// The enabled chatbots of a course.
pub async fn list_chatbots(
    request: HttpRequest,
    state: Data<HttpState>,
    course: Path<String>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    Ok(Json(state.conversations.list_chatbots(caller, id_in(&course)?).await?))
}

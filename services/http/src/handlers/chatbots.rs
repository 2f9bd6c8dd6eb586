//! `GET /courses/{course}/chatbots`

use actix_web::Responder;
use actix_web::web::{Data, Json};
use chatbot_protocol::CourseId;
use chatbot_protocol::api::ChatbotSummary;

use crate::error::HttpError;
use crate::request::Asked;
use crate::state::HttpState;

/// The enabled chatbots of a course.
#[utoipa::path(
    get,
    path = "/courses/{course}/chatbots",
    tag = "Students",
    params(("course" = CourseId, Path, description = "The course.")),
    responses((status = 200, description = "The default one first.", body = Vec<ChatbotSummary>)),
)]
pub async fn list_chatbots(
    state: Data<HttpState>,
    Asked(caller, course): Asked<CourseId>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.conversations.list_chatbots(caller, course).await?))
}

//! `/manage/courses/{course}/insights` and `/conversations`: what teachers see.

use actix_web::Responder;
use actix_web::web::{Data, Json};
use chatbot_engine::insights::InsightQuery;
use chatbot_protocol::{ChatbotId, CourseId};
use chrono::NaiveDate;
use serde::Deserialize;
use uuid::Uuid;

use crate::error::HttpError;
use crate::request::{Asked, Parameters};
use crate::state::HttpState;

/// Which days.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DaysParameters {
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
    chatbot_id: Option<ChatbotId>,
}

/// `GET /manage/courses/{course}/insights`
pub async fn read_insights(
    state: Data<HttpState>,
    Asked(caller, course): Asked<CourseId>,
    parameters: Parameters<DaysParameters>,
) -> Result<impl Responder, HttpError> {
    let DaysParameters { from, to, chatbot_id: chatbot } = parameters.read()?;
    Ok(Json(state.insights.overview(caller, course, InsightQuery { from, to, chatbot }).await?))
}

/// Which conversations.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListParameters {
    chatbot_id: Option<ChatbotId>,
    cursor: Option<String>,
    limit: Option<u32>,
}

/// `GET /manage/courses/{course}/conversations`
pub async fn list_conversations(
    state: Data<HttpState>,
    Asked(caller, course): Asked<CourseId>,
    parameters: Parameters<ListParameters>,
) -> Result<impl Responder, HttpError> {
    let ListParameters { chatbot_id, cursor, limit } = parameters.read()?;
    let (cursor, limit) = (cursor.as_deref(), limit.unwrap_or(50));
    Ok(Json(state.insights.list_conversations(caller, course, chatbot_id, cursor, limit).await?))
}

/// `GET /manage/courses/{course}/conversations/{anonymous}`
pub async fn read_conversation(
    state: Data<HttpState>,
    Asked(caller, (course, conversation)): Asked<(CourseId, Uuid)>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.insights.read_conversation(caller, course, conversation).await?))
}

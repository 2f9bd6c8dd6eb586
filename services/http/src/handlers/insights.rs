//! `/manage/courses/{courseId}/insights` and `/conversations`: what teachers see.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, Responder};
use chatbot_engine::insights::InsightQuery;
use chatbot_protocol::{ChatbotId, ErrorCode};
use chrono::NaiveDate;
use serde::Deserialize;
use uuid::Uuid;

use super::{id_in, query_in};
use crate::error::HttpError;
use crate::state::HttpState;

/// Which days.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DaysQuery {
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
    chatbot_id: Option<ChatbotId>,
}

/// `GET /manage/courses/{courseId}/insights?from=&to=&chatbotId=`
pub async fn read_insights(
    request: HttpRequest,
    state: Data<HttpState>,
    course: Path<String>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    let DaysQuery { from, to, chatbot_id: chatbot } = query_in(&request)?;
    let query = InsightQuery { from, to, chatbot };
    Ok(Json(state.insights.overview(caller, id_in(&course)?, query).await?))
}

/// Which conversations.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ListQuery {
    chatbot_id: Option<ChatbotId>,
    cursor: Option<String>,
    limit: Option<u32>,
}

/// `GET /manage/courses/{courseId}/conversations?chatbotId=&cursor=&limit=`
pub async fn list_conversations(
    request: HttpRequest,
    state: Data<HttpState>,
    course: Path<String>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    let ListQuery { chatbot_id, cursor, limit } = query_in(&request)?;
    let (course, limit) = (id_in(&course)?, limit.unwrap_or(50));
    let insights = &state.insights;
    Ok(Json(insights.list_conversations(caller, course, chatbot_id, cursor.as_deref(), limit).await?))
}

/// `GET /manage/courses/{courseId}/conversations/{id}`
pub async fn read_conversation(
    request: HttpRequest,
    state: Data<HttpState>,
    path: Path<(String, String)>,
) -> Result<impl Responder, HttpError> {
    let caller = state.caller(&request).await?;
    let (course, conversation) = path.into_inner();
    let id = |text: &str| Uuid::parse_str(text).map_err(|_| HttpError::new(ErrorCode::NotFound));
    let (course, conversation) = (id(&course)?.into(), id(&conversation)?);
    Ok(Json(state.insights.read_conversation(caller, course, conversation).await?))
}

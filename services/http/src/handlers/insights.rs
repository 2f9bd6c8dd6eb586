//! `/manage/courses/{course}/insights` and `/conversations`: what teachers see.

use actix_web::Responder;
use actix_web::web::{Data, Json};
use chatbot_engine::insights::InsightQuery;
use chatbot_protocol::api::ListPage;
use chatbot_protocol::insights::{AnonymousConversation, AnonymousMessages, Insights};
use chatbot_protocol::{ChatbotId, CourseId};
use chrono::NaiveDate;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::error::HttpError;
use crate::openapi::refusals::NotAllowed;
use crate::request::{Asked, Editor, Parameters};
use crate::state::HttpState;

/// Which days.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct DaysParameters {
    /// The first day, in the course's time zone; four weeks before the last when absent.
    from: Option<NaiveDate>,
    /// The last day; today when absent. A period has at most 400 days.
    to: Option<NaiveDate>,
    /// Of this chatbot alone.
    chatbot_id: Option<ChatbotId>,
}

/// How a course's chatbots are used; for whoever may see its statistics.
#[utoipa::path(
    get,
    path = "/manage/courses/{course}/insights",
    tag = "Teachers",
    params(("course" = CourseId, Path, description = "The course."), DaysParameters),
    responses(
        (status = 200, description = "The numbers; what tells of few students is absent.", body = Insights),
        NotAllowed,
    ),
)]
pub async fn read_insights(
    state: Data<HttpState>,
    Asked(caller, course): Asked<CourseId>,
    parameters: Parameters<DaysParameters>,
) -> Result<impl Responder, HttpError> {
    state.insights.admit(caller, course).await?;
    let DaysParameters { from, to, chatbot_id: chatbot } = parameters.read()?;
    Ok(Json(state.insights.overview(caller, course, InsightQuery { from, to, chatbot }).await?))
}

/// Which conversations.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct ListParameters {
    /// Of this chatbot alone.
    chatbot_id: Option<ChatbotId>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
    /// How many, at most 100; 50 when absent.
    #[param(minimum = 0, maximum = 4_294_967_295_u32)]
    limit: Option<u32>,
}

/// The conversations with a course's chatbots, newest first, names masked. Each look is logged.
#[utoipa::path(
    get,
    path = "/manage/courses/{course}/conversations",
    tag = "Teachers",
    operation_id = "list_anonymous_conversations",
    params(("course" = CourseId, Path, description = "The course."), ListParameters),
    responses(
        (status = 200, description = "A page of them.", body = ListPage<AnonymousConversation>),
        NotAllowed,
    ),
)]
pub async fn list_conversations(
    state: Data<HttpState>,
    Editor(caller, course): Editor<CourseId>,
    parameters: Parameters<ListParameters>,
) -> Result<impl Responder, HttpError> {
    let ListParameters { chatbot_id, cursor, limit } = parameters.read()?;
    let (cursor, limit) = (cursor.as_deref(), limit.unwrap_or(50));
    Ok(Json(state.insights.list_conversations(caller, course, chatbot_id, cursor, limit).await?))
}

/// One of these conversations. Each look is logged.
#[utoipa::path(
    get,
    path = "/manage/courses/{course}/conversations/{anonymous}",
    tag = "Teachers",
    operation_id = "read_anonymous_conversation",
    params(
        ("course" = CourseId, Path, description = "The course."),
        ("anonymous" = Uuid, Path, description = "The id that the list gives the conversation; it is not its own."),
    ),
    responses((status = 200, description = "Its messages.", body = AnonymousMessages), NotAllowed),
)]
pub async fn read_conversation(
    state: Data<HttpState>,
    Asked(caller, (course, conversation)): Asked<(CourseId, Uuid)>,
) -> Result<impl Responder, HttpError> {
    Ok(Json(state.insights.read_conversation(caller, course, conversation).await?))
}

//! What teachers see of a course: numbers without persons, and conversations without names.

mod blocks;
mod conversations;
pub mod gather;
mod overview;

use chatbot_core::{Action, Resource, ToolRequirement};
use chatbot_protocol::api::ListPage;
use chatbot_protocol::insights::{AnonymousConversation, AnonymousMessages, Insights as CourseInsights};
use chatbot_protocol::{ChatbotId, CourseId, ErrorCode, UserId};
use chatbot_store::{PgConnection, authorization};
use chrono::NaiveDate;
use uuid::Uuid;

use crate::engine::Engine;
use crate::error::EngineError;
use crate::use_cases::use_cases;

/// What is told of no fewer than so many students.
const FEW: usize = 5;

/// Which days of a course.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InsightQuery {
    /// The first day; four weeks before the last when absent.
    pub from: Option<NaiveDate>,
    /// The last day; today when absent.
    pub to: Option<NaiveDate>,
    /// Of one chatbot alone.
    pub chatbot: Option<ChatbotId>,
}

use_cases! {
    /// What teachers can see.
    Insights {
        /// How a course's chatbots are used.
        overview(caller: UserId, course: CourseId, query: InsightQuery) -> CourseInsights = overview::overview;

        /// The conversations with a course's chatbots, newest first, names masked. Each look is logged.
        list_conversations(
            caller: UserId,
            course: CourseId,
            chatbot: Option<ChatbotId>,
            cursor: Option<&str>,
            limit: u32
        ) -> ListPage<AnonymousConversation> = conversations::list;

        /// One of them. Each look is logged.
        read_conversation(caller: UserId, course: CourseId, conversation: Uuid) -> AnonymousMessages = conversations::read;
    }
}

/// Refuses callers who may not do this to the course: it does not exist to those who may not even know of it.
async fn require(
    conn: &mut PgConnection,
    engine: &Engine,
    caller: UserId,
    course: CourseId,
    action: Action,
) -> Result<(), EngineError> {
    let now = engine.parts.clock.now();
    let may = async |conn: &mut PgConnection, action| {
        let requirement = ToolRequirement::ActionOnResource(action, Resource::Course(course));
        authorization::allows(conn, caller, &requirement, now).await
    };
    if may(conn, action).await? {
        return Ok(());
    }
    let known = may(conn, Action::View).await?;
    Err(EngineError::refused(if known { ErrorCode::NotAllowed } else { ErrorCode::NotFound }))
}

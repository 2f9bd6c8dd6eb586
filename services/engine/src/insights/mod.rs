//! What teachers see of a course: numbers without persons, and conversations without names.

mod blocks;
mod conversations;
pub mod gather;
mod overview;

use chatbot_protocol::api::ListPage;
use chatbot_protocol::insights::{AnonymousConversation, AnonymousMessages, Insights as CourseInsights};
use chatbot_protocol::{ChatbotId, CourseId, UserId};
use chrono::NaiveDate;
use uuid::Uuid;

use crate::use_cases::use_cases;

/// What is told of no fewer than so many students.
const FEW: usize = 5;

/// Whether numbers about so many students may be told. That nobody asked tells of nobody.
pub fn is_told(students: i64) -> bool {
    students == 0 || usize::try_from(students).is_ok_and(|students| students >= FEW)
}

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
        /// Refuses whoever may not see the statistics of a course.
        admit(caller: UserId, course: CourseId) -> () = overview::admit;

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

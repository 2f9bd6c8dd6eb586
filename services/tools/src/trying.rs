//! What the tests of tools start from.

use std::time::SystemTime;

use chatbot_core::ChatbotTurnContext;
use chatbot_protocol::{ChatbotId, ConversationId, CourseId, TurnId, UserId};
use uuid::Uuid;

/// A turn in which nothing was said and no page is open.
pub(crate) fn context() -> ChatbotTurnContext {
    ChatbotTurnContext {
        user_id: UserId(Uuid::nil()),
        course_id: CourseId(Uuid::nil()),
        chatbot_id: ChatbotId(Uuid::nil()),
        conversation_id: ConversationId(Uuid::nil()),
        turn_id: TurnId(Uuid::nil()),
        language: "en".into(),
        page_id: None,
        question: String::new(),
        earlier_questions: Vec::new(),
        last_answer: None,
        now: SystemTime::UNIX_EPOCH.into(),
        first_source_number: 1,
    }
}

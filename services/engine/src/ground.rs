//! What a message stands on: whose conversation it is, the chatbot as it is in force there, the course, and whether the
//! sender may ask there now.

use chatbot_protocol::manage::ViewAs;
use chatbot_protocol::{ConversationId, ErrorCode, UserId};
use chatbot_store::chatbots::Chatbot;
use chatbot_store::courses::Course;
use chatbot_store::in_force::InForce;
use chatbot_store::{PgConnection, in_force};
use chrono::{DateTime, Utc};

use crate::acting::acting_in;
use crate::error::EngineError;
use crate::opening::{check_open, check_trial};
use crate::read_conversation::may_read;

/// What a message stands on.
pub(crate) struct Ground {
    pub chatbot: Chatbot,
    pub course: Course,
    /// As whom the sender acts.
    pub person: UserId,
    /// Whether the disclaimer, as it is now, was accepted for the conversation.
    pub accepted: bool,
}

impl Ground {
    /// Of a conversation in which the caller may have a turn now; any other does not exist for them.
    pub async fn find(
        conn: &mut PgConnection,
        caller: UserId,
        conversation: ConversationId,
        now: DateTime<Utc>,
    ) -> Result<Self, EngineError> {
        let not_found = || EngineError::refused(ErrorCode::NotFound);
        let found = in_force::find(conn, conversation).await?.ok_or_else(not_found)?;
        let person = acting_in(conn, caller, &found, now).await?.ok_or_else(not_found)?;
        may_read(conn, person, found.course.id, now).await?;
        let InForce { chatbot, course, is_preview, accepted_disclaimer_version, .. } = found;
        if is_preview {
            // Who acts here was settled when it was begun: a student would not have come here in a draft.
            check_trial(&course, ViewAs::Me)?;
        } else {
            check_open(conn, person, &chatbot, &course, now).await?;
        }
        let version = chatbot.config.disclaimer.as_ref().map(|disclaimer| disclaimer.version);
        let accepted = is_preview || version.is_none() || accepted_disclaimer_version == version;
        Ok(Self { chatbot, course, person, accepted })
    }

    /// Nobody asks under terms that are not those they accepted; what is answered already can be read.
    pub fn check_disclaimer(&self) -> Result<(), EngineError> {
        if self.accepted { Ok(()) } else { Err(EngineError::refused(ErrorCode::DisclaimerNotAccepted)) }
    }
}

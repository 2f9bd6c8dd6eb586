//! As whom somebody acts in a conversation. In a preview that is whoever its author tries the chatbot as: from there
//! on everything is decided by what that person may do.

use chatbot_core::ToolRequirement;
use chatbot_core::tool::{Action, Resource};
use chatbot_protocol::{ChatbotId, ConversationId, ErrorCode, UserId};
use chatbot_store::in_force::InForce;
use chatbot_store::{PgConnection, StoreError, authorization, previews};
use chrono::{DateTime, Utc};

use crate::engine::Engine;
use crate::error::EngineError;

impl Engine {
    /// As whom the caller acts in a conversation: as they themselves, but for a preview of their own. One that they
    /// began while they could edit the chatbot is gone when they no longer can.
    pub(crate) async fn acting(
        &self,
        caller: UserId,
        conversation: ConversationId,
    ) -> Result<UserId, EngineError> {
        let mut conn = self.conn().await?;
        let Some(preview) = previews::find_own(&mut conn, conversation, caller).await? else {
            return Ok(caller);
        };
        if may_try(&mut conn, caller, preview.chatbot, self.parts.clock.now()).await? {
            Ok(preview.person)
        } else {
            Err(EngineError::refused(ErrorCode::NotFound))
        }
    }
}

/// The same of a conversation that was read; nobody where it is somebody else's.
pub(crate) async fn acting_in(
    conn: &mut PgConnection,
    caller: UserId,
    found: &InForce,
    now: DateTime<Utc>,
) -> Result<Option<UserId>, StoreError> {
    let may = if found.author == Some(caller) {
        may_try(conn, caller, found.chatbot.id, now).await?
    } else {
        found.student == caller
    };
    Ok(may.then_some(found.student))
}

async fn may_try(
    conn: &mut PgConnection,
    author: UserId,
    chatbot: ChatbotId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let edit = ToolRequirement::ActionOnResource(Action::Edit, Resource::Chatbot(chatbot));
    authorization::allows(conn, author, &edit, now).await
}

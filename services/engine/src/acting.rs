//! As whom somebody acts in a conversation. In a preview that is whoever its author tries the chatbot as: from there
//! on everything is decided by what that person may do.

use chatbot_core::ToolRequirement;
use chatbot_core::tool::{Action, Resource};
use chatbot_protocol::{ConversationId, ErrorCode, UserId};
use chatbot_store::{authorization, previews};

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
        let edit = ToolRequirement::ActionOnResource(Action::Edit, Resource::Chatbot(preview.chatbot));
        if authorization::allows(&mut conn, caller, &edit, self.parts.clock.now()).await? {
            Ok(preview.person)
        } else {
            Err(EngineError::refused(ErrorCode::NotFound))
        }
    }
}

//! What is done where a conversation is longer than the model's context: the student is told once that older messages
//! are left out; a request that the provider calls too long is made again with half as much.

use chatbot_core::model::ModelFault;
use chatbot_protocol::data_part::NoticeCode;
use chatbot_store::{StoreError, conversations};

use super::running::Carried;

impl Carried {
    /// Tells the student that older messages were left out, unless they were told in this conversation before.
    pub(super) async fn tell_shortened(&mut self) -> Result<(), StoreError> {
        if std::mem::replace(&mut self.told_shortened, true) {
            return Ok(());
        }
        let mut conn = self.engine.conn().await?;
        let first = conversations::tell_shortened(&mut conn, self.task.conversation).await?;
        drop(conn);
        if first {
            let text = "This conversation is long: its oldest messages are no longer taken into account.";
            self.notice(NoticeCode::HistoryShortened, text);
        }
        Ok(())
    }

    /// Whether a request failed that may pass with half of the context: once in a turn, before anything was said.
    pub(super) fn fits_in_half(&mut self, fault: &ModelFault) -> bool {
        let spoke = self.round.as_ref().is_some_and(|round| !round.text.trim().is_empty());
        matches!(fault, ModelFault::ContextExceeded { .. })
            && !spoke
            && !std::mem::replace(&mut self.halved, true)
    }
}

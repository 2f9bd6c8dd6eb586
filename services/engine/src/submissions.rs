//! Messages to one conversation are written one after the other.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use chatbot_protocol::ConversationId;
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

/// A lock for each conversation to which something is being written.
#[derive(Debug, Default)]
pub struct Submissions {
    locks: Mutex<HashMap<ConversationId, Arc<AsyncMutex<()>>>>,
}

impl Submissions {
    /// Waits for its turn to write to a conversation.
    pub async fn lock(&self, conversation: ConversationId) -> OwnedMutexGuard<()> {
        let lock = {
            let mut locks = self.locks.lock().unwrap_or_else(PoisonError::into_inner);
            // A lock that nobody holds is not needed any more.
            locks.retain(|_, lock| Arc::strong_count(lock) > 1);
            Arc::clone(locks.entry(conversation).or_default())
        };
        lock.lock_owned().await
    }
}

//! The turns that this instance carries, by conversation.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chatbot_protocol::{ConversationId, TurnId};
use chatbot_store::turns::Hold;
use tokio_util::sync::CancellationToken;

use crate::event_log::TurnLog;

/// A turn that this instance carries.
#[derive(Clone, Debug)]
pub struct RunningTurn {
    /// The turn, and the epoch in which we hold it.
    pub hold: Hold,
    /// What its page is shown.
    pub log: Arc<TurnLog>,
    /// Cancelled when the student wants it to stop, or nobody reads it and a new message came.
    pub stop: CancellationToken,
    /// Cancelled when another instance has it.
    pub lost: CancellationToken,
}

impl RunningTurn {
    /// A turn that we carry from now on.
    pub fn new(hold: Hold, log: Arc<TurnLog>) -> Self {
        Self { hold, log, stop: CancellationToken::new(), lost: CancellationToken::new() }
    }
}

/// The turns that this instance carries.
#[derive(Debug, Default)]
pub struct RunningTurns {
    turns: Mutex<HashMap<ConversationId, RunningTurn>>,
}

impl RunningTurns {
    /// The running turn of a conversation.
    pub fn find(&self, conversation: ConversationId) -> Option<RunningTurn> {
        self.lock().get(&conversation).cloned()
    }

    /// All of them.
    pub fn list(&self) -> Vec<RunningTurn> {
        self.lock().values().cloned().collect()
    }

    /// Their ids.
    pub fn ids(&self) -> Vec<TurnId> {
        self.lock().values().map(|running| running.hold.turn).collect()
    }

    /// Whether it is one of them.
    pub fn has(&self, turn: TurnId) -> bool {
        self.lock().values().any(|running| running.hold.turn == turn)
    }

    /// Notes a turn.
    pub fn insert(&self, conversation: ConversationId, turn: RunningTurn) {
        self.lock().insert(conversation, turn);
    }

    /// Forgets a turn that is over, unless the conversation has another one by now, or the same one anew.
    pub fn remove(&self, conversation: ConversationId, hold: Hold) {
        let mut turns = self.lock();
        if turns.get(&conversation).is_some_and(|running| running.hold == hold) {
            turns.remove(&conversation);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ConversationId, RunningTurn>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! What the engine refuses and what can go wrong with it.

use chatbot_protocol::limits::LimitRefusal;
use chatbot_protocol::manage::SettingsFault;
use chatbot_protocol::{ErrorCode, TurnId};
use chatbot_store::StoreError;
use chatbot_tools::ChatbotError;

/// What the engine refuses and what can go wrong with it.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The caller asked for something that is not to be had; the code says why.
    #[error("refused: {code}")]
    Refused {
        /// Why, for pages and people.
        code: ErrorCode,
        /// What exactly, safe to show.
        detail: Option<String>,
    },
    /// Another answer of this conversation is being written, and somebody reads it.
    #[error("turn {open_turn} is in progress")]
    TurnInProgress {
        /// That answer's turn.
        open_turn: TurnId,
    },
    /// A limit says no to a message.
    #[error("the limit {} is reached", refusal.limit.as_str())]
    LimitReached {
        /// Which limit, and when it ends.
        refusal: LimitRefusal,
        /// How long until then.
        wait_seconds: u64,
        /// What a student can act on.
        sentence: String,
    },
    /// Settings of a chatbot are not what they may be.
    #[error("{} settings cannot be saved", faults.len())]
    InvalidSettings {
        /// Everything that is wrong with them.
        faults: Vec<SettingsFault>,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A tool set failed outside a call.
    #[error(transparent)]
    Tool(#[from] ChatbotError),
    /// A task of ours died.
    #[error("a task died")]
    TaskDied,
}

impl EngineError {
    /// A refusal.
    pub const fn refused(code: ErrorCode) -> Self {
        Self::Refused { code, detail: None }
    }

    /// The code that pages are told.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Refused { code, .. } => *code,
            Self::TurnInProgress { .. } => ErrorCode::TurnInProgress,
            Self::LimitReached { .. } => ErrorCode::LimitReached,
            Self::InvalidSettings { .. } => ErrorCode::InvalidSettings,
            Self::Store(error) if error.passes() => ErrorCode::StorageUnavailable,
            Self::Store(_) | Self::Tool(_) | Self::TaskDied => ErrorCode::Internal,
        }
    }
}

impl From<sqlx::Error> for EngineError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

//! The states of a turn. The database's enum `chatbot.turn_state` has the same words.

use chatbot_protocol::ErrorCode;

/// Where a turn is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnState {
    /// The message is stored, nothing else happened.
    Accepted,
    /// The model is asked, or is answering.
    Asking,
    /// A reply with calls is complete and is being judged.
    Deciding,
    /// The calls of a committed round run.
    Dispatching,
    /// A call waits for the student: a question, or an approval.
    AwaitingStudent,
    /// Nothing more happens.
    Ended(TurnEnd),
}

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnEnd {
    /// With an answer.
    Finished,
    /// By the student.
    Stopped,
    /// By a fault, which the code names.
    Failed(ErrorCode),
    /// Because the server stopped in the middle of it.
    Interrupted,
}

impl TurnState {
    /// The word in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Asking => "asking",
            Self::Deciding => "deciding",
            Self::Dispatching => "dispatching",
            Self::AwaitingStudent => "awaiting_student",
            Self::Ended(TurnEnd::Finished) => "finished",
            Self::Ended(TurnEnd::Stopped) => "stopped",
            Self::Ended(TurnEnd::Failed(_)) => "failed",
            Self::Ended(TurnEnd::Interrupted) => "interrupted",
        }
    }
}

/// A signal that is not lawful in a state: a fault of the engine, never of a model or a student.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{signal} is not lawful in state {state}")]
pub struct InvalidTransition {
    /// The state's word.
    pub state: &'static str,
    /// The signal's name.
    pub signal: &'static str,
}

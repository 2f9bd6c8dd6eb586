//! What can happen to a turn.

/// A fault, or something that a student does in the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// `kill -9` of the server.
    Killed,
    /// SIGTERM to the server.
    Terminated,
    /// Every connection of the server to the database is cut.
    DatabaseCut,
    /// The page goes away.
    ClientGone,
    /// The student stops the answer.
    Stopped,
    /// The model's socket is cut.
    ModelCut,
    /// The model says nothing any more.
    ModelSilent,
}

pub const FAULTS: [Fault; 7] = [
    Fault::Killed,
    Fault::Terminated,
    Fault::DatabaseCut,
    Fault::ClientGone,
    Fault::Stopped,
    Fault::ModelCut,
    Fault::ModelSilent,
];

impl Fault {
    /// Whether the server is gone afterwards.
    pub const fn ends_the_server(self) -> bool {
        matches!(self, Self::Killed | Self::Terminated)
    }
}

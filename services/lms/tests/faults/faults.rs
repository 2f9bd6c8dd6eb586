//! What can happen to a turn.

use crate::points::Point;

/// A fault, or something that a student does in the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// `kill -9` of the server.
    Killed,
    /// SIGTERM to the server.
    Terminated,
    /// SIGSTOP: the server hangs with all it holds, and goes on once others have done its work.
    Frozen,
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

pub const FAULTS: [Fault; 8] = [
    Fault::Killed,
    Fault::Terminated,
    Fault::Frozen,
    Fault::DatabaseCut,
    Fault::ClientGone,
    Fault::Stopped,
    Fault::ModelCut,
    Fault::ModelSilent,
];

impl Fault {
    /// Whether another server has to do the work.
    pub const fn needs_another_server(self) -> bool {
        matches!(self, Self::Killed | Self::Terminated | Self::Frozen)
    }

    /// Why it cannot happen there.
    pub const fn cannot_happen_at(self, point: Point) -> Option<&'static str> {
        match (self, point) {
            (Self::ModelCut | Self::ModelSilent, Point::BeforeTheFinalCommit) => {
                Some("n/a: the model has already ended")
            }
            _ => None,
        }
    }
}

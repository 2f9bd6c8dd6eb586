//! What a turn is and what it does next.

pub mod machine;
pub mod state;

pub use machine::{Budget, Command, Reply, Signal, Turn};
pub use state::{InvalidTransition, TurnEnd, TurnState};

//! A chatbot's settings as its teachers see them: what they may be, how they become a configuration and
//! back, and what differs between two versions. All of it without the database.

mod changes;
mod check;
mod convert;
mod faults;

pub use changes::changes;
pub use check::{Known, KnownTool, check};
pub use convert::{config_of, settings_of, tidied};

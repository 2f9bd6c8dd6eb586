//! Carries a turn from the student's message to the end of its answer, whatever happens to the
//! connection that brought it.
//!
//! The engine decides nothing: [`chatbot_core::turn`] says what comes next, the engine does it and reports
//! back. It never holds a database connection while a model streams. Nothing here knows HTTP, a vendor, or
//! a tool by name. Start reading at [`submit_message`], then [`carry_turn`].

mod abandon_wait;
mod acting;
mod admission;
pub mod answer_calls;
pub mod audit;
pub mod carry_turn;
pub mod conversations;
mod cursor;
pub mod engine;
pub mod error;
pub mod event_log;
pub mod forget;
mod ground;
pub mod index_courses;
pub mod insights;
mod joined_events;
pub mod keep_turns;
mod limits;
mod log_saving;
mod log_writer;
pub mod manage;
pub mod manage_conversations;
pub mod measures;
mod message_intent;
pub mod open_page;
mod opening;
pub mod own_data;
pub mod prompt;
mod rate_answer;
pub mod read_conversation;
pub mod readiness;
pub mod recheck_citations;
mod remote_turns;
pub mod running_turns;
mod settle_calls;
mod submissions;
pub mod submit_message;
pub mod take_over;
mod use_cases;
mod visible_log;
mod words;

pub use abandon_wait::{expire_waits, start_expiring};
pub use answer_calls::AnswerCalls;
pub use audit::Audit;
pub use conversations::{Conversations, SubmitMessage};
pub use engine::{Engine, Parts, Timings};
pub use error::EngineError;
pub use event_log::{LogItem, LogReader, TurnLog};
pub use insights::Insights;
pub use manage::Manage;
pub use own_data::OwnData;

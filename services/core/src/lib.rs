//! What a turn, a call, a reject and a citation *are*, and which changes of them are lawful.
//!
//! Everything here is pure: no IO, no clock, no randomness, no database, no async runtime. Whoever needs
//! those hands them in through a port ([`clock`], [`model`]). Start reading at [`turn::machine`], which
//! decides what a turn does next, then [`pipeline`], which judges the calls of a reply.

pub mod budget;
pub mod citation;
pub mod clock;
pub mod config;
pub mod embedder;
pub mod erasure;
pub mod fence;
pub mod history;
pub mod mask;
pub mod message_parts;
pub mod model;
pub mod next_questions;
pub mod node;
pub mod passage;
pub mod pipeline;
pub mod price;
pub mod prompt_variables;
pub mod reject;
pub mod retry;
pub mod settings;
pub mod text;
pub mod tool;
pub mod turn;
pub mod unanswered;
pub mod unfinished;

pub use config::ChatbotConfig;
pub use model::{ModelCatalogue, ModelClient};
pub use reject::ValidationReject;
pub use tool::{Action, ChatbotTurnContext, Resource, ToolCitation, ToolRequirement};

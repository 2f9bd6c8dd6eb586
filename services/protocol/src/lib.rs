//! The words that client and server share: ids, tool choice, what happens in a turn, the chunks of
//! the AI SDK's UI message stream, messages as they are stored, and the bodies of the HTTP surface.
//!
//! Nothing here decides or does anything. A type belongs here when it crosses the wire or when a page
//! must be able to name it; every such type has a TypeScript twin in `shared-module/src/wire`, written
//! by `make types` and guarded by a test.
//!
//! Start reading at [`turn_event::TurnEvent`]: all that a student's page is ever shown is one of those.

pub mod api;
pub mod audit;
pub mod chunk;
pub mod data_part;
pub mod error_code;
pub mod ids;
pub mod insights;
pub mod limits;
pub mod manage;
pub mod resolution;
pub mod schemas;
pub mod send_message;
pub mod tool_choice;
pub mod trace;
pub mod trial;
pub mod turn_event;
pub mod ui_message;

pub use chunk::UiMessageChunk;
pub use error_code::ErrorCode;
pub use ids::{
    CallId, ChapterId, ChatbotId, CitationId, ConversationId, CourseId, ExerciseId, MessageId,
    OrganizationId, PageId, PassageId, RoundId, TurnId, UserId,
};
pub use resolution::{InvalidCalls, Resolution, Unhandled};
pub use tool_choice::ToolChoice;
pub use turn_event::TurnEvent;
pub use ui_message::{Part, Role, UiMessage};

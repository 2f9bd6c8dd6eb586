//! Ids as types of their own, so that a page can never be handed over where a course is meant.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
        #[serde(transparent)]
        #[schemars(transparent)]
        #[ts(type = "string")]
        pub struct $name(pub Uuid);

        impl From<Uuid> for $name {
            fn from(id: Uuid) -> Self {
                Self(id)
            }
        }

        impl From<$name> for Uuid {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    )+};
}

ids! {
    /// A person, as the host knows them (`lms.users`).
    UserId,
    /// An organisation of the host (`lms.organizations`).
    OrganizationId,
    /// A course (`lms.courses`).
    CourseId,
    /// A chapter (`lms.chapters`).
    ChapterId,
    /// A page (`lms.pages`).
    PageId,
    /// An exercise (`lms.exercises`).
    ExerciseId,
    /// A configured chatbot of a course.
    ChatbotId,
    /// A student's conversation with a chatbot.
    ConversationId,
    /// A stored message.
    MessageId,
    /// One student message and the way to the end of its answer.
    TurnId,
    /// One committed model reply inside a turn.
    RoundId,
    /// One tool call of a round.
    CallId,
    /// A piece of a page that can be cited.
    PassageId,
    /// A passage that a tool brought into a turn, cited or not.
    CitationId,
}

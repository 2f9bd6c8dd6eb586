//! What to do with a call that names no granted tool.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// What to do with an invalid call: one whose name is not granted in this round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "resolution", rename_all = "snake_case")]
pub enum Resolution {
    /// The turn fails with `UnknownToolCall`.
    Fail,
    /// The call is dropped from the reply; what is left goes on.
    Ignore,
    /// The model is asked again, told `feedback`; every other call gets the invalid-peer notice.
    Retry {
        /// What the model is told.
        feedback: String,
    },
    /// The call is renamed to a granted tool and dispatched as such.
    Repair {
        /// The granted tool's name.
        to: String,
    },
    /// The call is answered with `reason`, nothing of the round runs, and the turn goes on.
    Skip {
        /// What the model is told.
        reason: String,
    },
}

/// The policy for invalid calls that no resolver decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unhandled {
    /// See [`Resolution::Fail`].
    #[default]
    Fail,
    /// See [`Resolution::Ignore`].
    Ignore,
    /// See [`Resolution::Retry`]; the feedback is the reject's own message.
    Retry,
    /// See [`Resolution::Skip`]; the reason is the reject's own message.
    Skip,
}

/// A chatbot's policy for invalid calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct InvalidCalls {
    /// How often per turn the model may be asked again.
    #[schema(minimum = 0, maximum = 5)]
    pub retries: u32,
    /// What happens to a call that no resolver decided.
    pub unhandled: Unhandled,
}

impl InvalidCalls {
    /// The policy that a newly created chatbot gets.
    pub const NEW_CHATBOT: Self = Self { retries: 2, unhandled: Unhandled::Retry };
}

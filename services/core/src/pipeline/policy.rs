//! What a round is judged by. Frozen for all attempts of the round.

use std::collections::BTreeMap;
use std::sync::Arc;

use chatbot_protocol::{InvalidCalls, ToolChoice};

use super::schema::ArgumentSchema;

/// What happens because of a fault, lowest first: the highest of a round's calls decides for the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Disposition {
    /// The call runs.
    Accept,
    /// The call is answered with an error; its siblings are judged on their own.
    Answer,
    /// The call is renamed or dropped; the rest goes on.
    Edit,
    /// Nothing runs; the call is answered with a reason, and the turn goes on.
    Skip,
    /// History is unchanged; the model is asked again and shown what was wrong.
    Splice,
    /// Nothing runs; the call is answered with feedback, and the model is asked again.
    Retry,
    /// History is unchanged; the model is asked again and told nothing.
    Discard,
    /// The turn fails.
    Fail,
}

impl Disposition {
    /// The word in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Answer => "answer",
            Self::Edit => "edit",
            Self::Skip => "skip",
            Self::Splice => "splice",
            Self::Retry => "retry",
            Self::Discard => "discard",
            Self::Fail => "fail",
        }
    }
}

/// Who may ever read the reason of a rejection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// The model, and those who audit.
    Model,
    /// Those who audit.
    LogOnly,
}

impl Audience {
    /// The word in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::LogOnly => "log_only",
        }
    }
}

/// What a round may still spend. `retries` is the turn's, the others are the round's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budgets {
    /// Replies that named tools that are not granted.
    pub retries: u32,
    /// Replies that a gate discarded.
    pub discards: u32,
    /// Replies that were asked again because of the arguments' form.
    pub schema_splices: u32,
    /// Replies that were asked again because of nodes or evidence.
    pub validation_splices: u32,
}

impl Budgets {
    /// What a round starts with.
    pub const fn of_round(retries: u32) -> Self {
        Self { retries, discards: 3, schema_splices: 1, validation_splices: 3 }
    }
}

/// What a round is judged by.
#[derive(Clone, Debug)]
pub struct RoundPolicy {
    /// The granted tools with their derived schemas.
    pub granted: BTreeMap<String, Arc<ArgumentSchema>>,
    /// The choice in force.
    pub choice: ToolChoice,
    /// What happens to calls of tools that are not granted.
    pub invalid_calls: InvalidCalls,
    /// Whether arguments that do not fit the schema are asked for again instead of answered.
    pub splice_schema_faults: bool,
}

/// The choice of the next round: a forced one holds until a round is committed.
pub fn choice_of_round(chosen: &ToolChoice, committed: u32) -> ToolChoice {
    match chosen {
        ToolChoice::Required | ToolChoice::Tool { .. } if committed > 0 => ToolChoice::Auto,
        chosen => chosen.clone(),
    }
}

impl RoundPolicy {
    /// The granted names, in order.
    pub fn granted_names(&self) -> Vec<String> {
        self.granted.keys().cloned().collect()
    }

    /// Whether the choice asks for a call.
    pub const fn forces_a_call(&self) -> bool {
        matches!(self.choice, ToolChoice::Required | ToolChoice::Tool { .. })
    }

    /// Why no request can be sent under this policy, if none can.
    pub fn impossible(&self) -> Option<&'static str> {
        match &self.choice {
            ToolChoice::Tool { tool_name } if !self.granted.contains_key(tool_name) => {
                Some("the chosen tool is not granted")
            }
            ToolChoice::Required if self.granted.is_empty() => {
                Some("a call is required and no tool is granted")
            }
            _ => None,
        }
    }
}

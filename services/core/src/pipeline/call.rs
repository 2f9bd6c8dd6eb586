//! A call on its way through the passes.

use serde::{Deserialize, Serialize};

use chatbot_protocol::Resolution;

use crate::model::ModelCall;
use crate::reject::ValidationReject;
use crate::tool::ToolRequirement;

/// A requirement of a call and whether it held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequirementVerdict {
    /// What had to hold.
    pub requirement: ToolRequirement,
    /// Whether it did.
    pub holds: bool,
}

/// The first pass that a call failed.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The reply was cut off before it was complete.
    CutOff,
    /// No granted tool has this name.
    UnknownTool {
        /// What is wrong.
        reject: ValidationReject,
        /// What is to be done about it.
        resolution: Resolution,
    },
    /// The arguments are no JSON object.
    Unparsable(ValidationReject),
    /// The arguments do not fit the derived schema.
    SchemaInvalid(Vec<ValidationReject>),
    /// The tool does not take these arguments; what the model is told.
    InvalidArguments(String),
    /// The gate said no; the reason is for the log only.
    Gate(String),
    /// A node is not there, or not open.
    Node(ValidationReject),
    /// A requirement does not hold; what the model is told.
    Denied(String),
}

/// A call with what the passes found.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedCall {
    /// As the model made it.
    pub call: ModelCall,
    /// The name under which it would run.
    pub effective_name: String,
    /// The arguments with which it would run, byte for byte; `{}` when they cannot be parsed.
    pub effective_arguments: String,
    /// Whether the arguments came encoded twice.
    pub unwrapped: bool,
    /// The first pass it failed.
    pub fault: Option<Fault>,
    /// Each requirement with its verdict.
    pub requirements: Vec<RequirementVerdict>,
}

impl JudgedCall {
    /// Whether its name was repaired.
    pub fn is_repaired(&self) -> bool {
        self.effective_name != self.call.name
    }
}

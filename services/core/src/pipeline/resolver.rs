//! What is done with a call of a tool that is not granted: the host may say, else the policy does.

use chatbot_protocol::{Resolution, ToolChoice, Unhandled};

use super::policy::RoundPolicy;
use crate::reject::ValidationReject;

/// A call of a tool that is not granted, as a host is shown it.
#[derive(Clone, Copy, Debug)]
pub struct InvalidCall<'a> {
    /// Its place in the reply, from 0.
    pub index: usize,
    /// The name, verbatim.
    pub name: &'a str,
    /// The arguments, verbatim.
    pub arguments: &'a str,
    /// The names that are granted.
    pub granted: &'a [String],
    /// The choice in force.
    pub choice: &'a ToolChoice,
    /// The reply's text so far.
    pub text: &'a str,
}

/// A host's say in invalid calls. It is asked exactly once per invalid call and attempt, and must say the
/// same for the same call.
pub trait InvalidCallResolver: Send + Sync {
    /// What to do; `None` leaves it to the chatbot's policy.
    fn resolve(&self, call: &InvalidCall<'_>) -> Option<Resolution>;
}

/// What the chatbot's policy says.
pub fn by_policy(policy: &RoundPolicy, reject: &ValidationReject) -> Resolution {
    match policy.invalid_calls.unhandled {
        Unhandled::Fail => Resolution::Fail,
        Unhandled::Ignore => Resolution::Ignore,
        Unhandled::Retry => Resolution::Retry { feedback: reject.to_model_message() },
        Unhandled::Skip => Resolution::Skip { reason: reject.to_model_message() },
    }
}

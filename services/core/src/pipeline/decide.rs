//! Decides a round: the first failing pass decides per call, the highest disposition per round.

use chatbot_protocol::{ErrorCode, Resolution, ToolChoice};

use super::call::{Fault, JudgedCall};
use super::policy::{Budgets, Disposition, RoundPolicy};
use crate::reject::ValidationReject;

/// What every valid call of a round is told when another call of it was invalid.
pub const INVALID_PEER_NOTICE: &str = "This call was not run because another call of the same reply could not be run. Repeat it if you still need it.";

/// What the calls of a reply are told that was cut off before it was complete.
pub const CUT_OFF_NOTICE: &str = "Error: this reply was cut off before it was complete, so none of its calls was run. Call again, and keep it short.";

/// What was decided about a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The round's disposition.
    pub disposition: Disposition,
    /// What is left of the budgets.
    pub budgets: Budgets,
    /// What happens next.
    pub next: Next,
    /// What becomes of each call, in the order of the reply.
    pub outcomes: Vec<Outcome>,
}

/// What happens next.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// The round is committed, and what is to run runs.
    Commit,
    /// The round is committed as it was given, nothing runs, and the model is asked again.
    CommitRefused,
    /// History stays as it was, and the model is asked again.
    AskAgain {
        /// What the model is shown in the re-ask only.
        splice: Vec<String>,
        /// Without tools: the budget for this is spent.
        last: bool,
    },
    /// No call is left: the reply's text is the answer.
    Answer,
    /// No call is left, and no text.
    Empty,
    /// The turn fails.
    Fail(ErrorCode),
}

/// What becomes of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It runs.
    Run,
    /// It is answered without running.
    Answered(String),
    /// It leaves no trace in history.
    Ignored,
    /// It is kept for the audit only.
    Rejected,
}

/// Decides a round.
pub fn decide(calls: &[JudgedCall], has_text: bool, policy: &RoundPolicy, budgets: Budgets) -> Decision {
    let of_call = |call: &JudgedCall| disposition_of(call, policy, budgets);
    let disposition = calls.iter().map(of_call).max().unwrap_or(Disposition::Accept);
    let all = |outcome: Outcome| vec![outcome; calls.len()];
    let (next, outcomes, budgets) = match disposition {
        Disposition::Fail => (Next::Fail(ErrorCode::UnknownToolCall), all(Outcome::Rejected), budgets),
        Disposition::Discard => {
            let (next, budgets) = discard(budgets);
            (next, all(Outcome::Rejected), budgets)
        }
        Disposition::Splice => {
            let (next, budgets) = splice(calls, policy, budgets);
            (next, all(Outcome::Rejected), budgets)
        }
        Disposition::Retry => {
            let budgets = Budgets { retries: budgets.retries.saturating_sub(1), ..budgets };
            (Next::CommitRefused, calls.iter().map(|call| refused(call, disposition)).collect(), budgets)
        }
        Disposition::Skip => {
            (Next::CommitRefused, calls.iter().map(|call| refused(call, disposition)).collect(), budgets)
        }
        Disposition::Edit | Disposition::Answer | Disposition::Accept => {
            let outcomes: Vec<Outcome> = calls.iter().map(dispatched).collect();
            let left = outcomes.iter().any(|outcome| *outcome != Outcome::Ignored);
            let next = match (left, has_text) {
                (true, _) => Next::Commit,
                (false, true) => Next::Answer,
                (false, false) => Next::Empty,
            };
            (next, outcomes, budgets)
        }
    };
    Decision { disposition, budgets, next, outcomes }
}

/// What a call's own fault asks for, within the budgets.
pub fn disposition_of(call: &JudgedCall, policy: &RoundPolicy, budgets: Budgets) -> Disposition {
    match &call.fault {
        None if call.is_repaired() => Disposition::Edit,
        None => Disposition::Accept,
        Some(Fault::UnknownTool { resolution, .. }) => match resolution {
            Resolution::Fail => Disposition::Fail,
            Resolution::Retry { .. } if budgets.retries == 0 => Disposition::Fail,
            Resolution::Retry { .. } => Disposition::Retry,
            Resolution::Skip { .. } if policy.choice == ToolChoice::None => Disposition::Fail,
            Resolution::Skip { .. } => Disposition::Skip,
            Resolution::Ignore | Resolution::Repair { .. } => Disposition::Edit,
        },
        Some(Fault::CutOff) => Disposition::Skip,
        Some(Fault::Gate(_)) => Disposition::Discard,
        Some(Fault::Node(_)) if budgets.validation_splices > 0 => Disposition::Splice,
        Some(Fault::SchemaInvalid(_)) if policy.splice_schema_faults && budgets.schema_splices > 0 => {
            Disposition::Splice
        }
        Some(_) => Disposition::Answer,
    }
}

const fn discard(budgets: Budgets) -> (Next, Budgets) {
    let last = budgets.discards == 0;
    let left = Budgets { discards: budgets.discards.saturating_sub(1), ..budgets };
    (Next::AskAgain { splice: Vec::new(), last }, left)
}

fn splice(calls: &[JudgedCall], policy: &RoundPolicy, mut budgets: Budgets) -> (Next, Budgets) {
    let has = |wanted: fn(&Fault) -> bool| calls.iter().filter_map(|call| call.fault.as_ref()).any(wanted);
    if has(|fault| matches!(fault, Fault::Node(_))) {
        budgets.validation_splices = budgets.validation_splices.saturating_sub(1);
    }
    if policy.splice_schema_faults && has(|fault| matches!(fault, Fault::SchemaInvalid(_))) {
        budgets.schema_splices = budgets.schema_splices.saturating_sub(1);
    }
    let splice = calls.iter().filter_map(|call| call.fault.as_ref()).filter_map(told).collect();
    (Next::AskAgain { splice, last: false }, budgets)
}

/// A call of a round of which nothing runs: the winner's own words, a faulty call's own error, and the notice
/// for everybody else.
fn refused(call: &JudgedCall, winner: Disposition) -> Outcome {
    let text = match &call.fault {
        Some(Fault::UnknownTool { resolution: Resolution::Retry { feedback }, .. })
            if winner == Disposition::Retry =>
        {
            feedback.clone()
        }
        Some(Fault::UnknownTool { resolution: Resolution::Skip { reason }, .. })
            if winner == Disposition::Skip =>
        {
            reason.clone()
        }
        None | Some(Fault::UnknownTool { .. }) => INVALID_PEER_NOTICE.to_owned(),
        Some(fault) => told(fault).unwrap_or_else(|| INVALID_PEER_NOTICE.to_owned()),
    };
    Outcome::Answered(text)
}

fn dispatched(call: &JudgedCall) -> Outcome {
    match &call.fault {
        None => Outcome::Run,
        Some(Fault::UnknownTool { .. }) => Outcome::Ignored,
        Some(fault) => Outcome::Answered(told(fault).unwrap_or_default()),
    }
}

/// What the model is told of a fault; `None` for what is for the log only.
fn told(fault: &Fault) -> Option<String> {
    let lines = |rejects: &[ValidationReject]| {
        rejects.iter().map(ValidationReject::to_model_message).collect::<Vec<_>>().join("\n")
    };
    match fault {
        Fault::CutOff => Some(CUT_OFF_NOTICE.to_owned()),
        Fault::UnknownTool { reject, .. } | Fault::Unparsable(reject) | Fault::Node(reject) => {
            Some(reject.to_model_message())
        }
        Fault::SchemaInvalid(rejects) => Some(lines(rejects)),
        Fault::InvalidArguments(text) | Fault::Denied(text) => Some(text.clone()),
        Fault::Gate(_) => None,
    }
}

//! What students read of a call that did not work out (why, only the audit knows), and what models are told.

/// The student went on without answering.
pub const UNANSWERED: &str = "This was left unanswered.";
/// It was refused, or it failed.
pub const NOT_DONE: &str = "This could not be done.";
/// It may have been done or not: nobody saw its end.
pub const UNSURE: &str = "It is not known whether this was done.";
/// The turn ended before it had a result.
pub const LEFT_BEHIND: &str = "This was not done: the answer ended before it.";

/// What a model is told of a call that may or may not have done its work.
pub const OUTCOME_UNKNOWN: &str = "Error: the outcome of this call is unknown: nobody saw its end, and it may have done \
    its work. Do not repeat it. Tell the student that it is not known whether it was done.";

/// A duration as it stands in logs.
pub(crate) fn milliseconds(duration: std::time::Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

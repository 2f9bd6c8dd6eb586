//! What students read of a call that did not work out. Why, only the audit knows.

/// The student went on without answering.
pub const UNANSWERED: &str = "This was left unanswered.";
/// It was refused, or it failed.
pub const NOT_DONE: &str = "This could not be done.";
/// The turn ended before it had a result.
pub const LEFT_BEHIND: &str = "This was not done: the answer ended before it.";

/// A duration as it stands in logs.
pub(crate) fn milliseconds(duration: std::time::Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

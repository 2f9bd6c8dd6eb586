//! Ports for time and ids, so that tests can fix both.

use chrono::{DateTime, Utc};
use uuid::Uuid;

/// Tells the time.
pub trait Clock: Send + Sync {
    /// Now, in UTC.
    fn now(&self) -> DateTime<Utc>;
}

/// Makes ids.
pub trait Ids: Send + Sync {
    /// A new id; in production a `UUIDv7`, so that ids sort by time.
    fn new_id(&self) -> Uuid;
}

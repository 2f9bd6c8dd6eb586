//! Ports for time, ids and chance, so that tests can fix them.

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

/// Rolls dice.
pub trait Chance: Send + Sync {
    /// A number from 0 to 1, any of them as likely as the others.
    fn roll(&self) -> f64;
}

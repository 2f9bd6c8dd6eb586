//! The system's clock, randomness and environment: their one home.

use std::collections::BTreeMap;

use chatbot_core::clock::{Chance, Clock, Ids};
use chrono::{DateTime, Utc};
use uuid::Uuid;

/// The clock of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the clock's home")]
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }
}

/// `UUIDv7`: unique, and sorted by the time they were made.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemIds;

impl Ids for SystemIds {
    #[expect(clippy::disallowed_methods, reason = "this is the home of ids")]
    fn new_id(&self) -> Uuid {
        Uuid::now_v7()
    }
}

/// Chance itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemChance;

impl Chance for SystemChance {
    fn roll(&self) -> f64 {
        rand::random()
    }
}

/// The environment, read once at start. Variables that are not UTF-8 are kept with replacement characters, so
/// that they fail where they are checked and not here.
pub fn environment() -> BTreeMap<String, String> {
    std::env::vars_os()
        .map(|(name, value)| (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned()))
        .collect()
}

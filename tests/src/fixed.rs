//! A clock that stands still and ids that count.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use chatbot_core::clock::{Chance, Clock, Ids};
use chrono::{DateTime, Duration, TimeZone, Utc};
use uuid::Uuid;

/// Stands still until it is set.
#[derive(Debug)]
pub struct FixedClock(Mutex<DateTime<Utc>>);

impl Default for FixedClock {
    fn default() -> Self {
        Self(Mutex::new(Utc.with_ymd_and_hms(2026, 9, 1, 9, 0, 0).unwrap()))
    }
}

impl FixedClock {
    pub fn advance(&self, by: Duration) {
        *self.0.lock().unwrap() += by;
    }

    /// Sets it to a time such as `2026-09-01T09:00:00Z`.
    pub fn set(&self, to: &str) {
        *self.0.lock().unwrap() = to.parse().unwrap();
    }
}

impl Clock for FixedClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock().unwrap()
    }
}

/// 00000000-…-000000000001 and on.
#[derive(Debug, Default)]
pub struct CountedIds(AtomicU64);

impl CountedIds {
    /// Ids from this number on.
    pub fn from(first: u64) -> Self {
        Self(AtomicU64::new(first))
    }
}

impl Ids for CountedIds {
    fn new_id(&self) -> Uuid {
        Uuid::from_u128(u128::from(self.0.fetch_add(1, Ordering::SeqCst) + 1))
    }
}

/// Dice that always show the highest number.
#[derive(Clone, Copy, Debug)]
pub struct LoadedDice;

impl Chance for LoadedDice {
    fn roll(&self) -> f64 {
        1.0
    }
}

//! A clock that is behind.

use std::sync::atomic::{AtomicI64, Ordering};

use chatbot_core::clock::Clock;
use chrono::{DateTime, TimeDelta, Utc};

use crate::system::SystemClock;

/// The clock of the machine, some hours ago.
#[derive(Debug, Default)]
pub(super) struct PastClock {
    hours: AtomicI64,
}

impl PastClock {
    /// Sets it back from the present.
    pub(super) fn set_back(&self, hours: i64) {
        self.hours.store(hours, Ordering::Relaxed);
    }
}

impl Clock for PastClock {
    fn now(&self) -> DateTime<Utc> {
        SystemClock.now() - TimeDelta::hours(self.hours.load(Ordering::Relaxed))
    }
}

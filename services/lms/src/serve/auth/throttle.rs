//! Slows down the guessing of passwords.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, Duration, Utc};

/// Failed attempts that an address may have in [`WINDOW`].
const ATTEMPTS: usize = 20;
const WINDOW: Duration = Duration::minutes(1);
/// So many addresses are remembered before old ones are looked for.
const REMEMBERED: usize = 10_000;

/// Failed attempts of the last minute, by e-mail address. In memory: a restart forgets them.
#[derive(Debug, Default)]
pub struct Throttle(Mutex<HashMap<String, VecDeque<DateTime<Utc>>>>);

impl Throttle {
    /// Counts an attempt; `false` when there were too many. One that [`Self::succeeded`] is not counted.
    pub fn attempt(&self, email: &str, now: DateTime<Utc>) -> bool {
        let mut attempts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if attempts.len() >= REMEMBERED {
            attempts.retain(|_, times| times.back().is_some_and(|last| *last > now - WINDOW));
        }
        let times = attempts.entry(email.to_owned()).or_default();
        while times.front().is_some_and(|first| *first <= now - WINDOW) {
            times.pop_front();
        }
        if times.len() >= ATTEMPTS {
            return false;
        }
        times.push_back(now);
        true
    }

    /// The last attempt was the right person's.
    pub fn succeeded(&self, email: &str) {
        let mut attempts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(times) = attempts.get_mut(email) {
            times.pop_back();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_failures_a_minute_and_no_more() {
        let (throttle, now) = (Throttle::default(), DateTime::UNIX_EPOCH);
        assert!((0..20).all(|_| throttle.attempt("a", now)));
        assert!(!throttle.attempt("a", now + Duration::seconds(59)));
        assert!(throttle.attempt("b", now));
        assert!(throttle.attempt("a", now + Duration::seconds(60)));
    }

    #[test]
    fn success_does_not_count() {
        let (throttle, now) = (Throttle::default(), DateTime::UNIX_EPOCH);
        for _ in 0..100 {
            assert!(throttle.attempt("a", now));
            throttle.succeeded("a");
        }
    }
}

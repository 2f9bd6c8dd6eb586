//! When a connection to the database was last found to be gone: where one is, others of the pool may be, too, and a pool
//! that does not ask each of them before it gives it out has to know.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

static LAST: Mutex<Option<Instant>> = Mutex::new(None);

/// Notes a fault, if it is one of the connection.
pub(crate) fn note(error: &sqlx::Error) {
    let is_gone = match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| ends_sessions(&code)),
        _ => false,
    };
    if is_gone {
        *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }
}

/// Whether a connection was found to be gone since so long ago.
pub fn any_within(span: Duration) -> bool {
    LAST.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|last| last.elapsed() < span)
}

/// By SQLSTATE: faults of the connection, and sessions that were ended by hand, by a crash or before the database is up.
fn ends_sessions(state: &str) -> bool {
    state.starts_with("08") || state.starts_with("57P")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_connection_is_remembered_for_a_while() {
        note(&sqlx::Error::RowNotFound);
        assert!(!any_within(Duration::from_hours(1)));
        note(&sqlx::Error::Io(std::io::ErrorKind::ConnectionReset.into()));
        assert!(any_within(Duration::from_hours(1)));
        assert!(!any_within(Duration::ZERO));
        assert!(ends_sessions("57P01") && ends_sessions("08006") && !ends_sessions("57014"));
    }
}

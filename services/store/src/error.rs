//! What can go wrong with the database.

use crate::lost_connections;

/// What can go wrong with the database. The texts are for operators.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database did not answer as it should.
    #[error("the database failed: {0}")]
    Database(#[source] sqlx::Error),
    /// A stored JSON value is not what it should be.
    #[error("a stored value cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// The turn was taken over, or has ended: nothing may be written for it any more.
    #[error("the turn is no longer ours")]
    TurnLost,
    /// What was shown of a turn could not be stored for too long.
    #[error("the log of a turn could not be stored")]
    LogBehind,
    /// The index of a course could not be built; the work panicked or the process is going down.
    #[error("the index of a course could not be built")]
    IndexFailed,
    /// The migrations could not be applied.
    #[error("the migrations could not be applied: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        lost_connections::note(&error);
        Self::Database(error)
    }
}

impl StoreError {
    /// What a log may hold of it where the failed statement had somebody's words in it: the database repeats them.
    pub fn for_log(&self) -> String {
        match self {
            Self::Database(sqlx::Error::Database(error)) => {
                format!("the database refused with code {}", error.code().unwrap_or_default())
            }
            other => other.to_string(),
        }
    }

    /// Whether the same may go well in a moment: the database could not be reached, was short of something, waited too
    /// long, or put others first. Nothing was done then.
    pub fn passes(&self) -> bool {
        let Self::Database(error) = self else { return false };
        match error {
            sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::Io(_)
            | sqlx::Error::Tls(_) => true,
            sqlx::Error::Database(error) => error.code().is_some_and(|code| state_passes(&code)),
            _ => false,
        }
    }

    /// Whether of two that waited for each other the database gave this one up (`deadlock_detected`).
    pub fn put_others_first(&self) -> bool {
        matches!(self, Self::Database(sqlx::Error::Database(error)) if error.code().as_deref() == Some("40P01"))
    }

    /// The constraint that a write violated, if it was one.
    pub fn violated_constraint(&self) -> Option<&str> {
        match self {
            Self::Database(sqlx::Error::Database(error)) => error.constraint(),
            _ => None,
        }
    }
}

/// By SQLSTATE: connections (08), rollbacks for others' sake (40), resources (53), somebody's hand or a deadline (57), the
/// system (58), and locks that are not to be had.
fn state_passes(state: &str) -> bool {
    ["08", "40", "53", "57", "58"].iter().any(|class| state.starts_with(class)) || state == "55P03"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_go_well_in_a_moment_is_told_from_what_never_will() {
        for state in [
            "08006", "40001", "40P01", "53100", "53200", "53300", "55P03", "57014", "57P01", "57P03", "58030",
        ] {
            assert!(state_passes(state), "{state}");
        }
        for state in ["22P02", "23505", "42601", "42P01", "55000", "XX000", ""] {
            assert!(!state_passes(state), "{state}");
        }
        assert!(StoreError::Database(sqlx::Error::PoolTimedOut).passes());
        assert!(!StoreError::Database(sqlx::Error::RowNotFound).passes() && !StoreError::TurnLost.passes());
    }
}

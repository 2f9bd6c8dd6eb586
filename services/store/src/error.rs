//! What can go wrong with the database.

/// What can go wrong with the database. The texts are for operators.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database did not answer as it should.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
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

    /// The constraint that a write violated, if it was one.
    pub fn violated_constraint(&self) -> Option<&str> {
        match self {
            Self::Database(sqlx::Error::Database(error)) => error.constraint(),
            _ => None,
        }
    }
}

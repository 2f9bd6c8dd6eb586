//! A connection of the pool that comes back to it only as it was.
//!
//! sqlx 0.9 sends `begin` and counts the transaction once Postgres has answered. A future that is dropped between the two
//! (a client goes away, an answer is stopped) gives the pool a connection with a transaction that nobody knows: what is
//! written there afterwards, and told as written, is gone when Postgres ends it.

use std::ops::{Deref, DerefMut};

use sqlx::pool::PoolConnection;
use sqlx::{Connection, PgConnection, PgPool, Postgres, Transaction};

/// A connection of a pool.
#[derive(Debug)]
pub struct Conn {
    pooled: PoolConnection<Postgres>,
    is_doubtful: bool,
}

impl Conn {
    /// Waits for one.
    ///
    /// # Errors
    ///
    /// When none is to be had in time.
    pub async fn acquire(pool: &PgPool) -> Result<Self, sqlx::Error> {
        Ok(Self { pooled: pool.acquire().await?, is_doubtful: false })
    }

    /// Begins a transaction. A connection on which that was not awaited to its end is closed.
    ///
    /// # Errors
    ///
    /// When the database does not begin one.
    pub async fn begin(&mut self) -> Result<Transaction<'_, Postgres>, sqlx::Error> {
        let Self { pooled, is_doubtful } = self;
        let was_doubtful = std::mem::replace(is_doubtful, true);
        let begun = pooled.begin().await;
        *is_doubtful = was_doubtful;
        begun
    }

    /// Has it closed when it is done with, whatever came of it.
    pub const fn close_on_drop(&mut self) {
        self.is_doubtful = true;
    }
}

impl Drop for Conn {
    fn drop(&mut self) {
        if self.is_doubtful {
            self.pooled.close_on_drop();
        }
    }
}

impl Deref for Conn {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.pooled
    }
}

impl DerefMut for Conn {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.pooled
    }
}

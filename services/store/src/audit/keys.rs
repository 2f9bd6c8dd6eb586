//! Places in lists, and how they are read: out of an index that holds whatever is filtered by.

use chrono::{DateTime, Utc};
use sqlx::postgres::PgRow;
use sqlx::{Connection, PgConnection, Postgres, QueryBuilder, Row};
use uuid::Uuid;

use crate::StoreError;

/// A place in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// When.
    pub at: DateTime<Utc>,
    /// Which.
    pub id: Uuid,
}

/// How keys are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// By walking through an index that is in the list's order. Left to itself, Postgres reads the rows of everything
    /// that a seldom filter might find, which takes many times longer.
    InOrder,
    /// As Postgres thinks best.
    AsItComes,
}

/// Reads the newest places, after the place `after`, if given, of a query that goes on.
pub(super) async fn read_keys(
    conn: &mut PgConnection,
    way: Way,
    mut query: QueryBuilder<Postgres>,
    after: Option<Key>,
    limit: i64,
) -> Result<Vec<Key>, StoreError> {
    push_place(&mut query, after, limit);
    let rows = read(conn, way, query).await?;
    rows.iter().map(|row| Ok(Key { at: row.try_get(0)?, id: row.try_get(1)? })).collect()
}

/// Adds that the newest rows are wanted, after the place `after`, if given; the row is called `s`.
pub(super) fn push_place(query: &mut QueryBuilder<Postgres>, after: Option<Key>, limit: i64) {
    if let Some(after) = after {
        query
            .push(" and (s.created_at, s.id) < (")
            .push_bind(after.at)
            .push(", ")
            .push_bind(after.id)
            .push(")");
    }
    query.push(" order by s.created_at desc, s.id desc limit ").push_bind(limit);
}

/// Reads the rows of a query.
pub(super) async fn read(
    conn: &mut PgConnection,
    way: Way,
    mut query: QueryBuilder<Postgres>,
) -> Result<Vec<PgRow>, StoreError> {
    let mut tx = conn.begin().await?;
    if way == Way::InOrder {
        sqlx::query(
            "select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
                    set_config('max_parallel_workers_per_gather', '0', true)",
        )
        .execute(&mut *tx)
        .await?;
    }
    let rows = query.build().fetch_all(&mut *tx).await?;
    // Takes the settings back; nothing was written.
    tx.rollback().await?;
    Ok(rows)
}

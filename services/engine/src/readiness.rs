//! Whether this instance can take messages now, for whoever sends it some.

use std::time::Duration;

use chatbot_store::{StoreError, contract, migrations};

use crate::engine::Engine;

/// A database that takes longer does not answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// What an instance lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// It is going down and lets its last answers end.
    Draining,
    /// The database does not answer.
    Database,
    /// Migrations of schema `chatbot` are not applied.
    Migrations,
    /// The host's views do not have the columns of the contract.
    LmsViews,
}

impl Lack {
    /// The name of the check that failed.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Draining => "draining",
            Self::Database => "database",
            Self::Migrations => "migrations",
            Self::LmsViews => "lms_views",
        }
    }
}

/// What this instance lacks; empty when it is ready. The details go to the log, for operators alone.
pub async fn lacks(engine: &Engine) -> Vec<Lack> {
    let mut lacks = Vec::new();
    if engine.shutdown.is_cancelled() {
        lacks.push(Lack::Draining);
    }
    match tokio::time::timeout(PATIENCE, of_database(engine)).await {
        Ok(Ok(found)) => lacks.extend(found),
        Ok(Err(error)) => {
            tracing::warn!(%error, "not ready: the database does not answer");
            lacks.push(Lack::Database);
        }
        Err(_) => {
            tracing::warn!("not ready: the database does not answer in time");
            lacks.push(Lack::Database);
        }
    }
    lacks
}

async fn of_database(engine: &Engine) -> Result<Vec<Lack>, StoreError> {
    let mut conn = engine.conn().await?;
    let mut lacks = Vec::new();
    if !migrations::are_applied(&mut conn, &migrations::MIGRATOR).await? {
        tracing::warn!("not ready: migrations of schema chatbot are not applied");
        lacks.push(Lack::Migrations);
    }
    let faults = contract::check_shape(&mut conn).await?;
    if !faults.is_empty() {
        for fault in &faults {
            tracing::warn!(%fault, "not ready: the views of schema lms do not keep the contract");
        }
        lacks.push(Lack::LmsViews);
    }
    Ok(lacks)
}

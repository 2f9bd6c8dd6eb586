//! The database: started, migrated, checked.

use std::time::Duration;

use chatbot_store::lost_connections;
use private_postgres::{Durability, Options, PrivatePostgres};
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection as _, Executor, PgPool};

use crate::{LmsError, Settings};

/// A connection that was in use so long ago is not asked whether it is still there: that would be one question more
/// for each statement of a busy server.
const SURELY_THERE: Duration = Duration::from_secs(1);

/// … unless one was found to be gone so lately: then all of them are asked.
const DOUBT: Duration = Duration::from_secs(10);

/// The database that is in use, and its server where it is our own.
#[derive(Debug)]
pub struct Database {
    /// Connections.
    pub pool: PgPool,
    postgres: Option<PrivatePostgres>,
}

impl Database {
    /// Connects to `DATABASE_URL`, or starts the private Postgres.
    pub async fn open(settings: &Settings) -> Result<Self, LmsError> {
        if let Some(url) = &settings.database_url {
            let options = url.expose().parse().map_err(LmsError::Connect)?;
            return Ok(Self { pool: connect(options, settings).await?, postgres: None });
        }
        let options = Options {
            data_dir: settings.data_dir.clone(),
            durability: Durability::Full,
            database: "chatbot".into(),
        };
        let postgres = PrivatePostgres::start(options).await?;
        let options = postgres.url().parse::<PgConnectOptions>();
        let connected = match options.map_err(LmsError::Connect) {
            // Its only role is named like the chatbot's schema, which must not come before `public`.
            Ok(options) => connect(options.options([("search_path", "public")]), settings).await,
            Err(error) => Err(error),
        };
        match connected {
            Ok(pool) => Ok(Self { pool, postgres: Some(postgres) }),
            Err(error) => {
                postgres.stop().await;
                Err(error)
            }
        }
    }

    /// Returns when the private Postgres has ended; never where there is none.
    pub async fn ended(&self) {
        match &self.postgres {
            Some(postgres) => postgres.exited().await,
            None => std::future::pending().await,
        }
    }

    /// Closes the connections and stops the private Postgres.
    pub async fn close(self) {
        self.pool.close().await;
        if let Some(postgres) = self.postgres {
            postgres.stop().await;
        }
    }
}

/// A process that hangs in the middle of a transaction keeps its locks no longer than a turn its lease: without this
/// nobody could take over what it has locked before it is ended by hand.
const LET_GO_OF_LOCKS: &str = "set idle_in_transaction_session_timeout = '10s'";

async fn connect(options: PgConnectOptions, settings: &Settings) -> Result<PgPool, LmsError> {
    PgPoolOptions::new()
        .max_connections(settings.database_connections)
        .acquire_timeout(Duration::from_secs(10))
        .after_connect(|connection, _| {
            Box::pin(async move { connection.execute(LET_GO_OF_LOCKS).await.map(|_| ()) })
        })
        .test_before_acquire(false)
        .before_acquire(|conn, meta| {
            Box::pin(async move {
                if meta.idle_for > SURELY_THERE || lost_connections::any_within(DOUBT) {
                    conn.ping().await?;
                }
                Ok(true)
            })
        })
        .connect_with(options)
        .await
        .map_err(LmsError::Connect)
}

/// The migrations of the demo LMS, with a history of their own.
pub fn lms_migrator() -> Migrator {
    let mut migrator = sqlx::migrate!("./migrations");
    migrator.dangerous_set_table_name("lms_demo._sqlx_migrations");
    migrator.create_schema("lms_demo");
    migrator
}

/// Brings both schemas up to date.
pub async fn migrate(pool: &PgPool) -> Result<(), LmsError> {
    let failed = |source| LmsError::Migrate { schema: "lms", source };
    lms_migrator().run(pool).await.map_err(failed)?;
    chatbot_store::migrations::run(pool).await.map_err(LmsError::MigrateChatbot)
}

/// Whether the demo LMS's own migrations are applied.
pub async fn lms_is_migrated(pool: &PgPool) -> bool {
    let asked = async {
        let mut db = pool.acquire().await?;
        chatbot_store::migrations::are_applied(&mut db, &lms_migrator()).await
    };
    asked.await.unwrap_or(false)
}

/// Checks that schema `lms` is what the chatbot reads.
pub async fn check_contract(pool: &PgPool) -> Result<(), LmsError> {
    let mut db = pool.acquire().await?;
    let faults = chatbot_store::contract::check(&mut db).await.map_err(LmsError::CheckContract)?;
    if faults.is_empty() {
        return Ok(());
    }
    Err(LmsError::ContractBroken(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")))
}

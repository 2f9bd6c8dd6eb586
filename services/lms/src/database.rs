//! The database: started, migrated, checked.

use private_postgres::{Durability, Options, PrivatePostgres};
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use sqlx::postgres::PgPoolOptions;

use crate::{LmsError, Settings};

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
            return Ok(Self { pool: connect(url.expose()).await?, postgres: None });
        }
        let options = Options {
            data_dir: settings.data_dir.clone(),
            durability: Durability::Full,
            database: "chatbot".into(),
        };
        let postgres = PrivatePostgres::start(options).await?;
        match connect(postgres.url()).await {
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

async fn connect(url: &str) -> Result<PgPool, LmsError> {
    PgPoolOptions::new()
        .max_connections(20)
        .acquire_timeout(std::time::Duration::from_secs(10))
        .connect(url)
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

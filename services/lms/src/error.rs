//! What can go wrong, in sentences for the person who started the program.

use std::net::SocketAddr;
use std::path::PathBuf;

use crate::settings::SettingsError;

/// Why a command of the LMS failed.
#[derive(Debug, thiserror::Error)]
pub enum LmsError {
    /// A setting cannot be used.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The private Postgres does not start.
    #[error("the private Postgres does not start: {0}")]
    PrivatePostgres(#[from] private_postgres::PrivatePostgresError),
    /// The database of `DATABASE_URL` does not answer.
    #[error("the database does not answer: {0} (DATABASE_URL says where it is)")]
    Connect(#[source] sqlx::Error),
    /// A query failed.
    #[error("the database refused: {0}")]
    Database(#[from] sqlx::Error),
    /// A migration failed.
    #[error("the migrations of schema `{schema}` cannot be applied: {source}")]
    Migrate {
        /// Whose migrations.
        schema: &'static str,
        /// What happened.
        source: sqlx::migrate::MigrateError,
    },
    /// The chatbot's migrations failed.
    #[error("the migrations of schema `chatbot` cannot be applied: {0}")]
    MigrateChatbot(#[source] chatbot_store::StoreError),
    /// The chatbot's tables cannot be used.
    #[error("the chatbot's tables cannot be used: {0}")]
    Chatbot(#[from] chatbot_store::StoreError),
    /// The tools do not fit together.
    #[error("the chatbot's tools cannot be used: {0}")]
    Tools(#[from] chatbot_tools::ChatbotError),
    /// A model server is set, but none of its models.
    #[error("OPENAI_BASE_URL or OPENAI_API_KEY is set, but not which model to ask: set CHATBOT_MODEL")]
    NoModelNamed,
    /// A model cannot be set up.
    #[error("the model cannot be set up: {0}. See OPENAI_BASE_URL, OPENAI_API_KEY and CHATBOT_MODEL")]
    Model(#[source] chatbot_provider::ProviderError),
    /// What demo people are to have asked could not be asked.
    #[error("the demo's questions cannot be asked: {0}")]
    Asking(#[from] chatbot_engine::EngineError),
    /// The contract could not be checked.
    #[error("the views of schema `lms` cannot be checked: {0}")]
    CheckContract(#[source] chatbot_store::StoreError),
    /// Schema `lms` is not what the chatbot reads.
    #[error("schema `lms` does not keep the contract (services/store/contract/lms.sql):\n{0}")]
    ContractBroken(String),
    /// Tokens cannot be made.
    #[error("tokens cannot be signed: {0}")]
    Tokens(#[source] jsonwebtoken::errors::Error),
    /// The keys of tokens could not be asked for.
    #[error("JWKS_URL cannot be asked: {0}")]
    TokenKeys(#[source] reqwest::Error),
    /// The address is taken.
    #[error("{address} is taken by another program. Stop that one, or choose another port with PORT")]
    AddressTaken {
        /// The address.
        address: SocketAddr,
    },
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// Published passwords must not be reachable from other machines.
    #[error(
        "HOST is {address}, but the database holds demo people, whose password is published. \
         Use HOST=127.0.0.1, or a database without demo people"
    )]
    DemoPeopleExposed {
        /// The address.
        address: std::net::IpAddr,
    },
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The course folder cannot be imported.
    #[error(transparent)]
    Import(#[from] crate::import::ImportError),
    /// The server ended with an error.
    #[error("the server failed: {0}")]
    Server(#[source] std::io::Error),
    /// The private Postgres ended while the server was running.
    #[error("the private Postgres ended; its log is in the data directory")]
    PostgresEnded,
}

impl From<chatbot_provider::ProviderError> for LmsError {
    fn from(error: chatbot_provider::ProviderError) -> Self {
        match error {
            chatbot_provider::ProviderError::NoModelNamed => Self::NoModelNamed,
            error => Self::Model(error),
        }
    }
}

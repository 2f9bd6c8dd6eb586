//! Settings: defaults, overridden by `chatbot.toml`, overridden by the environment. Read once at start.

mod currency;
mod source;
mod table;
mod value;

use std::net::IpAddr;
use std::path::PathBuf;

use chatbot_core::price::ModelPrice;

pub use source::Source;
pub use table::{SETTINGS, help};
pub(crate) use value::is_loopback;
pub use value::{Secret, SettingsError};

/// Which API of the model's vendor is spoken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ModelApi {
    /// Chat completions.
    #[default]
    Chat,
    /// Responses.
    Responses,
}

/// Everything that can be set.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Address to listen on.
    pub host: IpAddr,
    /// Port to listen on; 0 for any free one.
    pub port: u16,
    /// Where the private Postgres and generated secrets live.
    pub data_dir: PathBuf,
    /// The database; absent: a private Postgres under `data_dir`. Holds a password.
    pub database_url: Option<Secret>,
    /// How many connections to the database there may be at a time.
    pub database_connections: u32,
    /// Key of the model's vendor.
    pub openai_api_key: Option<Secret>,
    /// Base URL of an OpenAI-compatible API.
    pub openai_base_url: Option<String>,
    /// Name of the model.
    pub chatbot_model: Option<String>,
    /// How many tokens a request to the model and its reply may have together; absent: the provider room's default.
    pub chatbot_context_tokens: Option<u32>,
    /// What tokens of the model cost; absent: no cost is told.
    pub chatbot_price: Option<ModelPrice>,
    /// In which currency, an ISO 4217 code.
    pub chatbot_currency: String,
    /// Which API is spoken.
    pub chatbot_api: ModelApi,
    /// Whether a tool's name that a model nearly hit is repaired.
    pub repair_tool_names: bool,
    /// How much memory the indexes of courses take together, in bytes.
    pub search_index_bytes: usize,
    /// Base URL of an OpenAI-compatible API that makes vectors of texts; absent: search by words alone.
    pub embeddings_base_url: Option<String>,
    /// Its key.
    pub embeddings_api_key: Option<Secret>,
    /// The model there.
    pub embeddings_model: Option<String>,
    /// Secret by which tokens are signed; absent: generated under `data_dir`.
    pub jwt_secret: Option<Secret>,
    /// Where the keys are published of whoever signs tokens; absent: we sign them ourselves.
    pub jwks_url: Option<String>,
    /// Secret under which the arguments of erased calls are sealed; absent: generated under `data_dir`.
    pub erasure_secret: Option<Secret>,
    /// `aud` of tokens; checked when set.
    pub jwt_audience: Option<String>,
    /// `iss` of tokens; checked when set.
    pub jwt_issuer: Option<String>,
    /// Origins of other hosts that may call the API and frame the pages.
    pub allowed_origins: Vec<String>,
    /// Whoever bears it may read `/metrics`; absent: whoever is on this machine.
    pub metrics_token: Option<Secret>,
    /// The built pages.
    pub ui_dir: PathBuf,
}

impl Settings {
    /// Reads all settings and checks each.
    pub fn read(source: &Source) -> Result<Self, SettingsError> {
        source.refuse_unknown_keys()?;
        Ok(Self {
            host: value::host(source)?,
            port: value::port(source)?,
            data_dir: source.text("DATA_DIR")?.map_or_else(|| ".data".into(), PathBuf::from),
            database_url: value::database_url(source)?,
            database_connections: value::database_connections(source)?,
            openai_api_key: value::header_text(source, "OPENAI_API_KEY")?.map(Secret::new),
            openai_base_url: value::base_url(source, "OPENAI_BASE_URL")?,
            chatbot_model: source.text("CHATBOT_MODEL")?,
            chatbot_context_tokens: value::context_tokens(source)?,
            chatbot_price: value::price(source)?,
            chatbot_currency: value::currency(source)?,
            chatbot_api: value::api(source)?,
            repair_tool_names: value::switch(source, "REPAIR_TOOL_NAMES")?,
            search_index_bytes: value::search_index_bytes(source)?,
            embeddings_base_url: value::base_url(source, "EMBEDDINGS_BASE_URL")?,
            embeddings_api_key: value::header_text(source, "EMBEDDINGS_API_KEY")?.map(Secret::new),
            embeddings_model: source.text("EMBEDDINGS_MODEL")?,
            jwt_secret: value::secret(source, "JWT_SECRET")?,
            jwks_url: value::jwks_url(source)?,
            erasure_secret: value::secret(source, "ERASURE_SECRET")?,
            jwt_audience: source.text("JWT_AUDIENCE")?,
            jwt_issuer: source.text("JWT_ISSUER")?,
            allowed_origins: value::origins(source)?,
            metrics_token: value::metrics_token(source)?,
            ui_dir: source.text("UI_DIR")?.map_or_else(|| "services/course-ui/dist".into(), PathBuf::from),
        })
    }

    /// The defaults, as if nothing were set.
    ///
    /// # Errors
    /// Never in practice; a test reads them.
    pub fn defaults() -> Result<Self, SettingsError> {
        Self::read(&Source::default())
    }
}

#[cfg(test)]
mod tests;

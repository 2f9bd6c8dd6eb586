//! Models behind the ports [`chatbot_core::ModelClient`] and [`chatbot_core::embedder::Embedder`]: the only
//! room that knows a vendor's wire.
//!
//! Two models live here: [`openai`], any server that speaks Chat Completions or Responses with streaming and
//! tools, and [`offline`], a deterministic model in this process that answers with sentences of the course
//! pages it was given. [`Catalogue`] chooses between them. [`embeddings`] makes vectors of texts, for search.
//!
//! This room must never retry by itself (the engine has the budget), run a tool, judge a call, decide
//! what a student sees, or log message text, prompts or keys. Install [`LOG_FILTER`] in every log filter:
//! `async-openai` writes raw chunks to the log when it cannot read them. We read the reply ourselves, so
//! that it has no occasion to, but a filter does not depend on that.
//!
//! Start reading at [`openai::OpenAiClient`], then `openai/stream.rs`; for the offline model at
//! [`offline::OfflineModel`].

mod catalogue;
pub mod embeddings;
pub mod offline;
pub mod openai;

pub use catalogue::{Catalogue, CatalogueSettings};
pub use embeddings::{EmbedderSettings, OpenAiEmbedder};
pub use offline::OfflineModel;
pub use openai::{Api, OpenAiClient, OpenAiSettings};

/// The directive that every log filter must hold: `async-openai` logs raw chunks, hence students' text,
/// at ERROR level.
pub const LOG_FILTER: &str = "async_openai=off";

/// Why a model could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// The key cannot stand in an HTTP header.
    #[error("the API key has characters that cannot stand in an HTTP header")]
    KeyNotSendable,
    /// The base URL is none.
    #[error("the base URL {0:?} is no http(s) URL")]
    BaseUrl(String),
    /// A model server is named, but no model.
    #[error("no model is named for the model server")]
    NoModelNamed,
    /// The HTTP client could not be built.
    #[error("the HTTP client could not be built")]
    HttpClient(#[source] reqwest::Error),
}

/// Makes *ring* the process's TLS provider, unless there is one already. [`OpenAiClient::new`] does this
/// too; a binary that opens TLS connections before calls it at its start.
pub fn install_tls_provider() {
    // An error says that another provider was first, which serves as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

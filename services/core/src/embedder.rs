//! The port to a model that says what texts mean, as vectors.

use futures_util::future::BoxFuture;

/// What a text is, for models that treat the two differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmbeddedText {
    /// A question; somebody waits.
    Question,
    /// A passage that questions are held against.
    Passage,
}

/// A model that makes vectors of texts. What texts mean alike has vectors that point alike.
pub trait Embedder: Send + Sync {
    /// The model's name; vectors of different models are never compared.
    fn model(&self) -> &str;

    /// The vectors of some texts, in their order.
    fn embed(
        &self,
        kind: EmbeddedText,
        texts: Vec<String>,
    ) -> BoxFuture<'_, Result<Vec<Vec<f32>>, EmbedderFault>>;
}

/// What went wrong with an embedder. The texts are for operators.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmbedderFault {
    /// No connection, or it broke.
    #[error("the embedder cannot be reached: {0}")]
    Unreachable(String),
    /// It said no, or failed.
    #[error("the embedder refused the request (status {status}): {body}")]
    Refused {
        /// HTTP status.
        status: u16,
        /// The first part of the body.
        body: String,
    },
    /// The answer is not what was asked for.
    #[error("the embedder's answer cannot be used: {0}")]
    Unusable(String),
    /// Nothing came in time.
    #[error("the embedder was too slow")]
    Slow,
}

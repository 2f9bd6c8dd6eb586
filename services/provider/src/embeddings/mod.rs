//! Vectors of texts from any server that speaks OpenAI's `/embeddings`.
//!
//! A question waits 200 ms and no longer, and after a failure none is asked for a while: searches go by
//! words alone then. Texts and vectors are never logged.

mod wire;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chatbot_core::embedder::{EmbeddedText, Embedder, EmbedderFault};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use reqwest::header::HeaderValue;
use tokio::time::Instant;

use crate::ProviderError;

/// How an embedding server is reached.
#[derive(Clone)]
pub struct EmbedderSettings {
    /// The URL before `/embeddings`, usually ending in `/v1`.
    pub base_url: String,
    /// The key; without one no `Authorization` header is sent.
    pub api_key: Option<String>,
    /// The model's name at the server.
    pub model: String,
    /// The longest wait for a question's vector.
    pub question_patience: Duration,
    /// The longest wait for the vectors of a batch of passages.
    pub passage_patience: Duration,
    /// How long no question is asked after one failed.
    pub rest: Duration,
}

impl EmbedderSettings {
    /// Settings with the usual limits: 200 ms for a question, a minute for passages, 10 s of rest.
    pub fn new(base_url: impl Into<String>, model: impl Into<String>) -> Self {
        Self {
            base_url: base_url.into(),
            api_key: None,
            model: model.into(),
            question_patience: Duration::from_millis(200),
            passage_patience: Duration::from_mins(1),
            rest: Duration::from_secs(10),
        }
    }
}

impl std::fmt::Debug for EmbedderSettings {
    /// Never shows the key.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EmbedderSettings")
            .field("base_url", &self.base_url)
            .field("model", &self.model)
            .field("api_key", &self.api_key.as_ref().map(|_| "…"))
            .finish_non_exhaustive()
    }
}

/// A model behind an OpenAI-compatible `/embeddings` endpoint.
pub struct OpenAiEmbedder {
    settings: EmbedderSettings,
    url: String,
    http: reqwest::Client,
    resting_until: Mutex<Option<Instant>>,
}

impl OpenAiEmbedder {
    /// Sets the client up; nothing is sent yet.
    pub fn new(settings: EmbedderSettings) -> Result<Self, ProviderError> {
        crate::install_tls_provider();
        if settings.model.trim().is_empty() {
            return Err(ProviderError::NoModelNamed);
        }
        let base_url = settings.base_url.trim_end_matches('/');
        match reqwest::Url::parse(base_url) {
            Ok(url) if matches!(url.scheme(), "http" | "https") => {}
            _ => return Err(ProviderError::BaseUrl(settings.base_url.clone())),
        }
        HeaderValue::from_str(settings.api_key.as_deref().unwrap_or_default())
            .map_err(|_| ProviderError::KeyNotSendable)?;
        let http = reqwest::Client::builder()
            // A redirected POST would become a GET elsewhere; it is reported as what it is.
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(Duration::from_secs(10))
            .build()
            .map_err(ProviderError::HttpClient)?;
        Ok(Self { url: format!("{base_url}/embeddings"), settings, http, resting_until: Mutex::new(None) })
    }

    async fn vectors(&self, kind: EmbeddedText, texts: Vec<String>) -> Result<Vec<Vec<f32>>, EmbedderFault> {
        let is_question = kind == EmbeddedText::Question;
        if is_question && self.is_resting() {
            return Err(EmbedderFault::Unreachable("it failed a moment ago".to_owned()));
        }
        let patience =
            if is_question { self.settings.question_patience } else { self.settings.passage_patience };
        let texts = texts.into_iter().map(|text| self.addressed(kind, text)).collect();
        let key = self.settings.api_key.as_deref();
        let asked = wire::post(&self.http, &self.url, key, &self.settings.model, texts);
        let vectors = tokio::time::timeout(patience, asked).await.unwrap_or(Err(EmbedderFault::Slow));
        if is_question && vectors.is_err() {
            self.rest();
        }
        vectors
    }

    /// Models of the e5 family want to be told what a text is.
    fn addressed(&self, kind: EmbeddedText, text: String) -> String {
        let wants_to_be_told = self.settings.model.to_ascii_lowercase().contains("e5-");
        match kind {
            _ if !wants_to_be_told => text,
            EmbeddedText::Question => format!("query: {text}"),
            EmbeddedText::Passage => format!("passage: {text}"),
        }
    }

    fn is_resting(&self) -> bool {
        let until = *self.resting_until.lock().unwrap_or_else(PoisonError::into_inner);
        until.is_some_and(|until| Instant::now() < until)
    }

    fn rest(&self) {
        let until = Instant::now() + self.settings.rest;
        *self.resting_until.lock().unwrap_or_else(PoisonError::into_inner) = Some(until);
    }
}

impl Embedder for OpenAiEmbedder {
    fn model(&self) -> &str {
        &self.settings.model
    }

    fn embed(
        &self,
        kind: EmbeddedText,
        texts: Vec<String>,
    ) -> BoxFuture<'_, Result<Vec<Vec<f32>>, EmbedderFault>> {
        self.vectors(kind, texts).boxed()
    }
}

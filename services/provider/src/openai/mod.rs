//! OpenAI's two APIs with streaming and tools, as OpenAI and everybody who imitates it serve them: Chat Completions
//! ([`chat`]) and Responses ([`responses`]).
//!
//! **What of `async-openai` is used, and why not its stream.** The crate makes the request (URL, headers,
//! body, `create_stream_byot`). Its own stream is not used: it reads into an unbounded channel (a slow
//! student's browser would let the reply pile up here), loses the status of HTTP faults, takes a 200 with
//! an HTML page for an empty reply, drops a last event without a blank line, and retries by itself. The
//! HTTP service that we hand it ([`transport`]) checks status and content type and keeps the response for
//! us; [`sse`] reads the body as fast as the consumer asks and no faster, and [`stream`] watches for silence and for
//! replies that break off. What an event says and how events become a reply differs between the two APIs ([`reply`]
//! is what they have in common, [`fields`] and [`overflow`] read what other people's servers write).

mod chat;
mod fields;
mod half_characters;
mod overflow;
mod reply;
mod responses;
mod sse;
mod stream;
mod transport;
#[cfg(test)]
mod trying;

use std::time::Duration;

use chatbot_core::ModelClient;
use chatbot_core::model::{ModelFault, ModelProfile, ModelRequest, ModelStream};
use chatbot_core::price::ModelPrice;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::time::Instant;

use crate::ProviderError;
use chat::ChatReply;
use responses::ResponsesReply;
use stream::Patience;
use transport::Transport;

/// Where OpenAI itself is.
pub const OPENAI_BASE_URL: &str = "https://api.openai.com/v1";

/// Which of the two is spoken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Api {
    /// Chat Completions, which most servers know.
    #[default]
    Chat,
    /// Responses, OpenAI's newer one. The vendor is asked to store nothing.
    Responses,
}

/// The field that limits a reply's length in Chat Completions. OpenAI's newer models refuse the older name, most other
/// servers know only that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LengthField {
    /// `max_tokens`
    #[default]
    MaxTokens,
    /// `max_completion_tokens`
    MaxCompletionTokens,
}

/// How a model server is reached.
#[derive(Clone)]
pub struct OpenAiSettings {
    /// The URL before `/chat/completions` and `/responses`, usually ending in `/v1`.
    pub base_url: String,
    /// Which API is spoken.
    pub api: Api,
    /// The key; without one no `Authorization` header is sent.
    pub api_key: Option<String>,
    /// The model's name at the server; also its id in the catalogue.
    pub model: String,
    /// Its name for people; the model's name when there is none.
    pub label: Option<String>,
    /// The longest wait for the first byte of the reply's body, counted from the question.
    pub first_byte: Duration,
    /// The longest silence inside a reply.
    pub idle: Duration,
    /// Whether the model can call tools.
    pub tools: bool,
    /// Whether the model has a sampling temperature.
    pub temperature: bool,
    /// How many tokens a request and its reply may have together.
    pub context_tokens: u32,
    /// How the length limit is named in Chat Completions.
    pub length_field: LengthField,
    /// What its tokens cost, where that is known.
    pub price: Option<ModelPrice>,
}

impl OpenAiSettings {
    /// Settings with the usual limits: 60 s to the first byte, 30 s of silence, 32,000 tokens.
    pub fn new(base_url: impl Into<String>, model: impl Into<String>) -> Self {
        let base_url = base_url.into();
        let length_field = if base_url.trim_end_matches('/') == OPENAI_BASE_URL {
            LengthField::MaxCompletionTokens
        } else {
            LengthField::MaxTokens
        };
        let model = model.into();
        Self {
            base_url,
            api: Api::default(),
            api_key: None,
            temperature: has_temperature(&model),
            model,
            label: None,
            first_byte: Duration::from_mins(1),
            idle: Duration::from_secs(30),
            tools: true,
            context_tokens: 32_000,
            length_field,
            price: None,
        }
    }
}

/// Models that reason before they answer (o1, o3, gpt-5 and the like) refuse a temperature. What stands before
/// a slash is who makes it.
fn has_temperature(model: &str) -> bool {
    let name = model.rsplit('/').next().unwrap_or(model);
    let mut letters = name.chars();
    let is_o_series = letters.next() == Some('o') && letters.next().is_some_and(|c| c.is_ascii_digit());
    !is_o_series && (!name.starts_with("gpt-5") || name.contains("chat"))
}

/// Through text, so that 0.2f32 is sent as 0.2 and not as 0.20000000298.
fn temperature_as_written(temperature: f32) -> f64 {
    temperature.to_string().parse().unwrap_or(f64::from(temperature))
}

impl std::fmt::Debug for OpenAiSettings {
    /// Never shows the key.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenAiSettings")
            .field("base_url", &self.base_url)
            .field("api", &self.api)
            .field("model", &self.model)
            .field("api_key", &self.api_key.as_ref().map(|_| "…"))
            .finish_non_exhaustive()
    }
}

/// A model behind an OpenAI-compatible server.
pub struct OpenAiClient {
    profile: ModelProfile,
    settings: OpenAiSettings,
    transport: Transport,
}

impl OpenAiClient {
    /// Sets the client up; nothing is sent yet.
    pub fn new(settings: OpenAiSettings) -> Result<Self, ProviderError> {
        if settings.model.trim().is_empty() {
            return Err(ProviderError::NoModelNamed);
        }
        let transport = Transport::new(&settings)?;
        let profile = ModelProfile {
            id: settings.model.clone(),
            label: settings.label.clone().unwrap_or_else(|| settings.model.clone()),
            tools: settings.tools,
            temperature: settings.temperature,
            context_tokens: settings.context_tokens,
            price: settings.price,
        };
        Ok(Self { profile, settings, transport })
    }

    async fn send(&self, request: &ModelRequest) -> Result<ModelStream, ModelFault> {
        let OpenAiSettings { api, model, length_field, first_byte, idle, .. } = &self.settings;
        let deadline = Instant::now() + *first_byte;
        let body = match api {
            Api::Chat => chat::body(request, model, *length_field),
            Api::Responses => responses::body(request, model),
        };
        let response = tokio::time::timeout_at(deadline, self.transport.post(*api, body))
            .await
            .map_err(|_| ModelFault::Silent(*first_byte))??;
        let patience = Patience { deadline, first_byte: *first_byte, idle: *idle };
        Ok(match api {
            Api::Chat => stream::read::<ChatReply>(response, patience),
            Api::Responses => stream::read::<ResponsesReply>(response, patience),
        })
    }
}

impl ModelClient for OpenAiClient {
    fn profile(&self) -> &ModelProfile {
        &self.profile
    }

    fn ask(&self, request: ModelRequest) -> BoxFuture<'_, Result<ModelStream, ModelFault>> {
        async move { self.send(&request).await }.boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::has_temperature;

    #[test]
    fn models_that_reason_have_no_temperature() {
        for (model, has) in [
            ("gpt-4o-mini", true),
            ("gpt-5-mini", false),
            ("gpt-5-chat-latest", true),
            ("o3", false),
            ("openai/o4-mini", false),
            ("openchat", true),
        ] {
            assert_eq!(has_temperature(model), has, "{model}");
        }
    }
}

//! One request, one answer: `async-openai` makes the request, our HTTP service sends it once, turns every
//! HTTP fault into the [`ModelFault`] that it is, and keeps the response for us.

use std::time::Duration;

use async_openai::Client;
use async_openai::config::OpenAIConfig;
use async_openai::error::OpenAIError;
use async_openai::middleware::HttpRequestFactory;
use chatbot_core::model::ModelFault;
use chatbot_core::text::first_chars;
use chrono::DateTime;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, DATE, HeaderMap, HeaderValue, RETRY_AFTER};
use reqwest::{Response, StatusCode};
use serde_json::Value;
use tokio::sync::mpsc;

use super::{Api, OpenAiSettings, overflow};
use crate::ProviderError;

/// How much of an error's body is kept.
const BODY_CHARS: usize = 500;
/// How much of it is read, at most.
const BODY_BYTES: usize = 8 * 1024;
/// How long it is waited for.
const BODY_PATIENCE: Duration = Duration::from_secs(5);

/// What `async-openai` is told instead of the response, which we keep.
#[derive(Debug, thiserror::Error)]
#[error("the response was handed to its reader")]
struct HandedOver;

/// The way to the server.
pub struct Transport {
    http: reqwest::Client,
    client: Client<OpenAIConfig>,
    send_key: bool,
}

impl Transport {
    pub fn new(settings: &OpenAiSettings) -> Result<Self, ProviderError> {
        crate::install_tls_provider();
        let base_url = settings.base_url.trim_end_matches('/');
        match reqwest::Url::parse(base_url) {
            Ok(url) if matches!(url.scheme(), "http" | "https") => {}
            _ => return Err(ProviderError::BaseUrl(settings.base_url.clone())),
        }
        let key = settings.api_key.as_deref().unwrap_or_default();
        HeaderValue::from_str(key).map_err(|_| ProviderError::KeyNotSendable)?;
        let http = reqwest::Client::builder()
            // A redirected POST would become a GET elsewhere; it is reported as what it is.
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(Duration::from_secs(10))
            .build()
            .map_err(ProviderError::HttpClient)?;
        // All four are set, so that nothing is taken from the environment behind the settings' back.
        let config =
            OpenAIConfig::new().with_api_base(base_url).with_api_key(key).with_org_id("").with_project_id("");
        let client = Client::build(http.clone(), config);
        Ok(Self { http, client, send_key: settings.api_key.is_some() })
    }

    /// Posts the body once. What comes back is an event stream.
    pub async fn post(&self, api: Api, body: Value) -> Result<Response, ModelFault> {
        let (hand_over, mut handed) = mpsc::channel(1);
        let (http, send_key) = (self.http.clone(), self.send_key);
        let service = tower::service_fn(move |request: HttpRequestFactory| {
            let (http, hand_over) = (http.clone(), hand_over.clone());
            async move {
                let mut request = request.build().await?;
                if !send_key {
                    request.headers_mut().remove(AUTHORIZATION);
                }
                let answer = match http.execute(request).await {
                    Ok(response) => checked(response).await,
                    Err(error) => Err(ModelFault::Unreachable(chain(error))),
                };
                let _ = hand_over.try_send(answer);
                Err::<Response, _>(OpenAIError::Boxed(Box::new(HandedOver)))
            }
        });
        // A service per request, because it hands its response to this call. It replaces the default one
        // and with that the crate's own retries.
        let client = self.client.clone().with_http_service(service);
        let error = match api {
            Api::Chat => client.chat().create_stream_byot::<_, Value>(body).await.err(),
            Api::Responses => client.responses().create_stream_byot::<_, Value>(body).await.err(),
        };
        match (handed.try_recv(), error) {
            (Ok(answer), _) => answer,
            (Err(_), Some(error)) => Err(ModelFault::Unreachable(error.to_string())),
            (Err(_), None) => Err(ModelFault::Unreachable("the response got lost".into())),
        }
    }
}

/// The response, if it is an event stream.
async fn checked(response: Response) -> Result<Response, ModelFault> {
    let status = response.status();
    let content_type = response.headers().get(CONTENT_TYPE).map_or_else(
        || "of no type".to_owned(),
        |value| String::from_utf8_lossy(value.as_bytes()).into_owned(),
    );
    if status.is_success() && content_type.trim_start().to_ascii_lowercase().starts_with("text/event-stream")
    {
        return Ok(response);
    }
    let headers = response.headers().clone();
    let body = start_of_body(response).await;
    if status.is_success() {
        if body.contains("error") && overflow::is_said(&body) {
            return Err(ModelFault::ContextExceeded { body });
        }
        let (kind, _) = first_chars(&content_type, 100);
        return Err(ModelFault::NotAStream(format!("{kind}: {body}")));
    }
    Err(fault_of(status, &headers, body))
}

fn fault_of(status: StatusCode, headers: &HeaderMap, body: String) -> ModelFault {
    let code = status.as_u16();
    match code {
        // No money left is a 429 at OpenAI, but waiting does not help.
        429 if body.contains("insufficient_quota") => ModelFault::Refused { status: code, body },
        413 => ModelFault::ContextExceeded { body },
        // Some report it as a fault of their own.
        400 | 422 | 500 if overflow::is_said(&body) => ModelFault::ContextExceeded { body },
        429 | 503 | 529 => ModelFault::Busy { status: code, retry_after: retry_after(headers) },
        408 | 500.. => ModelFault::ProviderFailed { status: code, body },
        _ => ModelFault::Refused { status: code, body },
    }
}

/// `Retry-After` in seconds or as a date (held against the answer's own `Date`, not against our clock),
/// or the `retry-after-ms` that some send.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    if let Some(millis) = text("retry-after-ms").and_then(|value| value.parse().ok()) {
        return Some(Duration::from_millis(millis));
    }
    let wanted = text(RETRY_AFTER.as_str())?;
    if let Ok(seconds) = wanted.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let at = DateTime::parse_from_rfc2822(wanted).ok()?;
    let now = DateTime::parse_from_rfc2822(text(DATE.as_str())?).ok()?;
    Some((at - now).to_std().unwrap_or_default())
}

async fn start_of_body(mut response: Response) -> String {
    let mut start = Vec::new();
    let read = async {
        while let Ok(Some(bytes)) = response.chunk().await {
            let room = BODY_BYTES.saturating_sub(start.len());
            start.extend_from_slice(&bytes[..bytes.len().min(room)]);
            if start.len() >= BODY_BYTES {
                break;
            }
        }
    };
    // What came in time is kept.
    let _ = tokio::time::timeout(BODY_PATIENCE, read).await;
    let text = String::from_utf8_lossy(&start);
    first_chars(text.trim(), BODY_CHARS).0.to_owned()
}

/// An error with its causes, without the URL (which may hold a key).
pub fn chain(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(&error);
    while let Some(inner) = cause {
        text.push_str(": ");
        text.push_str(&inner.to_string());
        cause = inner.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_that_a_server_asks_for_is_read_in_all_its_forms() {
        let date = ("date", "Wed, 21 Oct 2015 07:28:00 GMT");
        for (headers, expected) in [
            (vec![("retry-after", "7")], Some(7_000)),
            (vec![("retry-after", " 0.5 ")], Some(500)),
            (vec![("retry-after", "7"), ("retry-after-ms", "20")], Some(20)),
            (vec![("retry-after", "Wed, 21 Oct 2015 07:28:30 GMT"), date], Some(30_000)),
            (vec![("retry-after", "Wed, 21 Oct 2015 07:27:00 GMT"), date], Some(0)),
            (vec![("retry-after", "Wed, 21 Oct 2015 07:28:30 GMT")], None),
            (vec![("retry-after", "soon"), date], None),
            (vec![("retry-after", "-3")], None),
            (vec![("retry-after", "1e300")], None),
            (vec![], None),
        ] {
            let map: HeaderMap = headers
                .iter()
                .map(|(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value)))
                .collect::<Vec<(reqwest::header::HeaderName, _)>>()
                .into_iter()
                .collect();
            assert_eq!(retry_after(&map), expected.map(Duration::from_millis), "{headers:?}");
        }
    }

    #[test]
    fn a_key_or_url_that_cannot_be_sent_is_refused_at_the_start() {
        let mut settings = OpenAiSettings::new("http://localhost:1/v1", "m");
        settings.api_key = Some("a\nb".into());
        assert!(matches!(Transport::new(&settings), Err(ProviderError::KeyNotSendable)));
        for url in ["", "localhost:1", "file:///etc"] {
            let settings = OpenAiSettings::new(url, "m");
            assert!(matches!(Transport::new(&settings), Err(ProviderError::BaseUrl(_))), "{url}");
        }
    }
}

//! Reads what is published at the address, within bounds.

use std::time::Duration;

use reqwest::header::ACCEPT;
use reqwest::{Client, Response};

use crate::settings::is_loopback;

/// Longer documents are not read to their end: a set of keys is a few kilobytes.
const LONGEST: usize = 256 << 10;

/// Why the keys cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum KeysFault {
    #[error("it cannot be reached ({0})")]
    Unreachable(&'static str),
    #[error("it answers {0}")]
    Status(reqwest::StatusCode),
    #[error("the answer is longer than {LONGEST} bytes")]
    TooLong,
    #[error("the answer is no set of keys")]
    NoKeySet,
    #[error("none of its keys can be used: RSA of 2048 bits or more, EC P-256 or Ed25519, for signatures")]
    NoUsableKey,
}

/// Where keys are published.
pub(super) struct Source {
    url: String,
    http: Client,
}

impl Source {
    pub fn new(url: &str, patience: Duration) -> Result<Self, reqwest::Error> {
        // Another one may be installed already; that is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let builder = Client::builder()
            // Whoever answers in another's name is not believed.
            .redirect(reqwest::redirect::Policy::none())
            .timeout(patience)
            // A connection belongs to the thread that opened it.
            .pool_max_idle_per_host(0);
        let builder = if is_loopback(url) { builder.no_proxy() } else { builder };
        Ok(Self { url: url.to_owned(), http: builder.build()? })
    }

    pub async fn read(&self) -> Result<Vec<u8>, KeysFault> {
        let request = self.http.get(&self.url).header(ACCEPT, "application/json, application/jwk-set+json");
        let response = request.send().await.map_err(unreachable)?;
        if !response.status().is_success() {
            return Err(KeysFault::Status(response.status()));
        }
        body(response).await
    }
}

async fn body(mut response: Response) -> Result<Vec<u8>, KeysFault> {
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(unreachable)? {
        if body.len() + piece.len() > LONGEST {
            return Err(KeysFault::TooLong);
        }
        body.extend_from_slice(&piece);
    }
    Ok(body)
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn unreachable(error: reqwest::Error) -> KeysFault {
    KeysFault::Unreachable(if error.is_timeout() {
        "it takes too long"
    } else if error.is_connect() {
        "no connection"
    } else {
        "the connection broke"
    })
}

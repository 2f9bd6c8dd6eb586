//! The public keys of whoever signs tokens, as they publish them (a JSON Web Key Set).
//!
//! One task reads them: when it starts, every few minutes, and when a token names a key that is not there. However many
//! such tokens come, the set is read once and then not again for a while. Keys that were read are kept until newer ones
//! are: while the set cannot be read, nobody is signed out.

mod document;
mod fetch;

use std::sync::Arc;
use std::time::Duration;

use jsonwebtoken::{Algorithm, DecodingKey};
use tokio::sync::{Notify, watch};

use fetch::Source;

/// How often keys are read, and how long for.
#[derive(Clone, Copy, Debug)]
pub struct KeyTimings {
    /// How often they are read when nobody asks for one.
    pub refresh: Duration,
    /// The least time between two reads, whoever asks.
    pub floor: Duration,
    /// How long a read may take as a whole.
    pub patience: Duration,
}

impl Default for KeyTimings {
    fn default() -> Self {
        Self {
            refresh: Duration::from_mins(5),
            floor: Duration::from_secs(10),
            patience: Duration::from_secs(5),
        }
    }
}

/// A key with the one algorithm that tokens may be signed by with it.
pub struct TokenKey {
    id: Option<String>,
    algorithm: Algorithm,
    checking: DecodingKey,
}

impl TokenKey {
    /// What tokens are checked with.
    pub const fn checking(&self) -> &DecodingKey {
        &self.checking
    }

    /// By what they are signed.
    pub const fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}

/// The keys cannot be read at the moment, so that nobody knows whether a token holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeysUnavailable;

/// The keys, as they were read last.
pub struct TokenKeys {
    source: Source,
    timings: KeyTimings,
    state: watch::Sender<State>,
    asked: Notify,
}

#[derive(Clone, Default)]
struct State {
    keys: Arc<[Arc<TokenKey>]>,
    /// How often they were read, or could not be.
    reads: u64,
    phase: Phase,
    is_well: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Phase {
    /// They are being read, or will be as soon as there is a task that does.
    #[default]
    Reading,
    /// They were read a moment ago.
    Resting,
    /// They can be read again.
    Idle,
}

impl State {
    /// The key that a token names; of a token that names none the only one there is for its algorithm.
    fn find(&self, id: Option<&str>, algorithm: Algorithm) -> Option<Arc<TokenKey>> {
        let mut fitting = self
            .keys
            .iter()
            .filter(|key| key.algorithm == algorithm && (id.is_none() || key.id.as_deref() == id));
        let first = fitting.next()?;
        (id.is_some() || fitting.next().is_none()).then(|| Arc::clone(first))
    }

    /// Whether there is a key that is named so, by whichever algorithm.
    fn has(&self, id: Option<&str>) -> bool {
        id.is_some() && self.keys.iter().any(|key| key.id.as_deref() == id)
    }
}

impl TokenKeys {
    /// Keys that are published at this address; none is read yet.
    pub fn at(url: &str, timings: KeyTimings) -> Result<Self, reqwest::Error> {
        let source = Source::new(url, timings.patience)?;
        Ok(Self { source, timings, state: watch::Sender::new(State::default()), asked: Notify::new() })
    }

    /// Reads the keys again and again; never returns.
    pub async fn keep(&self) {
        loop {
            let is_well = self.read().await;
            tokio::time::sleep(self.timings.floor).await;
            self.state.send_modify(|state| state.phase = Phase::Idle);
            let rest = if is_well { self.timings.refresh } else { self.timings.floor };
            tokio::select! {
                () = tokio::time::sleep(rest) => {}
                () = self.asked.notified() => {}
            }
            self.state.send_modify(|state| state.phase = Phase::Reading);
        }
    }

    /// The key of a token. Waits for a read where the key is not there and the keys can be read.
    pub async fn find(
        &self,
        id: Option<&str>,
        algorithm: Algorithm,
    ) -> Result<Option<Arc<TokenKey>>, KeysUnavailable> {
        if !document::ALGORITHMS.contains(&algorithm) {
            return Ok(None);
        }
        let mut state = self.state.subscribe();
        let (phase, reads) = {
            let now = state.borrow_and_update();
            let found = now.find(id, algorithm);
            if found.is_some() || now.has(id) {
                return Ok(found);
            }
            (now.phase, now.reads)
        };
        if phase == Phase::Idle {
            self.asked.notify_one();
        }
        if phase != Phase::Resting {
            let patience = self.timings.patience * 2;
            // Should that take too long, what is known by then counts.
            let _ = tokio::time::timeout(patience, state.wait_for(|state| state.reads > reads)).await;
        }
        let now = self.state.borrow();
        match now.find(id, algorithm) {
            Some(key) => Ok(Some(key)),
            None if now.is_well => Ok(None),
            None => Err(KeysUnavailable),
        }
    }

    /// Reads them once; whether that went well.
    async fn read(&self) -> bool {
        let read = self.source.read().await.and_then(|text| document::keys_of(&text));
        let is_well = read.is_ok();
        match read {
            Ok(keys) => {
                let keys: Arc<[Arc<TokenKey>]> = keys.into_iter().map(Arc::new).collect();
                tracing::debug!(keys = keys.len(), "read the keys of tokens");
                self.state.send_modify(|state| state.keys = keys);
            }
            Err(fault) => {
                let kept = self.state.borrow().keys.len();
                tracing::warn!(%fault, kept, "the keys of tokens (JWKS_URL) cannot be read");
            }
        }
        self.state.send_modify(|state| {
            state.reads += 1;
            state.is_well = is_well;
            state.phase = Phase::Resting;
        });
        is_well
    }
}

//! An OpenAI-compatible model (Chat Completions, streaming) for tests and measurements: many thousands of
//! pieces of text a second, at a pace, with calls, faults and places where it waits until it is let go.
//!
//! What it does for a request says a [`Plan`]: the next one of the queue ([`ModelServer::will`]), else the
//! one that stands behind `#model` in the last question, else twenty words. Every request is checked as the
//! strictest provider would ([`check`]); what is wrong gets a 400 and stands in [`ModelServer::invalid`].

mod answer;
mod check;
mod connection;
mod message;
mod plan;
mod reply;
mod state;
mod wire;

use std::net::SocketAddr;
use std::sync::Arc;

use serde_json::Value;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub use check::faults_of;
pub use plan::{Call, Fault, Hold, Plan};
pub use state::Counts;
use state::State;

/// A model server while it runs; dropping it closes its port and its sockets.
pub struct ModelServer {
    address: SocketAddr,
    state: Arc<State>,
    accepting: JoinHandle<()>,
}

impl ModelServer {
    /// Serves on any free port of this machine.
    pub async fn start() -> Self {
        Self::start_at(SocketAddr::from(([127, 0, 0, 1], 0))).await.expect("a port is free")
    }

    /// Serves at an address.
    pub async fn start_at(address: SocketAddr) -> std::io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let state = Arc::new(State::default());
        let accepting = tokio::spawn(connection::accept(listener, Arc::clone(&state)));
        Ok(Self { address, state, accepting })
    }

    /// What a server is told as its `OPENAI_BASE_URL`.
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The next requests get these plans, one each, whatever they ask for.
    pub fn will(&self, plans: impl IntoIterator<Item = Plan>) {
        self.state.queue(plans);
    }

    /// Drops the plans that no request has taken.
    pub fn forget_plans(&self) {
        self.state.forget_plans();
    }

    /// The bodies of the last requests, the oldest first; older than 1,000 requests none is kept.
    pub fn requests(&self) -> Vec<Value> {
        self.state.requests()
    }

    /// What was wrong with requests, a sentence each; the first hundred.
    pub fn invalid(&self) -> Vec<String> {
        self.state.invalid()
    }

    pub fn counts(&self) -> Counts {
        self.state.counts()
    }

    /// How many sockets are open, idle ones too.
    pub fn open_sockets(&self) -> usize {
        self.state.counts().open_sockets
    }

    /// How many replies are being given.
    pub fn open_streams(&self) -> usize {
        self.state.counts().open_streams
    }

    /// Lets one reply go on that waits at this gate, or that comes there next.
    pub fn open_gate(&self, gate: &str) {
        self.state.gate(gate).open();
    }

    /// Returns when so many replies wait at this gate.
    pub async fn wait_until_held(&self, gate: &str, replies: usize) {
        let gate = self.state.gate(gate);
        self.state.wait_until(|_| gate.held() >= replies).await;
    }

    /// Returns when the counts are as wanted.
    pub async fn wait_until(&self, wanted: impl Fn(&Counts) -> bool) {
        self.state.wait_until(wanted).await;
    }
}

impl Drop for ModelServer {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

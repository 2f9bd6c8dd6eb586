//! What a model server remembers.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::{Notify, Semaphore};

use super::plan::Plan;

/// How many bodies are kept.
const KEPT_REQUESTS: usize = 1_000;
/// How many faults of requests are kept.
const KEPT_FAULTS: usize = 100;

/// How much there was of everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Requests for a reply, invalid ones too.
    pub requests: u64,
    pub invalid: u64,
    /// Sockets that are open now, idle ones too.
    pub open_sockets: usize,
    /// Replies that are being given now.
    pub open_streams: usize,
    /// Replies whose client closed its socket before their end.
    pub gone_early: u64,
    /// Replies given to their end, or to their planned fault.
    pub ended: u64,
    /// Pieces of text.
    pub deltas: u64,
}

#[derive(Default)]
pub struct State {
    plans: Mutex<VecDeque<Plan>>,
    requests: Mutex<VecDeque<Value>>,
    invalid: Mutex<Vec<String>>,
    gates: Mutex<HashMap<String, Arc<Gate>>>,
    pub asked: AtomicU64,
    refused: AtomicU64,
    open_sockets: AtomicUsize,
    open_streams: AtomicUsize,
    pub gone_early: AtomicU64,
    pub ended: AtomicU64,
    deltas: AtomicU64,
    changed: Notify,
}

impl State {
    pub fn queue(&self, plans: impl IntoIterator<Item = Plan>) {
        self.plans.lock().unwrap().extend(plans);
    }

    pub fn forget_plans(&self) {
        self.plans.lock().unwrap().clear();
    }

    pub fn next_plan(&self) -> Option<Plan> {
        self.plans.lock().unwrap().pop_front()
    }

    pub fn keep_request(&self, body: Value) {
        let mut requests = self.requests.lock().unwrap();
        if requests.len() == KEPT_REQUESTS {
            requests.pop_front();
        }
        requests.push_back(body);
    }

    pub fn requests(&self) -> Vec<Value> {
        self.requests.lock().unwrap().iter().cloned().collect()
    }

    pub fn refuse(&self, faults: &[String]) {
        self.refused.fetch_add(1, Relaxed);
        let mut invalid = self.invalid.lock().unwrap();
        let room = KEPT_FAULTS.saturating_sub(invalid.len());
        invalid.extend(faults.iter().take(room).cloned());
        self.changed.notify_waiters();
    }

    pub fn told(&self, pieces: u64) {
        self.deltas.fetch_add(pieces, Relaxed);
        self.changed.notify_waiters();
    }

    pub fn invalid(&self) -> Vec<String> {
        self.invalid.lock().unwrap().clone()
    }

    pub fn counts(&self) -> Counts {
        Counts {
            requests: self.asked.load(Relaxed),
            invalid: self.refused.load(Relaxed),
            open_sockets: self.open_sockets.load(Relaxed),
            open_streams: self.open_streams.load(Relaxed),
            gone_early: self.gone_early.load(Relaxed),
            ended: self.ended.load(Relaxed),
            deltas: self.deltas.load(Relaxed),
        }
    }

    pub fn gate(&self, name: &str) -> Arc<Gate> {
        Arc::clone(self.gates.lock().unwrap().entry(name.to_owned()).or_default())
    }

    /// Counts a socket as open while the guard lives.
    pub fn open_socket(self: &Arc<Self>) -> impl Drop + use<> {
        Open::new(self, |state| &state.open_sockets)
    }

    /// Counts a reply as being given while the guard lives.
    pub fn open_stream(self: &Arc<Self>) -> impl Drop + use<> {
        Open::new(self, |state| &state.open_streams)
    }

    /// Counts a reply as waiting at a gate while the guard lives.
    pub fn hold_at(self: &Arc<Self>, gate: &Arc<Gate>) -> impl Drop + use<> {
        gate.held.fetch_add(1, Relaxed);
        self.changed.notify_waiters();
        Held(Arc::clone(gate))
    }

    pub async fn wait_until(&self, wanted: impl Fn(&Counts) -> bool) {
        loop {
            let mut changed = std::pin::pin!(self.changed.notified());
            changed.as_mut().enable();
            if wanted(&self.counts()) {
                return;
            }
            changed.await;
        }
    }
}

struct Open {
    state: Arc<State>,
    count: fn(&State) -> &AtomicUsize,
}

impl Open {
    fn new(state: &Arc<State>, count: fn(&State) -> &AtomicUsize) -> Self {
        count(state).fetch_add(1, Relaxed);
        state.changed.notify_waiters();
        Self { state: Arc::clone(state), count }
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        (self.count)(&self.state).fetch_sub(1, Relaxed);
        self.state.changed.notify_waiters();
    }
}

/// A place where replies wait.
pub struct Gate {
    permits: Semaphore,
    held: AtomicUsize,
}

impl Default for Gate {
    fn default() -> Self {
        Self { permits: Semaphore::new(0), held: AtomicUsize::new(0) }
    }
}

impl Gate {
    pub fn open(&self) {
        self.permits.add_permits(1);
    }

    pub fn held(&self) -> usize {
        self.held.load(Relaxed)
    }

    pub async fn pass(&self) {
        self.permits.acquire().await.expect("no gate is ever closed for good").forget();
    }
}

struct Held(Arc<Gate>);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.held.fetch_sub(1, Relaxed);
    }
}

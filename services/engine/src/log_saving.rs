//! How far the log of a turn is stored, and who is told that it is not.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chatbot_protocol::TurnEvent;
use chatbot_protocol::turn_event::joined;
use chatbot_store::turn_events::EventBatch;
use chatbot_store::turns::Hold;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

use crate::event_log::TurnLog;

/// Whose logs are to be stored.
#[derive(Debug, Default)]
pub(crate) struct LogSink {
    unsaved: Mutex<Vec<Arc<TurnLog>>>,
    wake: Notify,
}

impl LogSink {
    /// Waits until a log is to be stored.
    pub async fn wait(&self) {
        self.wake.notified().await;
    }

    /// The logs that are to be stored.
    pub fn take(&self) -> Vec<Arc<TurnLog>> {
        std::mem::take(&mut *self.unsaved.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn put(&self, log: Arc<TurnLog>) {
        self.unsaved.lock().unwrap_or_else(PoisonError::into_inner).push(log);
        self.wake.notify_one();
    }
}

/// How far a log is stored.
#[derive(Debug)]
pub(crate) struct Saving {
    hold: Hold,
    sink: Arc<LogSink>,
    progress: Mutex<Progress>,
    saved: watch::Sender<()>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    /// How many events of the log in memory are stored.
    index: usize,
    /// How much larger the number of a stored event is than its index in memory: neighbouring pieces of text are
    /// stored as one.
    shift: u64,
    is_queued: bool,
    /// How many characters of text are not stored, and since when.
    characters: usize,
    since: Option<Instant>,
}

/// How far what is stored may be behind before reading the model pauses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MostUnsaved {
    pub characters: usize,
    pub age: Duration,
    /// How long the pause may be.
    pub patience: Duration,
}

impl Saving {
    /// A log of which nothing is stored.
    pub fn new(hold: Hold, sink: &Arc<LogSink>) -> Self {
        Self::after(hold, sink, 0, 0)
    }

    /// A log whose first events are stored; the next one has the number `next`.
    pub fn after(hold: Hold, sink: &Arc<LogSink>, stored: usize, next: u64) -> Self {
        let shift = next.saturating_sub(stored as u64);
        let progress = Progress { index: stored, shift, ..Progress::default() };
        Self { hold, sink: Arc::clone(sink), progress: Mutex::new(progress), saved: watch::Sender::new(()) }
    }

    /// Counts what was appended.
    pub fn grow(&self, new: &[TurnEvent]) {
        let mut progress = self.lock();
        progress.since.get_or_insert_with(Instant::now);
        for event in new {
            if let TurnEvent::TextAdded { delta, .. } = event {
                progress.characters += delta.chars().count();
            }
        }
    }

    /// Has the log stored.
    pub fn queue(&self, log: &Arc<TurnLog>) {
        if !std::mem::replace(&mut self.lock().is_queued, true) {
            self.sink.put(Arc::clone(log));
        }
    }

    /// What is not stored yet, if anything.
    pub fn batch(&self, log: &TurnLog) -> Option<(EventBatch, usize)> {
        let Progress { index, shift, .. } = {
            let mut progress = self.lock();
            progress.is_queued = false;
            *progress
        };
        let events = log.since(index);
        let count = events.len();
        let last = count.checked_sub(1)?;
        let first = index as u64 + shift;
        let batch = EventBatch { hold: self.hold, first, last: first + last as u64, events: joined(events) };
        Some((batch, index + count))
    }

    /// How old the oldest event is that is not stored, and how many characters are not; `None` when all is.
    pub fn unsaved(&self) -> Option<(Duration, usize)> {
        let Progress { since, characters, .. } = *self.lock();
        Some((since?.elapsed(), characters))
    }

    /// The events up to this one are stored.
    pub fn saved(&self, index: usize) {
        {
            let mut progress = self.lock();
            progress.index = index;
            progress.characters = 0;
            progress.since = None;
        }
        self.saved.send_replace(());
    }

    /// Waits while too much is not stored.
    ///
    /// # Errors
    /// When that lasts longer than the limits' patience.
    pub async fn wait_for_room(&self, limits: MostUnsaved) -> Result<(), tokio::time::error::Elapsed> {
        if !self.is_behind(limits) {
            return Ok(());
        }
        let mut saved = self.saved.subscribe();
        let caught_up = async {
            while self.is_behind(limits) {
                if saved.changed().await.is_err() {
                    return;
                }
            }
        };
        tokio::time::timeout(limits.patience, caught_up).await
    }

    /// Waits until so many events are stored, but no longer than `patience`.
    pub async fn wait_until_saved(&self, events: usize, patience: Duration) {
        let mut saved = self.saved.subscribe();
        let all_saved = async {
            while self.lock().index < events {
                if saved.changed().await.is_err() {
                    return;
                }
            }
        };
        // What is not stored by then is an affair of the writer's, which goes on trying.
        let _ = tokio::time::timeout(patience, all_saved).await;
    }

    fn is_behind(&self, limits: MostUnsaved) -> bool {
        let progress = self.lock();
        progress.characters > limits.characters
            || progress.since.is_some_and(|since| since.elapsed() > limits.age)
    }

    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! How far the log of a turn is stored, and who is told that it is not.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chatbot_protocol::TurnEvent;
use chatbot_store::turn_events::EventBatch;
use chatbot_store::turns::Hold;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

use crate::event_log::TurnLog;
use crate::joined_events::Place;

/// Whose logs are to be stored.
#[derive(Debug, Default)]
pub(crate) struct LogSink {
    unsaved: Mutex<Vec<Arc<TurnLog>>>,
    wake: Notify,
    /// Held while logs are stored: two at once would take the same events, each with more after them.
    pub storing: tokio::sync::Mutex<()>,
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
    /// How far the log in memory is stored.
    place: Place,
    /// The number of the event that is stored next.
    next: u64,
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
        let progress = Progress { place: Place::after(stored), next, ..Progress::default() };
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
    pub fn batch(&self, log: &TurnLog) -> Option<(EventBatch, Place)> {
        let Progress { place, next, .. } = {
            let mut progress = self.lock();
            progress.is_queued = false;
            *progress
        };
        let (events, end) = log.since(place);
        let last = next + (events.len() as u64).checked_sub(1)?;
        Some((EventBatch { hold: self.hold, first: next, last, events }, end))
    }

    /// How old the oldest event is that is not stored, and how many characters are not; `None` when all is.
    pub fn unsaved(&self) -> Option<(Duration, usize)> {
        let Progress { since, characters, .. } = *self.lock();
        Some((since?.elapsed(), characters))
    }

    /// The events up to this place are stored; the last one has the number `last`.
    pub fn saved(&self, place: Place, last: u64) {
        {
            let mut progress = self.lock();
            progress.place = place;
            progress.next = last + 1;
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

    /// Waits until all up to this place is stored, but no longer than `patience`.
    pub async fn wait_until_saved(&self, place: Place, patience: Duration) {
        let mut saved = self.saved.subscribe();
        let all_saved = async {
            while self.lock().place < place {
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

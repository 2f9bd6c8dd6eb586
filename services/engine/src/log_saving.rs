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

/// Events that are to be stored, and the place behind them in the log in memory.
pub(crate) type Unsaved = (EventBatch, Place);

#[derive(Debug, Default)]
struct Progress {
    /// How far the log in memory is stored.
    place: Place,
    /// The number of the event that is stored next.
    next: u64,
    /// What was sent, and nobody knows whether it is stored. Others may have read it under its numbers: it is sent
    /// again as it was, and what came since under new ones.
    unanswered: Vec<Unsaved>,
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

    /// What is not stored yet: what was sent before as it was, then what came since.
    pub fn unsaved(&self, log: &TurnLog) -> Vec<Unsaved> {
        let (mut unsaved, place, next) = {
            let mut progress = self.lock();
            progress.is_queued = false;
            let unanswered = std::mem::take(&mut progress.unanswered);
            let sent = unanswered.last().map(|(batch, end)| (*end, batch.last + 1));
            let (place, next) = sent.unwrap_or((progress.place, progress.next));
            (unanswered, place, next)
        };
        let (events, end) = log.since(place);
        if let Some(more) = (events.len() as u64).checked_sub(1) {
            unsaved.push((EventBatch { hold: self.hold, first: next, last: next + more, events }, end));
        }
        unsaved
    }

    /// Nobody knows whether this is stored.
    pub fn unanswered(&self, unsaved: Unsaved) {
        self.lock().unanswered.push(unsaved);
    }

    /// How old the oldest event is that is not stored, and how many characters are not; `None` when all is.
    pub fn backlog(&self) -> Option<(Duration, usize)> {
        let progress = self.lock();
        Some((progress.since?.elapsed(), progress.characters))
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

//! The log of a running turn: what happened so far, in memory, which every reader follows by a cursor of
//! its own. The first response and a resume are the same kind of reader; a slow one delays nobody. What is
//! appended is stored by the [`log_writer`](crate::log_writer), so that other instances can show it.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use chatbot_core::unfinished;
use chatbot_protocol::data_part::Usage;
use chatbot_protocol::ui_message::AnswerState;
use chatbot_protocol::{ErrorCode, PageId, TurnEvent};
use chrono::{DateTime, Utc};
use tokio::sync::watch;

use crate::joined_events::{JoinedEvents, Place};
use crate::log_saving::Saving;
use crate::measures;

/// The log of a turn.
#[derive(Debug)]
pub struct TurnLog {
    events: Mutex<JoinedEvents>,
    state: watch::Sender<LogState>,
    readers: AtomicUsize,
    left: watch::Sender<()>,
    /// How many events a page that answered a call has already: those of its message so far.
    known: usize,
    /// How it is stored; a log of something stored is not stored again.
    saving: Option<Saving>,
    /// What readers are told at the end that is no event of the turn.
    conclusion: OnceLock<Vec<TurnEvent>>,
}

/// What readers wait for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct LogState {
    end: Place,
    ended: bool,
    /// Raised to make every reader write something at once, so that a gone one is noticed.
    probes: usize,
}

/// What a reader is given.
#[derive(Clone, Debug, PartialEq)]
pub enum LogItem {
    /// What happened since the last item; never empty.
    Events(Vec<TurnEvent>),
    /// Write something now, so that a closed connection is noticed.
    Probe,
}

impl TurnLog {
    /// The log of a turn that begins.
    pub(crate) fn begun(saving: Saving) -> Arc<Self> {
        Self::with(Vec::new(), false, 0, Some(saving))
    }

    /// The log of a turn that goes on with a message; `so_far` begins with its start.
    pub(crate) fn going_on(so_far: Vec<TurnEvent>, saving: Saving) -> Arc<Self> {
        let known = so_far.len();
        let log = Self::with(so_far, false, known, Some(saving));
        log.mark_unsaved();
        log
    }

    /// The log of a turn that another instance began: what it stored is stored.
    pub(crate) fn taken_over(stored: Vec<TurnEvent>, saving: Saving) -> Arc<Self> {
        Self::with(stored, false, 0, Some(saving))
    }

    /// A log that shows what another instance writes.
    pub(crate) fn mirror() -> Arc<Self> {
        Self::with(Vec::new(), false, 0, None)
    }

    /// The log of a turn that is over.
    pub fn ended(events: Vec<TurnEvent>) -> Arc<Self> {
        Self::with(events, true, 0, None)
    }

    fn with(events: Vec<TurnEvent>, ended: bool, known: usize, saving: Option<Saving>) -> Arc<Self> {
        let events = JoinedEvents::new(events);
        let state = LogState { end: events.end(), ended, probes: 0 };
        Arc::new(Self {
            events: Mutex::new(events),
            state: watch::Sender::new(state),
            readers: AtomicUsize::new(0),
            left: watch::Sender::new(()),
            known,
            saving,
            conclusion: OnceLock::new(),
        })
    }

    /// Adds what happened.
    pub fn append(self: &Arc<Self>, new: &[TurnEvent]) {
        self.add(new);
        if let Some(saving) = &self.saving {
            saving.grow(new);
        }
        self.mark_unsaved();
    }

    fn add(&self, new: &[TurnEvent]) {
        let end = {
            let mut events = self.lock();
            for event in new {
                events.push(event);
            }
            events.end()
        };
        self.state.send_modify(|state| state.end = end);
    }

    fn mark_unsaved(self: &Arc<Self>) {
        if let Some(saving) = &self.saving {
            saving.queue(self);
        }
    }

    /// How it is stored.
    pub(crate) const fn saving(&self) -> Option<&Saving> {
        self.saving.as_ref()
    }

    /// All events so far.
    pub(crate) fn all(&self) -> Vec<TurnEvent> {
        self.since(Place::default()).0
    }

    /// The events after a place, and the place behind them.
    pub(crate) fn since(&self, place: Place) -> (Vec<TurnEvent>, Place) {
        let events = self.lock();
        (events.since(place), events.end())
    }

    /// Waits a while until all that happened is stored: who reads at another instance, and is told by the database that
    /// the turn is over, finds all of it.
    pub(crate) async fn wait_until_saved(&self, patience: Duration) {
        let end = self.state.borrow().end;
        if let Some(saving) = &self.saving {
            saving.wait_until_saved(end, patience).await;
        }
    }

    /// Makes sure that readers learn how the turn ended: as interrupted, if nothing else was said. Only they are
    /// told: what is stored of the turn is the affair of whoever carries it on, even if this log is stored after that.
    pub fn conclude(&self, now: DateTime<Utc>) {
        let last = self.lock().last().cloned();
        let concluded = matches!(last, Some(TurnEvent::Ended { .. } | TurnEvent::StudentAwaited { .. }));
        if !concluded {
            let mut events = unfinished::closing(&self.all());
            events.push(TurnEvent::Ended {
                end: AnswerState::Interrupted,
                error_code: Some(ErrorCode::Interrupted),
                finished_at: now,
                usage: Usage::default(),
                cut: false,
                filtered: false,
            });
            let _ = self.conclusion.set(events);
        }
    }

    /// Nothing more will happen.
    pub fn close(&self) {
        self.state.send_modify(|state| state.ended = true);
    }

    /// A reader for the page that answered a call: the message's start, then what came after its answer.
    pub fn read_on(self: &Arc<Self>) -> LogReader {
        let mut reader = self.read();
        reader.jump_to = Some(self.known);
        reader
    }

    /// Whether the turn goes on with a message that pages have in part.
    pub const fn has_gone_on(&self) -> bool {
        self.known > 0
    }

    /// A reader from the beginning.
    pub fn read(self: &Arc<Self>) -> LogReader {
        self.readers.fetch_add(1, Ordering::SeqCst);
        measures::stream_opened();
        let mut state = self.state.subscribe();
        state.mark_changed();
        let probes = self.state.borrow().probes;
        LogReader {
            log: Arc::clone(self),
            state,
            cursor: Place::default(),
            probes,
            jump_to: None,
            is_concluded: false,
            closed: HashSet::new(),
        }
    }

    /// How many follow it.
    pub fn readers(&self) -> usize {
        self.readers.load(Ordering::SeqCst)
    }

    /// Makes every reader write something, and waits until none is left. Never returns while one is.
    pub async fn wait_until_unread(&self) {
        let mut left = self.left.subscribe();
        self.state.send_modify(|state| state.probes += 1);
        while self.readers() > 0 {
            if left.changed().await.is_err() {
                return;
            }
        }
    }

    /// Waits until the turn is over.
    pub async fn wait_until_ended(&self) {
        // The sender lives as long as the log, so this only ends when the turn does.
        let _ = self.state.subscribe().wait_for(|state| state.ended).await;
    }

    fn lock(&self) -> MutexGuard<'_, JoinedEvents> {
        // Nothing that holds the lock can panic half-way through a change.
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Follows a log.
#[derive(Debug)]
pub struct LogReader {
    log: Arc<TurnLog>,
    state: watch::Receiver<LogState>,
    cursor: Place,
    probes: usize,
    /// Where to go on after the first event.
    jump_to: Option<usize>,
    /// Whether it was told of an end that is not in the log.
    is_concluded: bool,
    /// Cited pages of which this reader is shown nothing.
    closed: HashSet<PageId>,
}

impl LogReader {
    /// Waits for what comes next; `None` when the turn is over and all of it was read.
    pub async fn next(&mut self) -> Option<LogItem> {
        loop {
            let state = *self.state.borrow_and_update();
            if self.cursor < state.end {
                return Some(LogItem::Events(self.read_more()));
            }
            if state.ended {
                let concluded = std::mem::replace(&mut self.is_concluded, true);
                return self.log.conclusion.get().filter(|_| !concluded).cloned().map(LogItem::Events);
            }
            if self.probes != state.probes {
                self.probes = state.probes;
                return Some(LogItem::Probe);
            }
            self.state.changed().await.ok()?;
        }
    }

    fn read_more(&mut self) -> Vec<TurnEvent> {
        let log = self.log.lock();
        let mut events = Vec::new();
        if let Some(known) = self.jump_to.take() {
            events.extend(log.first().cloned());
            self.cursor = Place::after(known.max(1));
        }
        events.extend(log.since(self.cursor));
        self.cursor = log.end();
        drop(log);
        if !self.closed.is_empty() {
            for event in &mut events {
                self.hide(event);
            }
        }
        events
    }

    /// The same reader, who is shown nothing of these pages.
    pub(crate) fn without(mut self, closed: HashSet<PageId>) -> Self {
        self.closed = closed;
        self
    }

    fn hide(&self, event: &mut TurnEvent) {
        if let TurnEvent::Cited { first, citation, .. } = event
            && self.closed.contains(&citation.page_id)
        {
            // Of a citation that is not the first no source is listed.
            *first = false;
            citation.hide();
        }
    }
}

impl Drop for LogReader {
    fn drop(&mut self) {
        self.log.readers.fetch_sub(1, Ordering::SeqCst);
        measures::stream_closed();
        self.log.left.send_replace(());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn two_readers_see_the_same_whenever_they_come() {
        let log = TurnLog::mirror();
        let mut early = log.read();
        log.append(&[TurnEvent::StepStarted]);
        assert_eq!(early.next().await, Some(LogItem::Events(vec![TurnEvent::StepStarted])));
        log.append(&[TurnEvent::StepEnded]);
        log.close();
        let mut late = log.read();
        assert_eq!(
            late.next().await,
            Some(LogItem::Events(vec![TurnEvent::StepStarted, TurnEvent::StepEnded]))
        );
        assert_eq!(late.next().await, None);
        assert_eq!(early.next().await, Some(LogItem::Events(vec![TurnEvent::StepEnded])));
        assert_eq!(early.next().await, None);
    }

    #[tokio::test]
    async fn the_end_that_readers_of_a_turn_are_told_that_is_left_to_others_is_not_stored() {
        let hold = chatbot_store::turns::Hold { turn: chatbot_protocol::TurnId(uuid::Uuid::nil()), epoch: 1 };
        let log = TurnLog::begun(Saving::new(hold, &Arc::default()));
        let mut reader = log.read();
        log.append(&[TurnEvent::StepStarted]);
        log.conclude(DateTime::default());
        log.close();
        let stored = log.saving().unwrap().unsaved(&log);
        assert_eq!(
            stored.iter().map(|(batch, _)| batch.events.clone()).collect::<Vec<_>>(),
            [[TurnEvent::StepStarted]]
        );
        reader.next().await;
        let Some(LogItem::Events(end)) = reader.next().await else { panic!("readers are told no end") };
        assert!(matches!(
            end.as_slice(),
            [TurnEvent::StepEnded, TurnEvent::Ended { end: AnswerState::Interrupted, .. }]
        ));
        assert_eq!(reader.next().await, None);
    }

    #[tokio::test]
    async fn a_probe_reaches_every_reader_and_the_last_one_that_leaves_is_noticed() {
        let log = TurnLog::mirror();
        let mut reader = log.read();
        let waiting = Arc::clone(&log);
        #[expect(clippy::disallowed_methods, reason = "a test has no engine")]
        let wait = tokio::spawn(async move { waiting.wait_until_unread().await });
        assert_eq!(reader.next().await, Some(LogItem::Probe));
        assert!(!wait.is_finished());
        drop(reader);
        wait.await.unwrap();
    }
}

//! Which indexes are in memory, within a budget: those that were asked last.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chatbot_protocol::CourseId;

use super::build::LoadedCourse;

/// The indexes in memory, and a lock for each course that is being loaded.
pub(super) struct Slots {
    budget_bytes: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    courses: HashMap<CourseId, Slot>,
    /// Rises with every look at a course.
    looks: u64,
}

#[derive(Default)]
struct Slot {
    loading: Arc<tokio::sync::Mutex<()>>,
    content: Content,
    last_look: u64,
}

/// What is known of a course.
#[derive(Clone, Default)]
pub(super) enum Content {
    /// Nothing yet.
    #[default]
    Absent,
    /// Its index.
    Loaded(Arc<LoadedCourse>),
    /// Its index does not fit into the budget; that was seen at this version.
    TooLarge(i64),
}

impl Slots {
    pub fn new(budget_bytes: usize) -> Self {
        Self { budget_bytes, state: Mutex::default() }
    }

    pub const fn budget_bytes(&self) -> usize {
        self.budget_bytes
    }

    /// What is known of a course; counts as a look at it.
    pub fn get(&self, course: CourseId) -> Content {
        let mut state = self.lock();
        state.looks += 1;
        let looks = state.looks;
        let Some(slot) = state.courses.get_mut(&course) else { return Content::Absent };
        slot.last_look = looks;
        slot.content.clone()
    }

    /// The lock that whoever loads a course holds.
    pub fn loading(&self, course: CourseId) -> Arc<tokio::sync::Mutex<()>> {
        Arc::clone(&self.lock().courses.entry(course).or_default().loading)
    }

    /// Keeps an index, and drops those that were asked longest ago until all fit into the budget.
    pub fn put(&self, course: CourseId, loaded: Arc<LoadedCourse>) {
        let mut state = self.lock();
        state.looks += 1;
        let looks = state.looks;
        let slot = state.courses.entry(course).or_default();
        slot.last_look = looks;
        slot.content = if loaded.bytes() > self.budget_bytes {
            Content::TooLarge(loaded.version)
        } else {
            Content::Loaded(loaded)
        };
        while state.bytes() > self.budget_bytes && state.drop_oldest() {}
    }

    /// Remembers that a course is too large.
    pub fn put_too_large(&self, course: CourseId, version: i64) {
        self.lock().courses.entry(course).or_default().content = Content::TooLarge(version);
    }

    /// How much memory all take.
    pub fn bytes(&self) -> usize {
        self.lock().bytes()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it is held; and if it did, an index lost would be built anew.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn loaded(&self) -> impl Iterator<Item = (CourseId, u64, &LoadedCourse)> {
        self.courses.iter().filter_map(|(course, slot)| match &slot.content {
            Content::Loaded(loaded) => Some((*course, slot.last_look, &**loaded)),
            Content::Absent | Content::TooLarge(_) => None,
        })
    }

    fn bytes(&self) -> usize {
        self.loaded().map(|(_, _, loaded)| loaded.bytes()).sum()
    }

    /// Whether there was one to drop.
    fn drop_oldest(&mut self) -> bool {
        let oldest = self.loaded().min_by_key(|(_, last_look, _)| *last_look).map(|(course, ..)| course);
        oldest.is_some_and(|course| self.courses.remove(&course).is_some())
    }
}

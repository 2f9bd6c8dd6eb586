//! The indexes of courses in memory: loaded on first use, once however many ask, and again when the
//! course's version is another one.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use chatbot_protocol::CourseId;
use sqlx::PgConnection;
use tokio::sync::Notify;

use super::build::{self, LoadedCourse, LoadedVectors};
use super::slots::{Content, Slots};
use crate::StoreError;

/// Up to so many passages whoever asks first waits for the index (a tenth of a second per thousand); of
/// larger courses the old one serves, or Postgres, until a background task has built it.
const MOST_PASSAGES_WAITED_FOR: i64 = 5_000;
/// What the index of a text takes, at most, as a share of the text; and of each passage.
const INDEX_BYTES_PER_TEXT_BYTE: i64 = 3;
const INDEX_BYTES_PER_PASSAGE: i64 = 100;

/// The indexes of courses in memory. Cheap to share; one per process.
pub struct CourseIndexes {
    slots: Slots,
    wanted: Mutex<VecDeque<CourseId>>,
    is_wanted: Notify,
    built: AtomicU64,
}

impl CourseIndexes {
    /// The budget when nobody says another.
    pub const DEFAULT_BYTES: usize = 256 * 1024 * 1024;

    /// Keeps indexes up to so many bytes together.
    pub fn new(budget_bytes: usize) -> Self {
        Self {
            slots: Slots::new(budget_bytes),
            wanted: Mutex::default(),
            is_wanted: Notify::new(),
            built: AtomicU64::new(0),
        }
    }

    /// How much memory the indexes take now, in bytes.
    pub fn bytes(&self) -> usize {
        self.slots.bytes()
    }

    /// How many indexes were built so far.
    pub fn built(&self) -> u64 {
        self.built.load(Ordering::Relaxed)
    }

    /// Waits until the index of a large course must be built in the background: for [`Self::load`].
    pub async fn next_wanted(&self) -> CourseId {
        loop {
            let next = self.wanted.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            match next {
                Some(course) => return course,
                None => self.is_wanted.notified().await,
            }
        }
    }

    /// Loads a course, however large, unless what is in memory is up to date.
    pub async fn load(
        &self,
        conn: &mut PgConnection,
        course: CourseId,
        model: Option<&str>,
    ) -> Result<(), StoreError> {
        let Some(state) = CourseState::read(conn, course).await? else { return Ok(()) };
        self.load_once(conn, course, state, model).await?;
        Ok(())
    }

    /// The course in memory; `None` when Postgres must search it.
    pub(super) async fn of_course(
        &self,
        conn: &mut PgConnection,
        course: CourseId,
        model: Option<&str>,
    ) -> Result<Option<Arc<LoadedCourse>>, StoreError> {
        let Some(state) = CourseState::read(conn, course).await? else { return Ok(None) };
        let content = self.slots.get(course);
        let old = match &content {
            Content::Loaded(loaded) if state.is_same(loaded, model) => return Ok(Some(Arc::clone(loaded))),
            Content::Loaded(loaded) => Some(loaded),
            Content::TooLarge(version) if *version == state.version => return Ok(None),
            Content::TooLarge(_) | Content::Absent => None,
        };
        let passages = match old {
            Some(loaded) => i64::try_from(loaded.index.len()).unwrap_or(i64::MAX),
            None => count(conn, course).await?.passages,
        };
        if passages > MOST_PASSAGES_WAITED_FOR {
            self.want(course);
            return Ok(old.map(Arc::clone));
        }
        self.load_once(conn, course, state, model).await
    }

    /// One loads, the others wait for it.
    async fn load_once(
        &self,
        conn: &mut PgConnection,
        course: CourseId,
        state: CourseState,
        model: Option<&str>,
    ) -> Result<Option<Arc<LoadedCourse>>, StoreError> {
        let loading = self.slots.loading(course);
        let _held = loading.lock().await;
        let old = match self.slots.get(course) {
            Content::Loaded(loaded) if state.is_same(&loaded, model) => return Ok(Some(loaded)),
            Content::Loaded(loaded) => Some(loaded),
            Content::TooLarge(version) if version == state.version => return Ok(None),
            Content::TooLarge(_) | Content::Absent => None,
        };
        if count(conn, course).await?.index_bytes() > self.slots.budget_bytes() {
            self.slots.put_too_large(course, state.version);
            return Ok(None);
        }
        let index = if let Some(old) = old.filter(|old| old.version == state.version) {
            Arc::clone(&old.index)
        } else {
            self.built.fetch_add(1, Ordering::Relaxed);
            Arc::new(build::index(conn, course).await?)
        };
        let vectors = match model {
            None => None,
            Some(model) => {
                let vectors = build::vectors(conn, course, &index, model).await?.map(Arc::new);
                Some(LoadedVectors { version: state.vectors_version, model: model.to_owned(), vectors })
            }
        };
        let loaded = Arc::new(LoadedCourse { version: state.version, index, vectors });
        self.slots.put(course, Arc::clone(&loaded));
        Ok(Some(loaded))
    }

    fn want(&self, course: CourseId) {
        let mut wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner);
        if !wanted.contains(&course) {
            wanted.push_back(course);
        }
        drop(wanted);
        self.is_wanted.notify_one();
    }
}

impl Default for CourseIndexes {
    fn default() -> Self {
        Self::new(Self::DEFAULT_BYTES)
    }
}

/// What the database says of a course, read before its passages: what is built is at least as new.
#[derive(Clone, Copy)]
struct CourseState {
    version: i64,
    vectors_version: i64,
}

impl CourseState {
    async fn read(conn: &mut PgConnection, course: CourseId) -> Result<Option<Self>, StoreError> {
        let state = sqlx::query_as!(
            Self,
            "select version, vectors_version from chatbot.course_index where course_id = $1",
            course.0,
        )
        .fetch_optional(conn)
        .await?;
        Ok(state)
    }

    /// Whether that is what is loaded, vectors of a model included where one is named.
    fn is_same(&self, loaded: &LoadedCourse, model: Option<&str>) -> bool {
        let has_vectors = |model: &str| {
            loaded
                .vectors
                .as_ref()
                .is_some_and(|vectors| vectors.model == model && vectors.version == self.vectors_version)
        };
        self.version == loaded.version && model.is_none_or(has_vectors)
    }
}

/// How large a course is.
struct CourseSize {
    passages: i64,
    text_bytes: i64,
}

impl CourseSize {
    /// What its index will take, at most.
    fn index_bytes(&self) -> usize {
        let bytes = INDEX_BYTES_PER_TEXT_BYTE.saturating_mul(self.text_bytes)
            + INDEX_BYTES_PER_PASSAGE.saturating_mul(self.passages);
        usize::try_from(bytes).unwrap_or(usize::MAX)
    }
}

async fn count(conn: &mut PgConnection, course: CourseId) -> Result<CourseSize, StoreError> {
    let size = sqlx::query_as!(
        CourseSize,
        r#"select count(*) as "passages!", coalesce(sum(octet_length(body)), 0)::int8 as "text_bytes!"
           from chatbot.passages where course_id = $1"#,
        course.0,
    )
    .fetch_one(conn)
    .await?;
    Ok(size)
}

//! Who may audit what, and that it is written down.

use chatbot_protocol::api::ListPage;
use chatbot_protocol::audit::{AccessEntry, Named};
use chatbot_protocol::{CourseId, ErrorCode, UserId};
use chatbot_store::audit::{Key, LogFilter, LogRow, Scope, list_log};
use chatbot_store::audit_log::{self, NewEntry};
use chatbot_store::{PgConnection, StoreError};
use serde_json::Value;
use uuid::Uuid;

use super::PageWish;
use super::wire::person;
use crate::cursor;
use crate::engine::Engine;
use crate::error::EngineError;

/// The longest page of a list, and the usual one.
const LONGEST_PAGE: u32 = 100;
const USUAL_PAGE: u32 = 50;

/// What somebody audits. For whoever is no admin there is nothing.
pub(super) async fn scope_of(conn: &mut PgConnection, caller: UserId) -> Result<Scope, EngineError> {
    Scope::of(conn, caller).await?.ok_or(EngineError::refused(ErrorCode::NotFound))
}

/// Refuses whoever is no admin.
pub(super) async fn admit(engine: &Engine, caller: UserId) -> Result<(), EngineError> {
    scope_of(&mut *engine.conn().await?, caller).await.map(|_| ())
}

/// Something that an admin looks at or does.
pub(super) struct Deed {
    pub action: &'static str,
    pub subject_kind: &'static str,
    pub subject: Option<Uuid>,
    pub course: Option<CourseId>,
    pub detail: Value,
}

/// Writes it down, in the transaction of what is looked at or done.
pub(super) async fn note(
    engine: &Engine,
    conn: &mut PgConnection,
    caller: UserId,
    deed: Deed,
) -> Result<(), StoreError> {
    let entry = NewEntry {
        id: engine.parts.ids.new_id(),
        actor: Some(caller),
        action: deed.action,
        subject_kind: deed.subject_kind,
        subject: deed.subject,
        course: deed.course,
        detail: deed.detail,
        now: engine.parts.clock.now(),
    };
    audit_log::insert(conn, entry).await
}

/// A page that is asked for, as the store reads it: where it begins, how long it is, and one item more, which
/// tells whether another page follows.
pub(super) struct Asked {
    pub after: Option<Key>,
    pub length: usize,
    pub one_more: i64,
}

impl Asked {
    pub fn new(page: &PageWish) -> Result<Self, EngineError> {
        let length = page.limit.unwrap_or(USUAL_PAGE).clamp(1, LONGEST_PAGE);
        Self::of_length(page.cursor.as_deref(), length)
    }

    pub fn of_length(cursor: Option<&str>, length: u32) -> Result<Self, EngineError> {
        let after = cursor.map(cursor::read).transpose()?.map(|(at, id)| Key { at, id });
        Ok(Self { after, length: length as usize, one_more: i64::from(length) + 1 })
    }

    /// Cuts what was read to the page; gives where the next one begins.
    pub fn cut<T>(&self, found: &mut Vec<T>, key_of: impl Fn(&T) -> Key) -> Option<String> {
        let more = found.len() > self.length;
        found.truncate(self.length);
        let last = found.last().filter(|_| more).map(key_of);
        last.map(|key| cursor::write(key.at, key.id))
    }
}

/// The access log.
pub(super) async fn list(
    engine: &Engine,
    caller: UserId,
    filter: &LogFilter,
    page: PageWish,
) -> Result<ListPage<AccessEntry>, EngineError> {
    let asked = Asked::new(&page)?;
    let mut conn = engine.conn().await?;
    let scope = scope_of(&mut conn, caller).await?;
    let mut rows = list_log(&mut conn, caller, &scope, filter, asked.after, asked.one_more).await?;
    let next_cursor = asked.cut(&mut rows, |row| Key { at: row.at, id: row.id });
    Ok(ListPage { items: rows.into_iter().map(entry).collect(), next_cursor })
}

fn entry(row: LogRow) -> AccessEntry {
    AccessEntry {
        id: row.id,
        actor: row.actor.map(person),
        action: row.action,
        subject_kind: row.subject_kind,
        subject_id: row.subject,
        course: row.course.map(|(id, title)| Named { id: id.0, name: title.unwrap_or_default() }),
        detail: row.detail,
        at: row.at,
    }
}

//! State items of a course, and which parts of it read and write them, as far as somebody may know.
//!
//! An item is known to whoever may read the page that declares it, or the course when no page does. A reader
//! or writer is named when the course's outline names it to this person: pages that they may read, exercises
//! on those, and every chapter and module; anything else is left out as if it were not there.

use std::collections::HashMap;

use chatbot_protocol::{ChapterId, CourseId, ExerciseId, PageId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StoreError;

/// Something whose state parts of the course read and write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateItem {
    /// Its name.
    pub name: String,
    /// What kind of state: `unlock`, `points`, `status`, `completion` or `certificate`.
    pub kind: String,
    /// The page that declares it; none when the course does.
    pub page: Option<PlacedPage>,
    /// What changes it, in course order.
    pub writers: Vec<StateAccess>,
    /// What depends on it, in course order.
    pub readers: Vec<StateAccess>,
}

/// A page, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedPage {
    /// The page.
    pub id: PageId,
    /// Its title.
    pub title: String,
    /// Its chapter, if it is in one.
    pub chapter: Option<NumberedChapter>,
}

/// A chapter with its number in the course, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedChapter {
    /// The chapter.
    pub id: ChapterId,
    /// Its title.
    pub title: String,
    /// Its number.
    pub number: i64,
}

/// A part of the course that reads or writes a state item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateAccess {
    /// What it is.
    pub subject: Subject,
    /// By which rule, in the course's words.
    pub rule: String,
}

/// What reads or writes a state item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A page.
    Page(PlacedPage),
    /// A chapter.
    Chapter(NumberedChapter),
    /// A module of the course.
    Module {
        /// Its title.
        title: String,
        /// Its number in the course, from 1.
        number: i64,
    },
    /// An exercise.
    Exercise {
        /// The exercise.
        id: ExerciseId,
        /// Its title.
        title: String,
        /// Its number among the exercises that the person sees, from 1; none on a hidden page.
        number: Option<i64>,
        /// The page that it is on.
        page: PlacedPage,
    },
    /// A certificate. It has the name of the state item of the same id; the contract has no other name for it.
    Certificate {
        /// That name, where there is such an item.
        name: Option<String>,
    },
}

/// The state items of the course that the person may know of, those of the whole course first, then in the
/// order of the pages that declare them. None when the person may not read the course.
pub async fn list_visible(
    conn: &mut PgConnection,
    user: UserId,
    course: CourseId,
    now: DateTime<Utc>,
) -> Result<Vec<StateItem>, StoreError> {
    let rows = sqlx::query!(
        r#"
        with chapters as (
            select ch.id, ch.title, row_number() over (order by ch.position, ch.id) as number
            from lms.chapters ch
            where ch.course_id = $2
        )
        select i.id as "id!", i.name as "name!", i.kind as "kind!", p.id as "page_id?", p.title as "page_title?",
               ch.id as "chapter_id?", ch.title as "chapter_title?", ch.number as "chapter_number?"
        from lms.state_items i
        left join chatbot.visible_pages($1, $2, $3) v on v.page_id = i.page_id
        left join lms.pages p on p.id = v.page_id
        left join chapters ch on ch.id = p.chapter_id
        where i.course_id = $2 and chatbot.may_read_course($1, $2) and (i.page_id is null or p.id is not null)
        order by p.id is not null, ch.number nulls first, p.position, p.id, i.name, i.id
        "#,
        user.0,
        course.0,
        now,
    )
    .fetch_all(&mut *conn)
    .await?;
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let items = rows.into_iter().map(|row| {
        let chapter = chapter(row.chapter_id, row.chapter_title, row.chapter_number);
        let page = page(row.page_id, row.page_title, chapter);
        StateItem { name: row.name, kind: row.kind, page, writers: Vec::new(), readers: Vec::new() }
    });
    let mut items: Vec<StateItem> = items.collect();
    let places: HashMap<&Uuid, usize> = ids.iter().zip(0..).collect();
    for row in accesses(conn, user, course, now, &ids).await? {
        if let Some(item) = places.get(&row.item_id).and_then(|place| items.get_mut(*place)) {
            let accesses = if row.access == "write" { &mut item.writers } else { &mut item.readers };
            accesses.extend(row.into_access());
        }
    }
    Ok(items)
}

struct AccessRow {
    item_id: Uuid,
    access: String,
    kind: String,
    rule: String,
    title: Option<String>,
    number: Option<i64>,
    exercise_id: Option<Uuid>,
    page_id: Option<Uuid>,
    page_title: Option<String>,
    chapter_id: Option<Uuid>,
    chapter_title: Option<String>,
    chapter_number: Option<i64>,
}

impl AccessRow {
    /// `None` for a kind that the contract does not know.
    fn into_access(self) -> Option<StateAccess> {
        let chapter = chapter(self.chapter_id, self.chapter_title, self.chapter_number);
        let subject = match self.kind.as_str() {
            "certificate" => Subject::Certificate { name: self.title },
            "module" => Subject::Module { title: self.title?, number: self.number? },
            "chapter" => Subject::Chapter(chapter?),
            "page" => Subject::Page(page(self.page_id, self.page_title, chapter)?),
            "exercise" => Subject::Exercise {
                id: self.exercise_id?.into(),
                title: self.title?,
                number: self.number,
                page: page(self.page_id, self.page_title, chapter)?,
            },
            _ => return None,
        };
        Some(StateAccess { subject, rule: self.rule })
    }
}

/// Who reads and writes the items, in course order.
async fn accesses(
    conn: &mut PgConnection,
    user: UserId,
    course: CourseId,
    now: DateTime<Utc>,
    items: &[Uuid],
) -> Result<Vec<AccessRow>, StoreError> {
    let rows = sqlx::query_file_as!(AccessRow, "src/state_items/accesses.sql", user.0, course.0, now, items,)
        .fetch_all(conn)
        .await?;
    Ok(rows)
}

fn page(id: Option<Uuid>, title: Option<String>, chapter: Option<NumberedChapter>) -> Option<PlacedPage> {
    Some(PlacedPage { id: id?.into(), title: title?, chapter })
}

fn chapter(id: Option<Uuid>, title: Option<String>, number: Option<i64>) -> Option<NumberedChapter> {
    Some(NumberedChapter { id: id?.into(), title: title?, number: number? })
}

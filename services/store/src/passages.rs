//! Passages of pages. Written by the indexer only; read by people only through `chatbot.visible_pages`.

use chatbot_core::passage::{self, CutPage, Passage};
use chatbot_protocol::{CourseId, PageId, PassageId, UserId};
use chatbot_search::analysis::Language;
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::search::in_sql::searchable;
use crate::{StoreError, passage_vectors};

/// A passage of a page that a person may read now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisiblePassage {
    /// Its id.
    pub id: PassageId,
    /// The page.
    pub page_id: PageId,
    /// The page's revision that the passage was cut from.
    pub page_revision: i64,
    /// The page's title now.
    pub page_title: String,
    /// The title of the page's chapter.
    pub chapter_title: Option<String>,
    /// The page's path on the host, without an anchor.
    pub url_path: String,
    /// The id of the passage's heading on the page; empty before the first heading.
    pub anchor: String,
    /// The headings above it, outermost first.
    pub heading_path: Vec<String>,
    /// Offset into the page's plain text, in characters.
    pub start: i32,
    /// Where it ends (exclusive), in characters.
    pub end: i32,
    /// The text.
    pub text: String,
    /// SHA-256 of the text.
    pub hash: [u8; 32],
}

struct VisibleRow {
    id: Uuid,
    page_id: Uuid,
    page_revision: i64,
    page_title: String,
    chapter_title: Option<String>,
    url_path: String,
    anchor: String,
    heading_path: Vec<String>,
    start_offset: i32,
    end_offset: i32,
    body: String,
    body_hash: Vec<u8>,
}

impl From<VisibleRow> for VisiblePassage {
    fn from(row: VisibleRow) -> Self {
        Self {
            id: row.id.into(),
            page_id: row.page_id.into(),
            page_revision: row.page_revision,
            page_title: row.page_title,
            chapter_title: row.chapter_title,
            url_path: row.url_path,
            anchor: row.anchor,
            heading_path: row.heading_path,
            start: row.start_offset,
            end: row.end_offset,
            hash: hash_from(&row.body_hash),
            text: row.body,
        }
    }
}

/// Which passages are read.
#[derive(Clone, Copy, Debug)]
pub enum Which<'a> {
    /// All of a page.
    OfPage(PageId),
    /// Those with these ids.
    Of(&'a [PassageId]),
}

/// Passages of pages that the person may read now, in page order; no others, whatever is asked for.
pub async fn list_visible(
    conn: &mut PgConnection,
    user: UserId,
    course: CourseId,
    now: DateTime<Utc>,
    which: Which<'_>,
) -> Result<Vec<VisiblePassage>, StoreError> {
    let (page, ids) = match which {
        Which::OfPage(page) => (Some(page.0), None),
        Which::Of(passages) => (None, Some(passages.iter().map(|id| id.0).collect::<Vec<Uuid>>())),
    };
    let rows = sqlx::query_as!(
        VisibleRow,
        r#"
        select s.id, s.page_id, s.page_revision, p.title as "page_title!", ch.title as "chapter_title?",
               p.url_path as "url_path!", s.anchor, s.heading_path, s.start_offset, s.end_offset, s.body, s.body_hash
        from chatbot.visible_pages($1, $2, $3) v
        join chatbot.passages s on s.page_id = v.page_id and s.course_id = $2
        join lms.pages p on p.id = v.page_id
        left join lms.chapters ch on ch.id = p.chapter_id
        where s.page_id = $4 or s.id = any($5)
        order by s.page_id, s.position
        "#,
        user.0,
        course.0,
        now,
        page,
        ids.as_deref(),
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(VisiblePassage::from).collect())
}

/// What the passages of a page are cut from.
#[derive(Clone, Debug)]
pub(crate) struct PageSource {
    pub page: PageId,
    pub course: CourseId,
    pub revision: i64,
    pub title: String,
    pub language: String,
}

/// Puts the passages of a page in the place of those that it had.
pub(crate) async fn replace(
    conn: &mut PgConnection,
    source: &PageSource,
    cut: &CutPage,
) -> Result<(), StoreError> {
    delete_of_page(conn, source.page).await?;
    let mut ids = PassageIds::new(source.page);
    for (position, passage) in (0..).zip(&cut.passages) {
        insert(conn, source, position, ids.next(passage), passage).await?;
    }
    Ok(())
}

/// Removes the passages of a page.
pub(crate) async fn delete_of_page(conn: &mut PgConnection, page: PageId) -> Result<(), StoreError> {
    sqlx::query!("delete from chatbot.passages where page_id = $1", page.0).execute(conn).await?;
    Ok(())
}

async fn insert(
    conn: &mut PgConnection,
    source: &PageSource,
    position: i32,
    id: PassageId,
    passage: &Passage,
) -> Result<(), StoreError> {
    let language = Language::of(&source.language);
    sqlx::query!(
        r#"
        insert into chatbot.passages (
            id, course_id, page_id, page_revision, position, language, page_title, heading_path, anchor,
            start_offset, end_offset, body, body_hash, text_hash, search)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
            setweight(to_tsvector('pg_catalog.simple', $15), 'A')
            || setweight(to_tsvector('pg_catalog.simple', $16), 'B')
            || setweight(to_tsvector('pg_catalog.simple', $17), 'D'))
        "#,
        id.0,
        source.course.0,
        source.page.0,
        source.revision,
        position,
        source.language,
        source.title,
        &passage.heading_path,
        passage.anchor,
        count(passage.start),
        count(passage.end),
        passage.text,
        &passage::hash(&passage.text),
        &passage::hash(&passage_vectors::text(&source.title, &passage.heading_path, &passage.text)),
        searchable(&language, &source.title),
        searchable(&language, &passage.heading_path.join("\n")),
        searchable(&language, &passage.text),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Makes the ids of a page's passages: the same text on the same page always gets the same one, so that
/// what refers to it holds when the page is cut anew.
struct PassageIds {
    page: PageId,
    seen: std::collections::HashMap<[u8; 32], u32>,
}

impl PassageIds {
    fn new(page: PageId) -> Self {
        Self { page, seen: std::collections::HashMap::new() }
    }

    fn next(&mut self, passage: &Passage) -> PassageId {
        let seen = self.seen.entry(passage::hash(&passage.text)).or_default();
        let name = format!("{}\n{seen}\n{}", self.page, passage.text);
        *seen += 1;
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&passage::hash(&name)[..16]);
        PassageId(uuid::Builder::from_custom_bytes(bytes).into_uuid())
    }
}

/// A stored hash; the table's constraint says that it has 32 bytes.
pub(crate) fn hash_from(bytes: &[u8]) -> [u8; 32] {
    bytes.try_into().unwrap_or_default()
}

fn count(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

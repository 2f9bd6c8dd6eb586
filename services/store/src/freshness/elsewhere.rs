//! Where in the course a text stands that left its page. The search's own index of words finds passages that
//! may have it; only those are read.

use std::collections::{BTreeSet, HashMap};

use chatbot_core::citation::{PassageNow, Standing};
use chatbot_protocol::PageId;
use chatbot_search::analysis::Language;
use sqlx::PgConnection;
use uuid::Uuid;

use super::WaitingRow;
use crate::StoreError;
use crate::passages::hash_from;
use crate::search::in_sql::searchable;

/// So many of a text's words are looked for, the longest first: enough to leave few passages to read.
const MOST_TERMS: usize = 6;

/// Passages of the course that have the text of each row, those on open pages first.
pub(super) async fn look_up(
    conn: &mut PgConnection,
    lost: &[&WaitingRow],
) -> Result<HashMap<Uuid, Standing>, StoreError> {
    if lost.is_empty() {
        return Ok(HashMap::new());
    }
    let mut found = by_words(conn, lost).await?;
    found.extend(by_hash(conn, lost).await?);
    Ok(found.into_iter().map(|(id, passages)| (id, Standing::new(passages))).collect())
}

type Found = HashMap<Uuid, Vec<PassageNow>>;

async fn by_words(conn: &mut PgConnection, lost: &[&WaitingRow]) -> Result<Found, StoreError> {
    let languages = languages(conn, lost).await?;
    let (mut ids, mut courses, mut terms, mut texts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for row in lost {
        let (Some(text), Some(language)) = (&row.cited_text, languages.get(&row.course_id)) else { continue };
        ids.push(row.id);
        courses.push(row.course_id);
        terms.push(telling_terms(language, text));
        texts.push(text.clone());
    }
    let rows = sqlx::query!(
        r#"
        select w.id as "id!", s.page_id, s.anchor, s.body_hash, s.body
        from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) w (id, course_id, terms, text)
        cross join lateral (
            select p.page_id, p.anchor, p.body_hash, p.body, p.position, g.hidden
            from chatbot.passages p
            join lms.pages g on g.id = p.page_id
            where p.course_id = w.course_id
              and p.search @@ plainto_tsquery('pg_catalog.simple', w.terms)
              and strpos(chatbot.one_spaced(p.body), chatbot.one_spaced(w.text)) > 0
            order by g.hidden, p.page_id, p.position
            limit 5) s
        where w.terms <> ''
        order by w.id, s.hidden, s.page_id, s.position
        "#,
        &ids,
        &courses,
        &terms,
        &texts,
    )
    .fetch_all(conn)
    .await?;
    let mut found = Found::new();
    for row in rows {
        let page = PageId(row.page_id);
        let now = PassageNow { page, anchor: row.anchor, hash: hash_from(&row.body_hash), text: row.body };
        found.entry(row.id).or_default().push(now);
    }
    Ok(found)
}

/// Rows that no stretch was noted for are known by their whole passage.
async fn by_hash(conn: &mut PgConnection, lost: &[&WaitingRow]) -> Result<Found, StoreError> {
    let whole: Vec<&&WaitingRow> = lost.iter().filter(|row| row.cited_text.is_none()).collect();
    let ids: Vec<Uuid> = whole.iter().map(|row| row.id).collect();
    let courses: Vec<Uuid> = whole.iter().map(|row| row.course_id).collect();
    let hashes: Vec<Vec<u8>> = whole.iter().map(|row| row.passage_hash.clone()).collect();
    let rows = sqlx::query!(
        r#"
        select w.id as "id!", p.page_id, p.anchor, p.body_hash, p.body
        from unnest($1::uuid[], $2::uuid[], $3::bytea[]) w (id, course_id, hash)
        join chatbot.passages p on p.body_hash = w.hash and p.course_id = w.course_id
        join lms.pages g on g.id = p.page_id
        order by w.id, g.hidden, p.page_id, p.position
        "#,
        &ids,
        &courses,
        &hashes,
    )
    .fetch_all(conn)
    .await?;
    let mut found = Found::new();
    for row in rows {
        let page = PageId(row.page_id);
        let now = PassageNow { page, anchor: row.anchor, hash: hash_from(&row.body_hash), text: row.body };
        found.entry(row.id).or_default().push(now);
    }
    Ok(found)
}

/// The languages that the courses' passages are analysed in.
async fn languages(
    conn: &mut PgConnection,
    lost: &[&WaitingRow],
) -> Result<HashMap<Uuid, Language>, StoreError> {
    let courses: BTreeSet<Uuid> = lost.iter().map(|row| row.course_id).collect();
    let courses: Vec<Uuid> = courses.into_iter().collect();
    let rows = sqlx::query!(
        r#"select id as "id!", language as "language!" from lms.courses where id = any($1)"#,
        &courses
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, Language::of(&row.language))).collect())
}

/// The longest words of a text, as they are stored of passages. The first and the last may be cut.
fn telling_terms(language: &Language, text: &str) -> String {
    let terms = searchable(language, text);
    let mut terms: Vec<&str> = terms.split(' ').collect::<BTreeSet<_>>().into_iter().collect();
    terms.sort_by_key(|term| std::cmp::Reverse(term.len()));
    terms.truncate(MOST_TERMS);
    terms.join(" ")
}

//! The passages that have any of a question's words.

use std::collections::HashMap;

use sqlx::PgConnection;
use sqlx::types::Json;

use super::query::Query;
use super::{FoundPassage, SearchRequest};
use crate::StoreError;
use crate::passages::hash_from;

/// How many candidates are ranked.
const CANDIDATES: i64 = 60;

/// A passage with any of the words.
#[derive(Debug)]
pub(super) struct Candidate {
    pub passage: FoundPassage,
    pub heading_words: f64,
    pub body_words: f64,
    /// Where each lexeme stands: positions, each with the weight `A` (title), `B` (headings), `D` (text).
    pub hits: HashMap<String, Vec<(i32, char)>>,
}

/// The passages that have any of the words and that the person may read: first those whose words weigh
/// most together.
pub(super) async fn find(
    conn: &mut PgConnection,
    request: &SearchRequest<'_>,
    query: &Query,
) -> Result<Vec<Candidate>, StoreError> {
    let looked_for =
        || query.terms.iter().flat_map(|term| term.lexemes.iter().map(move |lexeme| (term, lexeme)));
    let lexemes: Vec<String> = looked_for().map(|(_, lexeme)| lexeme.clone()).collect();
    let weights: Vec<f64> = looked_for().map(|(term, _)| term.weight).collect();
    let are_prefixes: Vec<bool> = looked_for().map(|(term, _)| term.is_prefix).collect();
    let rows = sqlx::query!(
        r#"
        with term as materialized (
            select chatbot.lexeme_query(t.lexeme, t.is_prefix) as query, t.weight, t.lexeme, t.is_prefix
            from unnest($4::text[], $5::float8[], $7::bool[]) as t (lexeme, weight, is_prefix)
        ),
        any_term as materialized (
            select string_agg(query::text, ' | ')::tsquery as query from term
        ),
        visible as materialized (
            select v.page_id from chatbot.visible_pages($1, $2, $3) v
        ),
        hit as materialized (
            select s.*, p.title, p.url_path, ch.title as chapter_title
            from chatbot.passages s
            join visible v on v.page_id = s.page_id
            join lms.pages p on p.id = s.page_id
            left join lms.chapters ch on ch.id = p.chapter_id
            where s.course_id = $2 and s.search @@ (select query from any_term)
            order by (select sum(term.weight) from term where s.search @@ term.query) desc,
                     ts_rank(s.search, (select query from any_term), 1) desc, s.id
            limit $6
        )
        select h.id as "id!", h.page_id as "page_id!", h.page_revision as "page_revision!", h.title as "title!",
               h.chapter_title as "chapter_title?", h.url_path as "url_path!", h.anchor as "anchor!",
               h.heading_path as "heading_path!", h.start_offset as "start_offset!", h.end_offset as "end_offset!",
               h.body as "body!", h.body_hash as "body_hash!", h.heading_words::float8 as "heading_words!",
               h.body_words::float8 as "body_words!",
               (select jsonb_agg(jsonb_build_array(l.lexeme, l.positions, l.weights))
                from unnest(h.search) l
                where l.lexeme = any($4)
                   or l.lexeme ^@ any(array(select t.lexeme from term t where t.is_prefix))) as "hits!: Json<Vec<(String, Vec<i32>, Vec<char>)>>"
        from hit h
        "#,
        request.user.0,
        request.course.0,
        request.now,
        &lexemes,
        &weights,
        CANDIDATES,
        &are_prefixes,
    )
    .fetch_all(conn)
    .await?;
    let candidates = rows.into_iter().map(|row| Candidate {
        heading_words: row.heading_words,
        body_words: row.body_words,
        hits: row
            .hits
            .0
            .into_iter()
            .map(|(lexeme, at, weights)| (lexeme, at.into_iter().zip(weights).collect()))
            .collect(),
        passage: FoundPassage {
            passage_id: row.id.into(),
            page_id: row.page_id.into(),
            page_revision: row.page_revision,
            page_title: row.title,
            chapter_title: row.chapter_title,
            url_path: row.url_path,
            anchor: row.anchor,
            heading_path: row.heading_path,
            start: row.start_offset,
            end: row.end_offset,
            text: row.body,
            hash: hash_from(&row.body_hash),
            rank: 0.0,
        },
    });
    Ok(candidates.collect())
}

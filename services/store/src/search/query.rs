//! What a question asks for, and the passages that have any of it.

use std::collections::{HashMap, HashSet};

use sqlx::PgConnection;
use sqlx::types::Json;

use super::language::{is_fluff, text_search_configuration};
use super::{FoundPassage, SearchRequest, analysis};
use crate::StoreError;
use crate::passages::hash_from;

/// Words of a question beyond this are not looked for.
const MOST_WORDS: usize = 64;
/// Characters of a question beyond this are not read.
const MOST_CHARS: usize = 4_000;
/// How many candidates are ranked.
const CANDIDATES: i64 = 60;
/// What a word counts that questions are merely asked with.
const FLUFF_WEIGHT: f64 = 0.2;
/// What a word counts that the course has only others with the same start of.
const PREFIX_WEIGHT: f64 = 0.5;

/// A question, analysed for one course.
#[derive(Debug)]
pub(super) struct Query {
    /// In the order of the question.
    pub terms: Vec<Term>,
    /// The average number of words in title and headings of a passage of the course.
    pub average_heading_words: f64,
    /// The average number of words in the text of a passage of the course.
    pub average_body_words: f64,
}

/// A word of a question, as the course's passages may have it.
#[derive(Debug)]
pub(super) struct Term {
    /// Its place among the words of the question.
    pub position: i32,
    /// Its stems, one for each language of the course; or how words start that resemble it.
    pub lexemes: Vec<String>,
    /// Whether the lexemes are only how words start: no passage has the word itself.
    pub is_prefix: bool,
    /// How rare it is in the course, times how often it was asked for.
    pub weight: f64,
    /// Whether questions are merely asked with it.
    pub is_fluff: bool,
}

/// A passage with any of the words.
#[derive(Debug)]
pub(super) struct Candidate {
    pub passage: FoundPassage,
    pub heading_words: f64,
    pub body_words: f64,
    /// Where each lexeme stands: positions, each with the weight `A` (title), `B` (headings), `D` (text).
    pub hits: HashMap<String, Vec<(i32, char)>>,
}

/// Analyses a question; `None` when it has no word that can be looked for, or the course no passage.
pub(super) async fn analyse(
    conn: &mut PgConnection,
    request: &SearchRequest<'_>,
) -> Result<Option<Query>, StoreError> {
    let Some(course) = course_words(conn, request).await? else { return Ok(None) };
    let mut asked = count_words(request.query);
    asked.truncate(MOST_WORDS);
    let terms = terms(conn, request, &course, &asked).await?;
    Ok((!terms.is_empty()).then_some(Query {
        terms,
        average_heading_words: course.average_heading_words,
        average_body_words: course.average_body_words,
    }))
}

/// How many words the passages of a course have, and in which languages they are.
struct CourseWords {
    passages: f64,
    average_heading_words: f64,
    average_body_words: f64,
    configurations: HashSet<&'static str>,
}

async fn course_words(
    conn: &mut PgConnection,
    request: &SearchRequest<'_>,
) -> Result<Option<CourseWords>, StoreError> {
    let languages = sqlx::query!(
        r#"
        select language, count(*)::float8 as "passages!", sum(heading_words)::float8 as "heading_words!",
               sum(body_words)::float8 as "body_words!"
        from chatbot.passages
        where course_id = $1
        group by language
        "#,
        request.course.0,
    )
    .fetch_all(conn)
    .await?;
    let passages: f64 = languages.iter().map(|language| language.passages).sum();
    if languages.is_empty() {
        return Ok(None);
    }
    Ok(Some(CourseWords {
        passages,
        average_heading_words: languages.iter().map(|language| language.heading_words).sum::<f64>() / passages,
        average_body_words: languages.iter().map(|language| language.body_words).sum::<f64>() / passages,
        configurations: languages.iter().map(|row| text_search_configuration(&row.language)).collect(),
    }))
}

/// A word of a question.
struct Asked {
    position: i32,
    word: String,
    times: f64,
}

/// The different words of a question in its order, with how often each is there.
fn count_words(query: &str) -> Vec<Asked> {
    let (start, _) = chatbot_core::text::first_chars(query, MOST_CHARS);
    let mut asked: Vec<Asked> = Vec::new();
    for (position, word) in (0..).zip(analysis::words(start)) {
        match asked.iter_mut().find(|known| known.word == word) {
            Some(known) => known.times += 1.0,
            None => asked.push(Asked { position, word, times: 1.0 }),
        }
    }
    asked
}

/// The words of a question as the course's languages stem them, without stop words, each with its weight.
async fn terms(
    conn: &mut PgConnection,
    request: &SearchRequest<'_>,
    course: &CourseWords,
    asked: &[Asked],
) -> Result<Vec<Term>, StoreError> {
    let pairs = || asked.iter().flat_map(|asked| course.configurations.iter().map(move |name| (asked, *name)));
    let positions: Vec<i32> = pairs().map(|(asked, _)| asked.position).collect();
    let words: Vec<String> = pairs().map(|(asked, _)| asked.word.clone()).collect();
    let configurations: Vec<String> = pairs().map(|(_, name)| name.to_owned()).collect();
    let rows = sqlx::query_as!(
        Stem,
        r#"
        with stem as materialized (
            select w.position, l.lexeme, chatbot.lexeme_query(l.lexeme, false) as query,
                   left(l.lexeme, greatest(4, (char_length(l.lexeme) * 0.7)::int)) as prefix
            from unnest($2::int[], $3::text[], $4::text[]) as w (position, word, configuration)
            cross join unnest(to_tsvector(w.configuration::regconfig, w.word)) l
            group by w.position, l.lexeme
        )
        select s.position as "position!", s.lexeme as "lexeme!", exact.passages as "passages!", s.prefix as "prefix!",
               case when exact.passages > 0 or char_length(s.lexeme) < 5 then 0
                    else (select count(*)::float8 from chatbot.passages p
                          where p.course_id = $1
                            and p.search @@ (select chatbot.lexeme_query(s.prefix, true)))
               end as "with_prefix!"
        from stem s
        cross join lateral (
            select count(*)::float8 as passages from chatbot.passages p
            where p.course_id = $1 and p.search @@ s.query
        ) exact
        order by s.position, s.lexeme
        "#,
        request.course.0,
        &positions,
        &words,
        &configurations,
    )
    .fetch_all(conn)
    .await?;
    let mut terms: Vec<Term> = Vec::new();
    for asked in asked {
        let stems: Vec<_> = rows.iter().filter(|row| row.position == asked.position).collect();
        let Some(term) = term(request, course, asked, &stems) else { continue };
        match terms.iter_mut().find(|known| known.lexemes == term.lexemes) {
            Some(same) => same.weight += term.weight,
            None => terms.push(term),
        }
    }
    Ok(terms)
}

/// A stem of a word, and how many passages of the course have it.
struct Stem {
    position: i32,
    lexeme: String,
    passages: f64,
    prefix: String,
    /// How many have a word that starts with `prefix`; not counted when some have the stem itself.
    with_prefix: f64,
}

/// A word as it is looked for; `None` for a stop word.
fn term(request: &SearchRequest<'_>, course: &CourseWords, asked: &Asked, stems: &[&Stem]) -> Option<Term> {
    let most = |count: fn(&Stem) -> f64| stems.iter().map(|stem| count(stem)).fold(0.0, f64::max);
    let (exact, with_prefix) = (most(|stem| stem.passages), most(|stem| stem.with_prefix));
    let is_prefix = exact == 0.0 && with_prefix > 0.0;
    let lexemes = stems.iter().map(|stem| if is_prefix { stem.prefix.clone() } else { stem.lexeme.clone() });
    let found_in = if is_prefix { with_prefix } else { exact };
    let rarity = (1.0 + (course.passages - found_in + 0.5) / (found_in + 0.5)).ln();
    let is_fluff = is_fluff(request.language, &asked.word);
    let share = if is_fluff { FLUFF_WEIGHT } else { 1.0 } * if is_prefix { PREFIX_WEIGHT } else { 1.0 };
    (!stems.is_empty()).then(|| Term {
        position: asked.position,
        lexemes: lexemes.collect(),
        is_prefix,
        weight: rarity * asked.times * share,
        is_fluff,
    })
}

/// The passages that have any of the words and that the person may read: first those whose words weigh
/// most together.
pub(super) async fn candidates(
    conn: &mut PgConnection,
    request: &SearchRequest<'_>,
    query: &Query,
) -> Result<Vec<Candidate>, StoreError> {
    let looked_for = || query.terms.iter().flat_map(|term| term.lexemes.iter().map(move |lexeme| (term, lexeme)));
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
        hit as materialized (
            select s.*, p.title, p.url_path, ch.title as chapter_title
            from chatbot.passages s
            join chatbot.visible_pages($1, $2, $3) v on v.page_id = s.page_id
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
        hits: row.hits.0.into_iter().map(|(lexeme, at, weights)| (lexeme, at.into_iter().zip(weights).collect())).collect(),
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

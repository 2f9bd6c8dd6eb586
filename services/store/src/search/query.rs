//! What a question asks for.

use std::collections::HashSet;

use sqlx::PgConnection;

use super::language::{is_fluff, text_search_configuration};
use super::{SearchRequest, analysis};
use crate::StoreError;

/// Words of a question beyond this are not looked for.
const MOST_WORDS: usize = 64;
/// Characters of a question beyond this are not read.
const MOST_CHARS: usize = 4_000;
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

/// Analyses a question; `None` when it has no word that can be looked for, or the course no passage.
pub(super) async fn analyse(
    conn: &mut PgConnection,
    request: &SearchRequest<'_>,
) -> Result<Option<Query>, StoreError> {
    let Some(course) = course_words(conn, request).await? else {
        return Ok(None);
    };
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
        average_heading_words: languages.iter().map(|language| language.heading_words).sum::<f64>()
            / passages,
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
    let pairs =
        || asked.iter().flat_map(|asked| course.configurations.iter().map(move |name| (asked, *name)));
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
        let Some(term) = term(request, course, asked, &stems) else {
            continue;
        };
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

//! Searches a course in Postgres: simpler and slower than in memory, for courses that are too large for
//! that or whose index is still being built. The words are analysed by us; Postgres only finds them.

use std::collections::BTreeSet;

use chatbot_search::Hit;
use chatbot_search::analysis::{Language, words};
use sqlx::PgConnection;

use super::{SearchRequest, read_back, varied};
use crate::StoreError;
use crate::passages::VisiblePassage;

/// Words beyond this are not looked for, nor read.
const MOST_TERMS: usize = 64;
const MOST_CHARS: usize = 4_000;
/// What of one text is searchable, in bytes; a tsvector holds no more than 1 MB.
const MOST_BYTES: usize = 300_000;

/// The terms of a text in a language, separated by single spaces: what `to_tsvector('simple', …)` is given.
pub(crate) fn searchable(language: &Language, text: &str) -> String {
    let mut joined = String::new();
    for word in words(text).iter().filter(|word| !language.is_stop_word(word)) {
        let term = language.stem(word);
        if joined.len() + term.len() >= MOST_BYTES {
            break;
        }
        if !joined.is_empty() {
            joined.push(' ');
        }
        joined.push_str(&term);
    }
    joined
}

/// The passages with most of the words, as `ts_rank` sees it.
pub(super) async fn search(
    conn: &mut PgConnection,
    request: &SearchRequest<'_>,
) -> Result<Vec<VisiblePassage>, StoreError> {
    let terms = terms(conn, request).await?;
    if terms.is_empty() {
        return Ok(Vec::new());
    }
    let rows = sqlx::query!(
        r#"
        with term as materialized (
            select string_agg(chatbot.lexeme_query(lexeme, false)::text, ' | ')::tsquery as query
            from unnest($4::text[]) t (term)
            cross join unnest(to_tsvector('pg_catalog.simple', t.term)) l (lexeme)
        )
        select s.id, ts_rank(s.search, term.query, 1)::float8 as "rank!"
        from chatbot.passages s
        cross join term
        join chatbot.visible_pages($1, $2, $3) v on v.page_id = s.page_id
        where s.course_id = $2 and s.search @@ term.query
        order by 2 desc, s.id
        limit $5
        "#,
        request.user.0,
        request.course.0,
        request.now,
        &terms,
        i64::try_from(request.limit * 3 + 10).unwrap_or(i64::MAX),
    )
    .fetch_all(&mut *conn)
    .await?;
    let hits: Vec<Hit> = rows.into_iter().map(|row| Hit { passage: row.id.into(), rank: row.rank }).collect();
    Ok(varied(read_back::visible(conn, request, &hits).await?, request.limit))
}

/// The words of the question, as each language of the course has them.
async fn terms(conn: &mut PgConnection, request: &SearchRequest<'_>) -> Result<Vec<String>, StoreError> {
    let languages = sqlx::query_scalar!(
        "select distinct language from chatbot.indexed_pages where course_id = $1",
        request.course.0,
    )
    .fetch_all(conn)
    .await?;
    let languages: Vec<Language> = languages.iter().map(|tag| Language::of(tag)).collect();
    let start: String = request.query.chars().take(MOST_CHARS).collect();
    let mut asked = words(&start);
    asked.retain(|word| !languages.iter().any(|language| language.is_stop_word(word)));
    let only_fluff = asked.iter().all(|word| languages.iter().any(|language| language.is_fluff(word)));
    asked.retain(|word| only_fluff || !languages.iter().any(|language| language.is_fluff(word)));
    let terms: BTreeSet<String> = asked
        .iter()
        .take(MOST_TERMS)
        .flat_map(|word| languages.iter().map(|language| language.stem(word).into_owned()))
        .collect();
    Ok(terms.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_stored_as_terms() {
        let english = Language::of("en");
        assert_eq!(searchable(&english, "The keys of C++ tables"), "key cplusplus tabl");
        assert!(searchable(&english, &"äö ".repeat(1_000_000)).len() <= MOST_BYTES);
        assert_eq!(searchable(&english, &"a".repeat(5000)).len(), 60);
    }
}

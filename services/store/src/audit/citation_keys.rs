//! Which citations pass a filter, newest first. Only keys are read here, out of indexes that hold whatever is
//! filtered by; the rows of a page follow in [`super::citation_rows`].

use sqlx::{PgConnection, Postgres, QueryBuilder, Row};

use super::keys::{Way, read, read_keys};
use super::{CitationFilter, Key, Scope};
use crate::StoreError;

/// Words that more rows have are not looked up: rows are read in order then, and looked at for them.
const SELDOM: i64 = 2_000;

/// Which of the two kinds of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyed {
    /// A sentence of an answer with what it cites.
    Sentence(Key),
    /// A passage that was found and not cited.
    Unused(Key),
}

impl Keyed {
    /// Its place.
    pub const fn key(&self) -> Key {
        match self {
            Self::Sentence(key) | Self::Unused(key) => *key,
        }
    }
}

/// The newest citations that pass, after the place `after`, if given.
pub async fn list_keys(
    conn: &mut PgConnection,
    scope: &Scope,
    filter: &CitationFilter,
    after: Option<Key>,
    limit: i64,
) -> Result<Vec<Keyed>, StoreError> {
    let Some(search) = Search::new(conn, scope, filter).await? else { return Ok(Vec::new()) };
    let mut keys = Vec::new();
    for kind in search.kinds() {
        let query = search.select(kind, "s.created_at, s.id");
        let found = read_keys(&mut *conn, search.way(kind), query, after, limit).await?;
        keys.extend(found.into_iter().map(|key| match kind {
            Kind::Sentence => Keyed::Sentence(key),
            Kind::Unused => Keyed::Unused(key),
        }));
    }
    keys.sort_unstable_by_key(|keyed| std::cmp::Reverse(keyed.key()));
    keys.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(keys)
}

/// How many citations pass, counted up to a bound.
pub async fn count(
    conn: &mut PgConnection,
    scope: &Scope,
    filter: &CitationFilter,
    most: i64,
) -> Result<i64, StoreError> {
    let Some(search) = Search::new(conn, scope, filter).await? else { return Ok(0) };
    let mut total = 0;
    for kind in search.kinds() {
        let mut query = QueryBuilder::new("select count(*) from (");
        search.push_select(&mut query, kind, "s.id");
        query.push(" limit ").push_bind(most - total).push(") found");
        for row in read(&mut *conn, search.way(kind), query).await? {
            total += row.try_get::<i64, _>(0)?;
        }
    }
    Ok(total)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Sentence,
    Unused,
}

impl Kind {
    const fn table(self) -> &'static str {
        match self {
            Self::Sentence => "chatbot.cited_sentences",
            Self::Unused => "chatbot.citations",
        }
    }

    /// What makes a row of the table one of the kind.
    fn is(self, row: &str) -> String {
        match self {
            Self::Sentence => "true".to_owned(),
            Self::Unused => format!("not {row}.cited"),
        }
    }

    /// The words of a row, as the table's index of words has them.
    fn words(self, row: &str) -> String {
        match self {
            Self::Sentence => format!("{row}.words"),
            Self::Unused => format!("to_tsvector('simple'::regconfig, left({row}.title, 1000))"),
        }
    }
}

/// Words to look for, as Postgres reads them.
struct Words {
    query: String,
    /// Whether few sentences have them.
    seldom_in_sentences: bool,
    /// Whether few titles of what was found and not cited have them.
    seldom_in_titles: bool,
}

impl Words {
    const fn are_seldom(&self, kind: Kind) -> bool {
        match kind {
            Kind::Sentence => self.seldom_in_sentences,
            Kind::Unused => self.seldom_in_titles,
        }
    }
}

struct Search<'a> {
    filter: &'a CitationFilter,
    scope: Scope,
    words: Option<Words>,
}

impl<'a> Search<'a> {
    /// Nothing, where the words that are looked for hold no word at all.
    async fn new(
        conn: &mut PgConnection,
        scope: &Scope,
        filter: &'a CitationFilter,
    ) -> Result<Option<Self>, StoreError> {
        let scope = filter.narrow(conn, scope).await?;
        let words = match &filter.words {
            None => None,
            Some(text) => match read_words(conn, text).await? {
                None => return Ok(None),
                words => words,
            },
        };
        Ok(Some(Self { filter, scope, words }))
    }

    /// Seldom words have an index of their own, which is in no order.
    fn way(&self, kind: Kind) -> Way {
        let seldom = self.words.as_ref().is_some_and(|words| words.are_seldom(kind));
        if seldom { Way::AsItComes } else { Way::InOrder }
    }

    fn kinds(&self) -> impl Iterator<Item = Kind> {
        let sentences = self.filter.has_sentences().then_some(Kind::Sentence);
        let unused = (!self.filter.is_about_sentences()).then_some(Kind::Unused);
        sentences.into_iter().chain(unused)
    }

    fn select(&self, kind: Kind, columns: &str) -> QueryBuilder<Postgres> {
        let mut query = QueryBuilder::new("");
        self.push_select(&mut query, kind, columns);
        query
    }

    fn push_select(&self, query: &mut QueryBuilder<Postgres>, kind: Kind, columns: &str) {
        query
            .push("select ")
            .push(columns)
            .push(" from ")
            .push(kind.table())
            .push(" s where ")
            .push(kind.is("s"));
        self.filter.push_common(query, &self.scope);
        if kind == Kind::Sentence {
            self.filter.push_of_sentences(query);
        }
        let Some(words) = &self.words else { return };
        let wanted = words.query.clone();
        query.push(if words.are_seldom(kind) {
            // An array that is computed first: the index of words is read, whatever the order.
            " and s.id = any(array(select w.id from "
        } else {
            " and exists (select from "
        });
        query.push(kind.table()).push(" w where ").push(kind.is("w")).push(" and ").push(kind.words("w"));
        query.push(" @@ ").push_bind(wanted).push("::text::tsquery");
        // `offset 0`: it stays a question that is asked row after row, as far as the page goes.
        query.push(if words.are_seldom(kind) { "))" } else { " and w.id = s.id offset 0)" });
    }
}

/// Each word must be there; one of three letters or more may go on.
async fn read_words(conn: &mut PgConnection, text: &str) -> Result<Option<Words>, StoreError> {
    let query = sqlx::query_scalar!(
        "select string_agg(chatbot.lexeme_query(l, char_length(l) > 2)::text, ' & ')
         from unnest(tsvector_to_array(to_tsvector('simple', $1))) l",
        text,
    )
    .fetch_one(&mut *conn)
    .await?;
    let Some(query) = query else { return Ok(None) };
    let found = sqlx::query!(
        r#"select (select count(*) from (
                       select from chatbot.cited_sentences where words @@ $1::text::tsquery limit $2) found
                  ) as "in_sentences!",
                  (select count(*) from (
                       select from chatbot.citations
                       where not cited
                         and to_tsvector('simple'::regconfig, left(title, 1000)) @@ $1::text::tsquery limit $2) found
                  ) as "in_titles!""#,
        query,
        SELDOM,
    )
    .fetch_one(conn)
    .await?;
    Ok(Some(Words {
        query,
        seldom_in_sentences: found.in_sentences < SELDOM,
        seldom_in_titles: found.in_titles < SELDOM,
    }))
}

//! Which citations pass a filter, newest first. Only keys are read here, out of indexes that hold whatever is
//! filtered by; the rows of a page follow in [`super::citation_rows`].

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, Postgres, QueryBuilder, Row};
use uuid::Uuid;

use super::keys::{Way, push_place, read, read_keys};
use super::{CitationFilter, Key, Scope};
use crate::StoreError;

/// How many rows are looked at for words, in order, before the words are looked up.
const LOOKED_AT: [i64; 2] = [200, 2_000];

/// One row in so many has a word that is looked for row by row.
const SELDOM: i64 = 50;

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
        let found = search.keys(conn, kind, after, limit).await?;
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
        total += search.count(conn, kind, most - total).await?;
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

struct Search<'a> {
    filter: &'a CitationFilter,
    scope: Scope,
    /// Words to look for, as Postgres reads them.
    words: Option<String>,
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

    fn kinds(&self) -> impl Iterator<Item = Kind> {
        let sentences = self.filter.has_sentences().then_some(Kind::Sentence);
        let unused = (!self.filter.is_about_sentences()).then_some(Kind::Unused);
        sentences.into_iter().chain(unused)
    }

    async fn keys(
        &self,
        conn: &mut PgConnection,
        kind: Kind,
        after: Option<Key>,
        limit: i64,
    ) -> Result<Vec<Key>, StoreError> {
        let Some(words) = &self.words else {
            let query = self.select(kind, "s.created_at, s.id");
            return read_keys(conn, Way::InOrder, query, after, limit).await;
        };
        // A frequent word is among the first that are looked at. Looked up, it would take all of its rows.
        for looked_at in LOOKED_AT {
            let looked = self.look(conn, kind, words, after, looked_at).await?;
            if looked.is_all || looked.count() >= limit {
                let limit = usize::try_from(limit).unwrap_or(usize::MAX);
                return Ok(looked.having.into_iter().take(limit).collect());
            }
        }
        let mut query = self.select(kind, "s.created_at, s.id");
        push_lookup(&mut query, kind, words);
        read_keys(conn, Way::AsItComes, query, after, limit).await
    }

    async fn count(&self, conn: &mut PgConnection, kind: Kind, most: i64) -> Result<i64, StoreError> {
        let mut query = QueryBuilder::new("select count(*) from (");
        self.push_select(&mut query, kind, "s.id");
        let mut way = Way::InOrder;
        if let Some(words) = &self.words {
            let [.., looked_at] = LOOKED_AT;
            let looked = self.look(conn, kind, words, None, looked_at).await?;
            let having = looked.count();
            if looked.is_all {
                return Ok(having.min(most));
            }
            if having * SELDOM < looked_at {
                push_lookup(&mut query, kind, words);
                way = Way::AsItComes;
            } else {
                query
                    .push(" and ")
                    .push(kind.words("s"))
                    .push(" @@ ")
                    .push_bind(words.clone())
                    .push("::text::tsquery");
            }
        }
        query.push(" limit ").push_bind(most).push(") found");
        let rows = read(conn, way, query).await?;
        Ok(rows.first().map(|row| row.try_get(0)).transpose()?.unwrap_or(0))
    }

    /// Looks at the newest rows that pass whatever else is filtered by: which of them have the words.
    async fn look(
        &self,
        conn: &mut PgConnection,
        kind: Kind,
        words: &str,
        after: Option<Key>,
        most: i64,
    ) -> Result<Looked, StoreError> {
        let mut query = QueryBuilder::new(
            "select array_agg(at) filter (where has), array_agg(id) filter (where has), count(*) from (",
        );
        query.push("select s.created_at as at, s.id, ").push(kind.words("s")).push(" @@ ");
        query.push_bind(words.to_owned()).push("::text::tsquery as has");
        self.push_from(&mut query, kind);
        push_place(&mut query, after, most);
        query.push(") looked");
        let rows = read(conn, Way::InOrder, query).await?;
        let Some(row) = rows.first() else { return Ok(Looked::default()) };
        let (times, ids): (Option<Vec<DateTime<Utc>>>, Option<Vec<Uuid>>) =
            (row.try_get(0)?, row.try_get(1)?);
        let found = times.unwrap_or_default().into_iter().zip(ids.unwrap_or_default());
        let mut having: Vec<Key> = found.map(|(at, id)| Key { at, id }).collect();
        having.sort_unstable_by_key(|key| std::cmp::Reverse(*key));
        Ok(Looked { having, is_all: row.try_get::<i64, _>(2)? < most })
    }

    fn select(&self, kind: Kind, columns: &str) -> QueryBuilder<Postgres> {
        let mut query = QueryBuilder::new("");
        self.push_select(&mut query, kind, columns);
        query
    }

    fn push_select(&self, query: &mut QueryBuilder<Postgres>, kind: Kind, columns: &str) {
        query.push("select ").push(columns);
        self.push_from(query, kind);
    }

    /// Adds where rows are, and what they are filtered by besides words.
    fn push_from(&self, query: &mut QueryBuilder<Postgres>, kind: Kind) {
        query.push(" from ").push(kind.table()).push(" s where ").push(kind.is("s"));
        self.filter.push_common(query, &self.scope);
        if kind == Kind::Sentence {
            self.filter.push_of_sentences(query);
        }
    }
}

/// Rows that were looked at.
#[derive(Default)]
struct Looked {
    /// Those with the words, newest first.
    having: Vec<Key>,
    /// Whether there are no more.
    is_all: bool,
}

impl Looked {
    fn count(&self) -> i64 {
        i64::try_from(self.having.len()).unwrap_or(i64::MAX)
    }
}

/// Adds that a row has the words, which have an index of their own.
fn push_lookup(query: &mut QueryBuilder<Postgres>, kind: Kind, words: &str) {
    // An array that is computed first: the index of words is read, whatever the order.
    query
        .push(" and s.id = any(array(select w.id from ")
        .push(kind.table())
        .push(" w where ")
        .push(kind.is("w"));
    query
        .push(" and ")
        .push(kind.words("w"))
        .push(" @@ ")
        .push_bind(words.to_owned())
        .push("::text::tsquery))");
}

/// Each word must be there; one of three letters or more may go on.
async fn read_words(conn: &mut PgConnection, text: &str) -> Result<Option<String>, StoreError> {
    let query = sqlx::query_scalar!(
        "select string_agg(chatbot.lexeme_query(l, char_length(l) > 2)::text, ' & ')
         from unnest(tsvector_to_array(to_tsvector('simple', $1))) l",
        text,
    )
    .fetch_one(conn)
    .await?;
    Ok(query)
}

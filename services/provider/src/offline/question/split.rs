//! A message that asks two things, in two.

use std::sync::LazyLock;

use regex::Regex;

use super::content;

/// How many parts a question has at most.
const PARTS: usize = 3;

/// One of the things asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its words.
    pub text: String,
    /// Whether it is one side of a comparison.
    pub compared: bool,
}

#[allow(clippy::unwrap_used, reason = "literals that the tests compile")]
fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap()
}

static COMPARISONS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        r"(?i)\b(?:differences?|distinction|distinguish|differentiate)\b.*?\bbetween\s+(.+?)\s+and\s+(.+)$",
        r"(?i)\bcompare\s+(.+?)\s+(?:and|with|to)\s+(.+)$",
        r"(?i)\bhow\s+(?:does|do|is|are)\s+(.+?)\s+(?:differ|different)\s+from\s+(.+)$",
        r"(?i)^(?:what about\s+)?(.+?)\s+(?:vs\.?|versus)\s+(.+)$",
        r"(?i)\beroa?\s+(?:on\s+)?(?:välillä\s+)?(.+?)\s+ja\s+(.+)$",
        r"(?i)^(?:mikä on\s+|mitkä ovat\s+|selitä\s+)?(.+?)\s+ja\s+(.+?)\s+(?:välinen|väliset|ero|erot)\b.*$",
        r"(?i)\bmiten\s+(.+?)\s+(?:eroaa|eroavat)\s+(.+)$",
    ]
    .map(regex)
    .into()
});
static SECOND_QUESTION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)[,;]?\s+(?:and|or|ja|sekä)\s+((?:also\s+)?(?:what|how|why|when|where|which|who|mikä|mitä|mitkä|miten|miksi|milloin|missä|kuinka|mihin)\b.*)$",
    )
});
static ASKS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^\W*(?:\w+[,!]?\s+){0,3}?(?:what|how|why|when|where|which|who|explain|tell|describe|can|could|does|do|is|are|mikä|mitä|mitkä|miten|miksi|milloin|missä|kuinka|mihin|selitä|kerro)\b",
    )
});
static TAIL: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?i)^(.+?)\s+((?:in|for|when|within|inside|on|of|using|with)\s+\S.*)$"));

/// The things that a message asks, in order; at least one.
pub fn pieces(message: &str) -> Vec<Piece> {
    let message = message.trim();
    comparison(message).unwrap_or_else(|| {
        questions(message).into_iter().map(|text| Piece { text, compared: false }).collect()
    })
}

fn comparison(message: &str) -> Option<Vec<Piece>> {
    let plain = message.trim_end_matches(['?', '.', '!', ' ']);
    if plain.contains(['?', '\n']) || plain.split_whitespace().count() > 25 {
        return None;
    }
    let sides = COMPARISONS.iter().find_map(|pattern| pattern.captures(plain))?;
    let (mut one, mut other) = (sides[1].to_owned(), sides[2].to_owned());
    if let Some(tail) = TAIL.captures(&other.clone()) {
        // "between lists and tuples in Python": both in Python.
        one = format!("{one} {}", &tail[2]);
    }
    let words = |side: &str| content::words_of(side).len();
    let (left, right) = (content::words_of(&sides[1]), content::words_of(&other));
    if left.len() == 1 && right.len() == 2 && !TAIL.is_match(&other) && is_describing(&left[0].lower) {
        // "inner and outer joins": inner joins.
        one = format!("{one} {}", right[1].shown);
    }
    other.truncate(other.trim_end().len());
    let fits = |count: usize| (1..=6).contains(&count);
    (fits(words(&one)) && fits(words(&other)))
        .then(|| [one, other].map(|text| Piece { text, compared: true }).into())
}

/// Whether a lone word is likely to describe the thing named after the other one.
fn is_describing(word: &str) -> bool {
    !word.ends_with('s') || word.ends_with("ss") || word.ends_with("ous")
}

fn questions(message: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for piece in message.split_inclusive('?') {
        let piece = piece.trim();
        let asks = piece.ends_with('?') || ASKS.is_match(piece);
        match found.last_mut() {
            // What is no question of its own belongs to the one before.
            Some(last) if !asks || content::words_of(piece).is_empty() => {
                last.push(' ');
                last.push_str(piece);
            }
            _ if piece.is_empty() => {}
            _ => found.push(piece.to_owned()),
        }
    }
    let mut parts: Vec<String> = found.iter().flat_map(|question| at_second_question(question)).collect();
    if parts.is_empty() || parts.len() > PARTS {
        parts = vec![message.to_owned()];
    }
    parts
}

fn at_second_question(question: &str) -> Vec<String> {
    let Some(found) = SECOND_QUESTION.captures(question) else {
        return vec![question.to_owned()];
    };
    let (Some(whole), Some(second)) = (found.get(0), found.get(1)) else {
        return vec![question.to_owned()];
    };
    let first = &question[..whole.start()];
    let both_ask = ASKS.is_match(first) && !content::words_of(first).is_empty();
    if both_ask { vec![first.to_owned(), second.as_str().to_owned()] } else { vec![question.to_owned()] }
}

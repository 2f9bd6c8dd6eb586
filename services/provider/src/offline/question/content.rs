//! The words of a question that say what it is about.

use super::everyday;
use crate::offline::text::stop_words::{is_fluff, is_stop_word};
use crate::offline::text::words::is_operator;

/// Words of programming languages that are stop words in plain English.
const KEYWORDS: &str = " while for if else elif in not and or is with as from where having by on do then between all any \
    no into up off ";
/// What stands beside such a word when it is meant as a word of the language.
const CONSTRUCTS: &str = " loop loops statement statements keyword keywords operator operators clause clauses condition \
    conditions block blocks expression expressions branch branches command silmukka silmukan silmukassa lause lauseen \
    operaattori operaattorin avainsana ";
/// Words that stand for something said before.
const POINTERS: &str = " it its they them their this that these those one ones latter former other second third same \
    se sen sitä siitä siinä sillä ne niitä niiden niistä toinen toisen toisessa toista toisella ensimmäisessä \
    jälkimmäinen jälkimmäisen jälkimmäisessä jälkimmäistä edellisessä edellistä ";
/// Words for the one of two things, for the other, and for whichever was not spoken of.
const FIRST: &str = " first former ensimmäinen ensimmäisen ensimmäisessä ensimmäistä ensimmäisellä ";
const SECOND: &str =
    " second latter last jälkimmäinen jälkimmäisen jälkimmäisessä jälkimmäistä jälkimmäisellä ";
const OTHER: &str = " other toinen toisen toisessa toista toisella ";
/// Words that no page is about: "in the second case".
const WHICH: &str = " first former second latter last other third case cases one ones side situation \
    ensimmäinen ensimmäisen ensimmäisessä ensimmäistä ensimmäisellä jälkimmäinen jälkimmäisen jälkimmäisessä \
    jälkimmäistä jälkimmäisellä toinen toisen toisessa toista toisella kolmas kolmannessa edellinen edellisessä \
    edellistä tapaus tapauksen tapauksessa tapausta tilanteessa ";
/// Words that stand for something that is seen.
const SHOWS: &str = " this that these those here such it selected selection \
    tämä tämän tätä tässä tästä tähän tällä tältä tälle nämä näitä näiden näistä näissä näillä tuo tuon tuota tuossa \
    tuosta nuo noita tällainen tällaista tällaisen täällä valittu valitun se sen sitä siinä siitä ";
/// Words with which a question goes on.
const GOES_ON: [&str; 17] = [
    "and ",
    "but ",
    "so ",
    "then ",
    "what about",
    "how about",
    "what if",
    "also ",
    "why",
    "how so",
    "entä",
    "mutta ",
    "ja ",
    "miksi",
    "minkä takia",
    "how come",
    "or ",
];

/// How many other words for the same a query has.
const OTHER_WORDS: usize = 4;

/// A word that says what a question is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// As it was written.
    pub shown: String,
    /// In lower case.
    pub lower: String,
    /// A stop word that is meant.
    pub kept: bool,
    /// Words of one quotation have the same number.
    pub quotation: Option<usize>,
    /// Other words for the same.
    pub also: &'static [&'static str],
}

struct Raw {
    shown: String,
    quotation: Option<usize>,
    in_code: bool,
}

/// The content words of a text, each once.
pub fn words_of(text: &str) -> Vec<Word> {
    let raw = raw_words(text);
    let shouted = raw.iter().filter(|word| is_upper(&word.shown)).count() * 2 > raw.len();
    let mut words: Vec<Word> = Vec::new();
    for (at, word) in raw.iter().enumerate() {
        let lower = word.shown.to_lowercase();
        let stop = is_stop_word(&lower) || is_fluff(&lower);
        let meant = word.quotation.is_some()
            || word.in_code
            || (is_upper(&word.shown) && !shouted)
            || (KEYWORDS.contains(&format!(" {lower} ")) && beside_construct(&raw, at));
        if (!stop || meant) && words.iter().all(|known| known.lower != lower) {
            words.push(Word {
                shown: word.shown.clone(),
                lower,
                kept: stop,
                quotation: word.quotation,
                also: &[],
            });
        }
    }
    words
}

/// The content words of a question, and what books call what it says in everyday words.
pub fn asked_words(text: &str) -> Vec<Word> {
    let (left, called) = everyday::without_phrases(text);
    let mut words = words_of(&left);
    for word in words.iter_mut().filter(|word| !word.kept && word.quotation.is_none()) {
        word.also = everyday::other_words(&word.lower);
    }
    for names in called {
        if let [first, also @ ..] = names
            && words.iter().all(|known| known.lower != *first)
        {
            let (shown, lower) = ((*first).to_owned(), (*first).to_owned());
            words.push(Word { shown, lower, kept: false, quotation: None, also });
        }
    }
    words
}

/// Whether a question needs what was said before.
pub fn leans_back(text: &str, own: &[Word]) -> bool {
    if own.is_empty() {
        return true;
    }
    let lower = text.trim().to_lowercase();
    let points = holds(text, POINTERS) || holds(text, SHOWS);
    own.len() <= 3 && (points || GOES_ON.iter().any(|start| lower.starts_with(start)))
}

/// Whether a word only says on which part of what was said before: "second", "case".
pub fn says_which(word: &Word) -> bool {
    word.quotation.is_none() && WHICH.contains(&format!(" {} ", word.lower))
}

/// Whether a text has words that stand for something that is seen.
pub fn shows(text: &str) -> bool {
    holds(text, SHOWS)
}

/// Which of two things that were said before a text means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The former.
    First,
    /// The latter.
    Second,
    /// Not the one that was spoken of last.
    Other,
}

/// Which of two things a text means, if it says so.
pub fn side(text: &str) -> Option<Side> {
    [(FIRST, Side::First), (SECOND, Side::Second), (OTHER, Side::Other)]
        .into_iter()
        .find_map(|(list, side)| holds(text, list).then_some(side))
}

/// Whether a question means the text that is selected: it has nothing of its own, or it points.
pub fn points_at_selection(text: &str, own: &[Word]) -> bool {
    own.is_empty() || shows(text)
}

fn holds(text: &str, list: &str) -> bool {
    raw_words(&text.to_lowercase()).iter().any(|word| list.contains(&format!(" {} ", word.shown)))
}

/// The words for the search; quotations of several words in quotes.
pub fn query(words: &[Word]) -> String {
    let mut query = String::new();
    for group in words.chunk_by(|one, other| one.quotation.is_some() && one.quotation == other.quotation) {
        let text = group.iter().map(|word| word.shown.as_str()).collect::<Vec<_>>().join(" ");
        if !query.is_empty() {
            query.push(' ');
        }
        let quoted = if group.len() > 1 { format!("\"{text}\"") } else { text };
        query.push_str(&quoted);
    }
    let others = words.iter().flat_map(|word| word.also).take(OTHER_WORDS);
    for other in others.filter(|other| words.iter().all(|word| word.lower != **other)) {
        query.push(' ');
        query.push_str(other);
    }
    query
}

/// `while` in "the while loop", `if` in "if and else statements", `in` in "the keyword in".
fn beside_construct(raw: &[Raw], at: usize) -> bool {
    let lower = |place: usize| raw.get(place).map(|word| word.shown.to_lowercase()).unwrap_or_default();
    let is_construct = |place: usize| CONSTRUCTS.contains(&format!(" {} ", lower(place)));
    let joins = |place: usize| matches!(lower(place).as_str(), "and" | "or" | "ja");
    let in_pair = joins(at + 1) && !joins(at) && is_construct(at + 3);
    let after = at > 0 && at + 1 == raw.len() && matches!(lower(at - 1).as_str(), "keyword" | "avainsana");
    is_construct(at + 1) || in_pair || after
}

fn is_upper(word: &str) -> bool {
    word.chars().count() > 1 && word.chars().all(|c| c.is_uppercase() || c == '_')
}

/// The words of a text with the quotation or code span that they stand in.
fn raw_words(text: &str) -> Vec<Raw> {
    let mut words = Vec::new();
    let mut span = Span::default();
    let mut open = String::new();
    for c in text.chars() {
        let quote = matches!(c, '"' | '“' | '”' | '«' | '»' | '„' | '`');
        if !quote && !c.is_whitespace() {
            open.push(c);
            continue;
        }
        span.push(&std::mem::take(&mut open), &mut words);
        if c == '`' && !span.quoted {
            span.in_code = !span.in_code;
        } else if quote && !span.in_code {
            span.quoted = !span.quoted;
            span.number += usize::from(span.quoted);
        }
    }
    span.push(&open, &mut words);
    words
}

#[derive(Default)]
struct Span {
    quoted: bool,
    in_code: bool,
    number: usize,
}

impl Span {
    fn push(&self, token: &str, words: &mut Vec<Raw>) {
        let sign = |c: char| !c.is_alphanumeric() && c != '_' && c != '+' && c != '#';
        let trimmed = token.trim_matches(sign).trim_start_matches(['+', '#']);
        // `X:llä` and `X's` are X.
        let stem = trimmed.split([':', '\'', '’']).next().unwrap_or_default();
        let whole = if stem.chars().count() > 1 { stem } else { trimmed };
        let shown = if whole.is_empty() && !token.is_empty() && is_operator(token) { token } else { whole };
        if !shown.is_empty() && !matches!(token, "-" | "–") {
            words.push(Raw {
                shown: shown.to_owned(),
                quotation: self.quoted.then_some(self.number),
                in_code: self.in_code,
            });
        }
    }
}

//! A question: its parts, the words that matter, and what is sent to the search.

mod content;
mod everyday;
mod follow_up;
mod selected;
mod split;

use std::sync::LazyLock;

use regex::Regex;

use super::text::words::{Analyser, words};
use content::Word;
pub use follow_up::Before;
use follow_up::Carried;

/// How much words of earlier questions weigh in a question that leans on them.
const CARRIED: f64 = 0.5;
/// How much the other side of a comparison weighs.
const OTHER_SIDE: f64 = 0.3;
/// How many words of earlier questions are carried over.
const CARRIED_WORDS: usize = 5;
/// How many words a query has.
const QUERY_WORDS: usize = 16;

/// What is asked, besides the words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a question may ask several of these")]
pub struct Asks {
    /// What something is.
    pub definition: bool,
    /// The same, and nothing else: "what is a …?"
    pub name: bool,
    /// How something is done.
    pub way: bool,
    /// Why.
    pub reason: bool,
    /// How many, how much, when.
    pub number: bool,
    /// To see code.
    pub code: bool,
    /// What may not be.
    pub forbidden: bool,
}

/// A word to look for in sentences.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// Its stem.
    pub stem: String,
    /// How much it weighs.
    pub weight: f64,
    /// In lower case.
    pub word: String,
    /// The stems of other words for the same.
    pub also: Vec<String>,
    shown: String,
    /// Whether it only says where: "in Python".
    place: bool,
}

impl Term {
    /// Whether an answer to what something is must hold it.
    pub fn is_required(&self) -> bool {
        self.weight >= 1.0 && !self.place
    }
}

/// A question that is answered by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What is sent to the search.
    pub query: String,
    /// The words to look for.
    pub terms: Vec<Term>,
    /// What is asked.
    pub asks: Asks,
    /// The selected text that is asked about: what stands in it, the student has read.
    pub selected: Option<String>,
}

#[allow(clippy::unwrap_used, reason = "literals that the tests compile")]
fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap()
}

static DEFINITION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:what(?:'s|’s| is| are| does| do|s)|define|definition|meaning|mean by|explain|describe|mikä|mitkä|mitä|selitä|määritel\w+|tarkoit\w+)\b",
    )
});
/// A name and no more: an article or none, and no word that asks for a property of the thing.
static NAME: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?ix)^\W*(?:and\ |so\ )?(?:
            (?:what(?:'s|’s|\ is|\ are)\ (?:meant\ by\ )?(?:an?\ )?|define\ (?:an?\ |the\ )?|(?:please\ )?explain\ (?:an?\ )?)(?:[\w-]+\ ){0,2}[\w-]+
          | what\ do(?:es)?\ (?:an?\ )?(?:[\w-]+\ ){0,2}[\w-]+\ mean
          | (?:mikä\ on|mitkä\ ovat|mitä\ on|mitä\ ovat|mitä\ tarkoittaa|mitä\ tarkoitetaan|mitä\ tarkoittavat|selitä|määrittele)\ (?:[\w-]+\ ){0,2}[\w-]+
          | mitä\ (?:[\w-]+\ ){0,2}[\w-]+\ tarkoitt?a[av]\w*
        )(?:\ (?:in|within|with|on|for)\ .+)?[\s?.!]*$",
    )
});
static WAY: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"(?i)\b(?:how (?:do|does|can|should|to|is|are|would)|in which way|miten|kuinka)\b")
});
static REASON: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:why|what for|(?:good|useful|used) for|benefits?|advantages?|reason|purpose|miksi|minkä takia|mitä hyötyä|mihin .*tarvit\w+)\b",
    )
});
static FORBIDDEN: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:not (?:be )?(?:allowed|permitted|possible)|cannot|can['’]?t|can not|must(?: not|n['’]t)|should(?: not|n['’]t)|may (?:i |you |we |one )?not|never|forbidden|avoid|ei (?:\w+ )?(?:saa|voi|pidä|kannata|pitäisi)|kielletty\w*|välttää)\b",
    )
});
static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:how (?:many|much|long|old|large|big|far|often)|when|what (?:year|time|date|percent\w*|number)|montako|kuinka (?:monta|paljon|kauan)|milloin|paljonko)\b",
    )
});
static PLACE: LazyLock<Regex> = LazyLock::new(|| regex(r"(?i)\s(?:in|within|inside|with|using|on|for)\s"));
static CODE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:examples?|syntax|show me|code|snippet|how (?:do|can|should|to) (?:i |you |we |one )?(?:write|create|define|declare|make|call|import|print|use)|esimerk\w+|syntaks\w+|koodi\w*|miten (?:kirjoitetaan|luodaan|määritellään|tehdään|kirjoitan|luon|teen|käytän|käytetään))\b",
    )
});

/// The parts of a question. At least one. A question that points at something means the selected text, where
/// there is one; one that only goes on is about what was said before.
pub fn parts(question: &str, before: Before<'_>, selection: Option<&str>, analyser: &Analyser) -> Vec<Part> {
    let pieces = split::pieces(question);
    let several = pieces.len() > 1;
    let mut parts: Vec<Part> = Vec::new();
    let mut topic: Vec<Word> = Vec::new();
    for piece in &pieces {
        let mut own = content::asked_words(&piece.text);
        let about = selection.filter(|_| content::points_at_selection(&piece.text, &own));
        let carried = match about {
            Some(selection) => {
                Carried { words: selected::telling_words(selection, analyser), ..Carried::default() }
            }
            None if !content::leans_back(&piece.text, &own) => Carried::default(),
            None if topic.is_empty() => follow_up::carried(&piece.text, before, analyser),
            None => {
                Carried { words: topic.iter().take(CARRIED_WORDS).cloned().collect(), ..Carried::default() }
            }
        };
        if carried.is_side {
            own.retain(|word| !content::says_which(word));
        }
        let mut asks = asks(&piece.text);
        if asks == Asks::default() {
            asks = carried.asks;
        }
        asks.definition |= piece.compared;
        asks.code |= several && CODE.is_match(question);
        let selected = about.map(str::to_owned);
        parts.push(Part { selected, ..part(&piece.text, &own, &carried.words, asks, analyser) });
        if topic.is_empty() {
            topic = own;
        }
    }
    parts.dedup_by(|one, other| one.query == other.query);
    if pieces.iter().any(|piece| piece.compared) {
        look_at_each_other(&mut parts);
    }
    parts
}

/// A sentence about both sides of a comparison says more than one about one of them.
fn look_at_each_other(parts: &mut [Part]) {
    let all: Vec<Vec<Term>> = parts.iter().map(|part| part.terms.clone()).collect();
    for (place, part) in parts.iter_mut().enumerate() {
        let others = all.iter().enumerate().filter(|(other, _)| *other != place).flat_map(|(_, terms)| terms);
        for term in others {
            if part.terms.iter().all(|own| own.stem != term.stem) {
                part.terms.push(Term { weight: OTHER_SIDE, ..term.clone() });
            }
        }
    }
}

/// Fewer, more telling words for a second try; `None` when there are none.
pub fn broader(parts: &[Part]) -> Option<String> {
    let mut terms: Vec<&Term> =
        parts.iter().flat_map(|part| &part.terms).filter(|term| term.weight >= 1.0).collect();
    if terms.len() < 2 {
        // Nothing to leave out; the words of earlier questions may still help.
        terms = parts.iter().flat_map(|part| &part.terms).filter(|term| term.weight < 1.0).collect();
    }
    terms.sort_by_key(|term| std::cmp::Reverse(term.shown.chars().count()));
    let fewer = if terms.len() == 2 { 1 } else { 2 };
    terms.truncate(fewer);
    let query = terms.iter().map(|term| term.shown.as_str()).collect::<Vec<_>>().join(" ");
    let is_new = !query.is_empty() && parts.iter().all(|part| part.query != query);
    is_new.then_some(query)
}

fn part(text: &str, own: &[Word], carried: &[Word], asks: Asks, analyser: &Analyser) -> Part {
    let carried: Vec<_> =
        carried.iter().filter(|word| own.iter().all(|o| o.lower != word.lower)).cloned().collect();
    // "In the second case" says less of what is asked about than what it goes on with.
    let only_says_which = !carried.is_empty() && own.iter().all(content::says_which);
    let (own_weight, lean) = match (own.is_empty(), only_says_which) {
        (true, _) => (1.0, 1.0),
        (_, true) => (CARRIED, 1.0),
        _ => (1.0, CARRIED),
    };
    let mut terms: Vec<Term> = Vec::new();
    for (word, weight) in
        own.iter().map(|word| (word, own_weight)).chain(carried.iter().map(|word| (word, lean)))
    {
        for lower in words(&word.lower) {
            let stem = if word.kept { lower.clone() } else { analyser.stem(&lower) };
            if terms.iter().all(|term| term.stem != stem) {
                let also = word.also.iter().map(|other| analyser.stem(other)).collect();
                let place = is_place(text, &word.shown);
                terms.push(Term { stem, weight, word: lower, also, shown: word.shown.clone(), place });
            }
        }
    }
    let shown: Vec<Word> = own.iter().take(QUERY_WORDS).chain(&carried).cloned().collect();
    let mut query = content::query(&shown);
    if query.is_empty() {
        // A question of stop words only is still better than none.
        query = text.split_whitespace().take(QUERY_WORDS).collect::<Vec<_>>().join(" ");
    }
    Part { query, terms, asks, selected: None }
}

/// Whether a word comes after one that says where, or has an ending that does.
fn is_place(text: &str, word: &str) -> bool {
    let ending = ["ssa", "ssä", "lla", "llä"].iter().any(|ending| word.ends_with(ending));
    ending || PLACE.find(text).is_some_and(|place| text[place.end()..].contains(word))
}

fn asks(text: &str) -> Asks {
    Asks {
        definition: DEFINITION.is_match(text)
            || content::words_of(text).len() == text.split_whitespace().count(),
        name: NAME.is_match(text),
        way: WAY.is_match(text),
        reason: REASON.is_match(text),
        number: NUMBER.is_match(text),
        code: CODE.is_match(text),
        forbidden: FORBIDDEN.is_match(text),
    }
}

#[cfg(test)]
mod tests;

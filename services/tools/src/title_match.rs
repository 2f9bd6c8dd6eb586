//! Finds the title or name that somebody means. Case, accents and whatever separates words do not matter, but
//! one that agrees in these, too, comes first.

use std::borrow::Borrow;
use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization;

/// How alike a title must be to be taken for the one that is meant.
const ALIKE: f64 = 0.35;
/// How much the runner-up must differ from it.
const CLEARLY: f64 = 0.05;
/// How many near ones are named when none is meant.
const NEAREST: usize = 5;
/// What of a title is looked at, in characters.
const LOOKED_AT: usize = 300;

/// The outcome, as places in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// This one is meant.
    One(usize),
    /// Each of these may be meant, in the list's order.
    Several(Vec<usize>),
    /// None is meant; these come nearest, the nearest first.
    Nearest(Vec<usize>),
}

/// How well a title fits; kinds of fit, the best last.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Fit {
    Similar(f64),
    /// It stands in what is wanted.
    Held(f64),
    /// What is wanted stands in it.
    Words(f64),
    Prefix(f64),
    Exact(f64),
}

/// A title, prepared for comparing.
pub(crate) struct Title {
    folded: String,
    /// Without accents.
    words: String,
    whole: Option<String>,
    trigrams: BTreeSet<[char; 3]>,
}

impl Title {
    /// A title that stands alone.
    pub(crate) fn new(title: &str) -> Self {
        let folded = folded(title, LOOKED_AT);
        let words = words(&folded);
        let trigrams = trigrams(&words);
        Self { folded, words, whole: None, trigrams }
    }

    /// One that may also be given with what stands above it; that must then fit exactly.
    pub(crate) fn below(title: &str, whole: &str) -> Self {
        Self { whole: Some(words(&folded(whole, LOOKED_AT))), ..Self::new(title) }
    }

    /// Whether it is this very title, but for case.
    pub(crate) fn is(&self, title: &str) -> bool {
        self.folded == folded(title, LOOKED_AT)
    }
}

/// Finds the title that is meant: exactly, else one that begins with the wanted one, else one that holds it or
/// is held by it, else one that is much alike.
pub(crate) fn find(wanted: &str, titles: &[impl Borrow<Title>]) -> Found {
    match best(&Title::new(wanted), titles, Fit::Similar(ALIKE)).as_slice() {
        [] => Found::Nearest(nearest(wanted, titles)),
        [one] => Found::One(*one),
        several => Found::Several(several.to_vec()),
    }
}

/// Those that fit best among those that are what is wanted, begin with it or hold it.
pub(crate) fn find_sure(wanted: &str, titles: &[Title]) -> Vec<usize> {
    best(&Title::new(wanted), titles, Fit::Words(0.0))
}

/// The words of a text as titles are compared: one blank between them, no accents; empty where there is no
/// letter and no digit.
pub(crate) fn words_of(text: &str) -> String {
    words(&folded(text, usize::MAX))
}

/// The places of those that fit best, where that is well enough.
fn best(wanted: &Title, titles: &[impl Borrow<Title>], enough: Fit) -> Vec<usize> {
    let fits: Vec<Fit> = titles.iter().map(|title| fit(wanted, title.borrow())).collect();
    let best = fits.iter().copied().reduce(|one, other| if other > one { other } else { one });
    let Some(best) = best.filter(|best| *best >= enough) else { return Vec::new() };
    (0..fits.len()).filter(|place| is_tie(fits[*place], best)).collect()
}

fn is_tie(fit: Fit, best: Fit) -> bool {
    match (fit, best) {
        (Fit::Similar(fit), Fit::Similar(best)) => fit >= ALIKE && best - fit < CLEARLY,
        _ => fit == best,
    }
}

/// The places of those that come nearest, the nearest first.
pub(crate) fn nearest(wanted: &str, titles: &[impl Borrow<Title>]) -> Vec<usize> {
    let wanted = Title::new(wanted);
    let likeness: Vec<f64> = titles.iter().map(|title| similarity(&wanted, title.borrow())).collect();
    let mut places: Vec<usize> = (0..titles.len()).collect();
    places.sort_by(|one, other| likeness[*other].total_cmp(&likeness[*one]));
    places.truncate(NEAREST);
    places
}

fn fit(wanted: &Title, title: &Title) -> Fit {
    if wanted.folded == title.folded {
        return Fit::Exact(1.0);
    }
    // Punctuation only, as in a page called "…": nothing but the very same fits.
    if wanted.words.is_empty() || title.words.is_empty() {
        return Fit::Similar(0.0);
    }
    if wanted.words == title.words || title.whole.as_ref() == Some(&wanted.words) {
        return Fit::Exact(0.5);
    }
    if wanted.words.replace(' ', "") == title.words.replace(' ', "") {
        return Fit::Exact(0.25);
    }
    if numbers_differ(&wanted.words, &title.words) {
        return Fit::Similar(0.0);
    }
    if let Some(rest) = title.words.strip_prefix(&wanted.words) {
        return Fit::Prefix(if rest.starts_with(' ') { 1.0 } else { 0.5 });
    }
    shared_words(&wanted.words, &title.words).unwrap_or_else(|| Fit::Similar(similarity(wanted, title)))
}

/// Whether both have numbers and a wanted one is missing: "exercise 1" is no slip for "exercise 15".
fn numbers_differ(wanted: &str, title: &str) -> bool {
    let numbers = |words: &'_ str| -> Vec<String> {
        let words = words.split(' ').filter(|word| word.chars().all(|c| c.is_ascii_digit()));
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let (wanted, title) = (numbers(wanted), numbers(title));
    !title.is_empty() && wanted.iter().any(|number| !title.contains(number))
}

/// How well one holds the other's words; `None` when neither holds all of the other's.
fn shared_words(wanted: &str, title: &str) -> Option<Fit> {
    let (wanted_words, title_words): (Vec<&str>, Vec<&str>) =
        (wanted.split(' ').collect(), title.split(' ').collect());
    if wanted_words.iter().all(|word| title_words.contains(word)) {
        return Some(Fit::Words(1.0));
    }
    if wanted_words.iter().all(|word| title_words.iter().any(|other| other.starts_with(word)))
        || title.contains(wanted)
    {
        return Some(Fit::Words(0.5));
    }
    // "the page about foreign keys": the longest title in it is meant.
    let held = title_words.iter().all(|word| wanted_words.contains(word)) && title.chars().count() > 2;
    #[expect(clippy::cast_precision_loss, reason = "a few words")]
    held.then(|| Fit::Held(title_words.len() as f64 / wanted_words.len().max(title_words.len()) as f64))
}

fn similarity(one: &Title, other: &Title) -> f64 {
    let both = one.trigrams.intersection(&other.trigrams).count();
    let all = one.trigrams.len() + other.trigrams.len() - both;
    #[expect(clippy::cast_precision_loss, reason = "a few hundred trigrams")]
    if all == 0 { 0.0 } else { both as f64 / all as f64 }
}

/// One line of at most `limit` characters, without regard to case or to how its letters are encoded.
fn folded(text: &str, limit: usize) -> String {
    let start: String = text.nfkc().take(limit).collect();
    // Upper case first, so that "ß" and "SS" are one.
    let folded = start.to_uppercase().to_lowercase();
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Its words without accents, one space between them.
fn words(folded: &str) -> String {
    // Of the marks only accents go: in other scripts marks are vowels.
    let plain: String = folded.nfd().filter(|c| !matches!(c, '\u{300}'..='\u{36f}')).nfc().collect();
    let words = plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

fn trigrams(words: &str) -> BTreeSet<[char; 3]> {
    let padded = words.split(' ').filter(|word| !word.is_empty()).map(|word| format!("  {word} "));
    padded
        .flat_map(|word| {
            let letters: Vec<char> = word.chars().collect();
            letters.windows(3).map(|three| [three[0], three[1], three[2]]).collect::<Vec<_>>()
        })
        .collect()
}

#[cfg(test)]
mod tests;

//! Finds the title that somebody means. Case, kind of accents and punctuation do not matter.

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
    Words(f64),
    Prefix(f64),
    Exact(f64),
}

/// A title, prepared for comparing.
pub(crate) struct Title {
    folded: String,
    words: String,
    whole: Option<String>,
    trigrams: BTreeSet<[char; 3]>,
}

impl Title {
    /// A title that stands alone.
    pub(crate) fn new(title: &str) -> Self {
        let folded = folded(title);
        let words = words(&folded);
        let trigrams = trigrams(&words);
        Self { folded, words, whole: None, trigrams }
    }

    /// One that may also be given with what stands above it; that must then fit exactly.
    pub(crate) fn below(title: &str, whole: &str) -> Self {
        Self { whole: Some(words(&folded(whole))), ..Self::new(title) }
    }

    /// Whether it is this very title, but for case.
    pub(crate) fn is(&self, title: &str) -> bool {
        self.folded == folded(title)
    }
}

/// Finds the title that is meant.
pub(crate) fn find(wanted: &str, titles: &[Title]) -> Found {
    let wanted = Title::new(wanted);
    let fits: Vec<Fit> = titles.iter().map(|title| fit(&wanted, title)).collect();
    let best = fits.iter().copied().reduce(|one, other| if other > one { other } else { one });
    match best {
        Some(best) if best >= Fit::Similar(ALIKE) => {
            let ties: Vec<usize> = (0..fits.len()).filter(|place| is_tie(fits[*place], best)).collect();
            match ties.as_slice() {
                [one] => Found::One(*one),
                _ => Found::Several(ties),
            }
        }
        _ => Found::Nearest(nearest(&wanted, titles)),
    }
}

fn is_tie(fit: Fit, best: Fit) -> bool {
    match (fit, best) {
        (Fit::Similar(fit), Fit::Similar(best)) => fit >= ALIKE && best - fit < CLEARLY,
        _ => fit == best,
    }
}

fn nearest(wanted: &Title, titles: &[Title]) -> Vec<usize> {
    let likeness: Vec<f64> = titles.iter().map(|title| similarity(wanted, title)).collect();
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
    if let Some(rest) = title.words.strip_prefix(&wanted.words) {
        return Fit::Prefix(if rest.starts_with(' ') { 1.0 } else { 0.5 });
    }
    shared_words(&wanted.words, &title.words)
        .map_or_else(|| Fit::Similar(similarity(wanted, title)), Fit::Words)
}

/// How well one holds the other's words; `None` when neither holds all of the other's.
fn shared_words(wanted: &str, title: &str) -> Option<f64> {
    let (wanted_words, title_words): (Vec<&str>, Vec<&str>) =
        (wanted.split(' ').collect(), title.split(' ').collect());
    if wanted_words.iter().all(|word| title_words.contains(word)) {
        return Some(1.0);
    }
    if wanted_words.iter().all(|word| title_words.iter().any(|other| other.starts_with(word)))
        || title.contains(wanted)
    {
        return Some(0.9);
    }
    // "the page about foreign keys": the longest title in it is meant.
    let held = title_words.iter().all(|word| wanted_words.contains(word)) && title.chars().count() > 2;
    #[expect(clippy::cast_precision_loss, reason = "a few words")]
    held.then(|| 0.8 * title_words.len() as f64 / wanted_words.len().max(title_words.len()) as f64)
}

fn similarity(one: &Title, other: &Title) -> f64 {
    let both = one.trigrams.intersection(&other.trigrams).count();
    let all = one.trigrams.len() + other.trigrams.len() - both;
    #[expect(clippy::cast_precision_loss, reason = "a few hundred trigrams")]
    if all == 0 { 0.0 } else { both as f64 / all as f64 }
}

/// One line without regard to case or to how its letters are encoded.
fn folded(text: &str) -> String {
    let start: String = text.nfkc().take(LOOKED_AT).collect();
    // Upper case first, so that "ß" and "SS" are one.
    let folded = start.to_uppercase().to_lowercase();
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Its words, one space between them.
fn words(folded: &str) -> String {
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
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
mod tests {
    use super::*;

    const TITLES: &[&str] = &[
        "Relations",
        "Keys",
        "Foreign keys",
        "Keyboards",
        "ÅSA och ängen",
        "C",
        "C++",
        "Joins: inner and outer",
        "Joins: a summary",
        "Straße",
        "!!!",
    ];

    fn found(wanted: &str) -> Found {
        let titles: Vec<Title> = TITLES.iter().map(|title| Title::new(title)).collect();
        find(wanted, &titles)
    }

    #[test]
    fn the_title_that_is_meant_is_found() {
        for (wanted, title) in [
            ("keys", "Keys"),
            ("KEYS!", "Keys"),
            ("“Keys”", "Keys"),
            ("Rel", "Relations"),
            ("Keyb", "Keyboards"),
            ("foreign", "Foreign keys"),
            ("keys, foreign", "Foreign keys"),
            ("the page about foreign keys", "Foreign keys"),
            ("Foriegn key", "Foreign keys"),
            ("åsa och ängen", "ÅSA och ängen"),
            ("a\u{30a}sa OCH a\u{308}ngen", "ÅSA och ängen"),
            ("åsa", "ÅSA och ängen"),
            ("STRASSE", "Straße"),
            ("c", "C"),
            ("c++", "C++"),
            ("!!!", "!!!"),
            ("outer joins", "Joins: inner and outer"),
        ] {
            let place = TITLES.iter().position(|known| *known == title).unwrap();
            assert_eq!(found(wanted), Found::One(place), "{wanted}");
        }
    }

    #[test]
    fn several_that_fit_alike_are_all_named() {
        assert_eq!(found("joins"), Found::Several(vec![7, 8]));
        let same = [Title::new("Summary"), Title::new("Other"), Title::new("summary")];
        assert_eq!(find("Summary", &same), Found::Several(vec![0, 2]));
    }

    #[test]
    fn what_stands_above_a_heading_tells_it_from_another() {
        let headings =
            [Title::below("Summary", "Keys › Summary"), Title::below("Summary", "Joins › Summary")];
        assert_eq!(find("summary", &headings), Found::Several(vec![0, 1]));
        assert_eq!(find("Joins › Summary", &headings), Found::One(1));
        assert_eq!(find("joins summary", &headings), Found::One(1));
    }

    #[test]
    fn where_none_is_meant_the_nearest_come_first() {
        let Found::Nearest(nearest) = found("relational algebra and its laws") else { panic!() };
        assert_eq!((nearest[0], nearest.len()), (0, NEAREST));
        assert!(matches!(found("???"), Found::Nearest(_)));
        assert_eq!(find("keys", &[]), Found::Nearest(Vec::new()));
        assert!(matches!(found(&"x y ".repeat(100_000)), Found::Nearest(_)));
    }
}

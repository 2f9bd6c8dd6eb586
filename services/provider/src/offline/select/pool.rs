//! All pieces of all sources, scored against a question.

use std::collections::HashSet;

use super::signs;
use crate::offline::question::{Asks, Part, Term};
use crate::offline::text::sentences::{Kind, pieces};
use crate::offline::text::source::Source;
use crate::offline::text::words::{Analyser, is_operator, share_beginning, words};

/// A piece and how well it answers.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its place among all.
    pub place: usize,
    /// The place of its source.
    pub source: usize,
    /// The number of its source.
    pub number: u32,
    /// What it is.
    pub kind: Kind,
    /// Its text.
    pub text: String,
    /// The share of the question's weight in it.
    pub inside: f64,
    /// The same, its headings and surroundings counted in part.
    pub around: f64,
    /// How well it answers.
    pub score: f64,
    stems: HashSet<String>,
    rank: usize,
}

/// The pieces.
pub struct Pool {
    /// In reading order.
    pub candidates: Vec<Candidate>,
}

impl Pool {
    /// Cuts and scores the sources.
    pub fn new(part: &Part, sources: &[Source], analyser: &Analyser) -> Self {
        let mut candidates = cut(sources, analyser);
        let weights = weights(&part.terms, &candidates);
        let headings: Vec<HashSet<String>> = sources
            .iter()
            .map(|source| read(&source.heading, analyser))
            .collect();
        let passages: Vec<Vec<f64>> = (0..sources.len())
            .map(|source| passage_matches(part, &candidates, &headings[source], source))
            .collect();
        let mut before: Vec<f64> = Vec::new();
        let mut title: Vec<f64> = Vec::new();
        let mut source = usize::MAX;
        for candidate in &mut candidates {
            if candidate.source != source {
                source = candidate.source;
                before = vec![0.0; part.terms.len()];
                title = matches(part, &headings[source]);
            }
            let inside = matches(part, &candidate.stems);
            if candidate.kind == Kind::Heading {
                title = title.iter().zip(&inside).map(|(a, b)| a.max(*b)).collect();
                continue;
            }
            let near = [
                (&inside, 1.0),
                (&title, 0.6),
                (&before, 0.4),
                (&passages[source], 0.35),
            ];
            let around: Vec<f64> = (0..part.terms.len())
                .map(|term| {
                    near.iter()
                        .map(|(matched, share)| matched[term] * share)
                        .fold(0.0, f64::max)
                })
                .collect();
            candidate.inside = share(&weights, &inside);
            candidate.around = share(&weights, &around);
            candidate.score = score(
                candidate,
                share(&weights, &passages[source]),
                part,
                analyser,
            );
            before = inside;
        }
        Self { candidates }
    }

    /// What may be quoted by itself.
    pub fn quotable(&self) -> impl Iterator<Item = &Candidate> {
        self.candidates.iter().filter(|candidate| {
            let leads =
                candidate.kind == Kind::Lead && !self.items_after(candidate.place, 1).is_empty();
            (leads || matches!(candidate.kind, Kind::Sentence | Kind::Item | Kind::Row))
                && !signs::commands_a_model(&candidate.text)
        })
    }

    /// The best piece.
    pub fn best(&self) -> Option<&Candidate> {
        self.quotable().max_by(|one, other| {
            one.score
                .total_cmp(&other.score)
                .then(other.place.cmp(&one.place))
        })
    }

    /// The sentence before one, in the same source.
    pub fn before(&self, place: usize) -> Option<&Candidate> {
        let before = self.candidates.get(place.checked_sub(1)?)?;
        let same = before.source == self.candidates[place].source;
        (same && before.kind == Kind::Sentence && !signs::commands_a_model(&before.text))
            .then_some(before)
    }

    /// The sentence after one, in the same source.
    pub fn after(&self, place: usize) -> Option<&Candidate> {
        let after = self.candidates.get(place + 1)?;
        let same = after.source == self.candidates[place].source;
        (same && after.kind == Kind::Sentence && !signs::commands_a_model(&after.text))
            .then_some(after)
    }

    /// The items of the list right after a piece.
    pub fn items_after(&self, place: usize, most: usize) -> Vec<usize> {
        let source = self.candidates[place].source;
        self.candidates[place + 1..]
            .iter()
            .take_while(|next| next.source == source && matches!(next.kind, Kind::Item | Kind::Row))
            .filter(|next| !signs::commands_a_model(&next.text))
            .take(most)
            .map(|next| next.place)
            .collect()
    }

    /// The code that belongs to the chosen pieces: after one of them, else before, else in its source.
    pub fn code_near(&self, chosen: &[usize]) -> Option<usize> {
        let distance = |code: &Candidate, place: usize| {
            let same = code.source == self.candidates[place].source;
            let far = code.place.abs_diff(place) * 2 + usize::from(code.place < place);
            same.then_some(far)
        };
        self.candidates
            .iter()
            .filter(|candidate| {
                candidate.kind == Kind::Code && candidate.text.lines().count() <= 30
            })
            .filter_map(|code| {
                Some((
                    chosen
                        .iter()
                        .filter_map(|place| distance(code, *place))
                        .min()?,
                    code.place,
                ))
            })
            .min()
            .map(|(_, place)| place)
    }

    /// Whether two pieces follow each other in a source.
    #[expect(clippy::unused_self, reason = "reads as a question to the pool")]
    pub fn are_neighbours(&self, one: &Candidate, other: &Candidate) -> bool {
        one.source == other.source && one.place.abs_diff(other.place) == 1
    }

    /// Whether one of two pieces says little that the other does not.
    pub fn says_the_same(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.candidates[one].stems, &self.candidates[other].stems);
        let fewer = one.len().min(other.len()).max(1);
        one.intersection(other).count() * 10 >= fewer * 9
    }
}

fn cut(sources: &[Source], analyser: &Analyser) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for (source, passage) in sources.iter().enumerate() {
        for piece in pieces(&passage.text) {
            candidates.push(Candidate {
                place: candidates.len(),
                source,
                number: passage.number,
                rank: passage.rank,
                kind: piece.kind,
                stems: read(&piece.text, analyser),
                text: piece.text,
                inside: 0.0,
                around: 0.0,
                score: 0.0,
            });
        }
    }
    candidates
}

/// What each word of the question weighs: more when few sentences have it.
#[expect(clippy::cast_precision_loss, reason = "counts of sentences")]
fn weights(terms: &[Term], candidates: &[Candidate]) -> Vec<f64> {
    let all = candidates.len() as f64;
    let idf = |with: f64| (1.0 + (all - with + 0.5) / (with + 0.5)).ln();
    let rarest = idf(0.0);
    terms
        .iter()
        .map(|term| {
            let with = candidates
                .iter()
                .filter(|candidate| candidate.stems.contains(&term.stem))
                .count();
            term.weight * (0.35 + 0.65 * idf(with as f64) / rarest)
        })
        .collect()
}

/// The stems of a text, and its words as they stand there.
fn read(text: &str, analyser: &Analyser) -> HashSet<String> {
    let mut all: HashSet<String> = analyser.stems(text).into_iter().collect();
    all.extend(words(text).map(|word| exact(&word)));
    all
}

/// A word as it is written, told apart from stems.
fn exact(word: &str) -> String {
    format!("={word}")
}

fn matches(part: &Part, stems: &HashSet<String>) -> Vec<f64> {
    part.terms
        .iter()
        .map(|term| {
            if stems.contains(&exact(&term.word)) {
                return 1.0;
            }
            if stems.contains(&term.stem) {
                return 0.92;
            }
            let alike = !is_operator(&term.stem)
                && stems.iter().any(|stem| share_beginning(stem, &term.stem));
            if alike { 0.7 } else { 0.0 }
        })
        .collect()
}

fn passage_matches(
    part: &Part,
    all: &[Candidate],
    heading: &HashSet<String>,
    source: usize,
) -> Vec<f64> {
    let inside = all.iter().filter(|candidate| candidate.source == source);
    let stems: HashSet<String> = inside
        .flat_map(|candidate| candidate.stems.iter())
        .chain(heading)
        .cloned()
        .collect();
    matches(part, &stems)
}

fn share(weights: &[f64], matched: &[f64]) -> f64 {
    let whole: f64 = weights.iter().sum();
    if whole == 0.0 {
        return 0.0;
    }
    weights
        .iter()
        .zip(matched)
        .map(|(weight, share)| weight * share)
        .sum::<f64>()
        / whole
}

#[expect(clippy::cast_precision_loss, reason = "ranks of sources")]
fn score(candidate: &Candidate, passage: f64, part: &Part, analyser: &Analyser) -> f64 {
    let rank = 1.0 / (1.0 + 0.25 * candidate.rank as f64);
    let kind = match candidate.kind {
        Kind::Row => -0.1,
        Kind::Item => -0.03,
        Kind::Lead => -0.05,
        _ => 0.0,
    };
    0.55 * candidate.inside
        + 0.25 * candidate.around
        + 0.25 * passage
        + 0.3 * rank
        + kind
        + definition(candidate, part.asks, part, analyser)
        + signs::fit(&candidate.text, part.asks)
}

/// A sentence that says what the thing asked for is.
fn definition(candidate: &Candidate, asks: Asks, part: &Part, analyser: &Analyser) -> f64 {
    if !asks.definition {
        return 0.0;
    }
    let own: Vec<&Term> = part
        .terms
        .iter()
        .filter(|term| term.weight >= 1.0)
        .collect();
    let named = |text: &str| {
        let stems = analyser.stems(text);
        own.iter().filter(|term| stems.contains(&term.stem)).count()
    };
    if own.is_empty() {
        return 0.0;
    }
    let subject =
        signs::defined(&candidate.text).map(|(subject, is_kind)| (named(subject), is_kind));
    let begins = named(signs::beginning(&candidate.text)) == own.len();
    match subject {
        Some((count, true)) if count == own.len() => 0.28,
        Some((count, _)) if count == own.len() => 0.14,
        _ if begins => 0.1,
        Some((1.., _)) => 0.1,
        _ if signs::names(&candidate.text) && candidate.inside > 0.6 => 0.14,
        _ => 0.0,
    }
}

//! How well a piece answers a question.

use std::collections::HashSet;

use super::pool::Candidate;
use super::signs;
use crate::offline::question::{Asks, Part, Term};
use crate::offline::text::sentences::Kind;
use crate::offline::text::source::Source;
use crate::offline::text::words::{
    Analyser, holds_most_letters, is_end_of, is_operator, share_beginning, words,
};

/// How well another word stands for one that was asked with.
const OTHER_WORD: f64 = 0.85;

/// What the pieces of some sources are measured by.
pub struct Scale<'a> {
    part: &'a Part,
    analyser: &'a Analyser,
    weights: Vec<f64>,
    headings: Vec<Vec<f64>>,
    sections: Vec<Vec<f64>>,
    passages: Vec<Vec<f64>>,
}

impl<'a> Scale<'a> {
    /// Weighs the question's words and reads the headings.
    pub fn new(part: &'a Part, sources: &[Source], pieces: &[Candidate], analyser: &'a Analyser) -> Self {
        let matched = |text: &str| matches(part, &read(text, analyser), analyser);
        let headings: Vec<Vec<f64>> = sources.iter().map(|source| matched(&source.heading)).collect();
        let sections = sources.iter().map(|source| matched(&source.section)).collect();
        let mut passages = headings.clone();
        for piece in pieces {
            let passage = &mut passages[piece.source];
            passage.iter_mut().zip(&piece.matched).for_each(|(all, here)| *all = all.max(*here));
        }
        Self { part, analyser, weights: weights(&part.terms, pieces), headings, sections, passages }
    }

    /// Which of the question's words stand in a source's headings.
    pub fn heading(&self, source: usize) -> Vec<f64> {
        self.headings[source].clone()
    }

    /// Scores a piece by what of the question stands in it, in the titles over it, and in the piece
    /// before it.
    pub fn put_on(&self, candidate: &mut Candidate, title: &[f64], before: &[f64]) {
        let (passage, inside) = (&self.passages[candidate.source], &candidate.matched);
        let around: Vec<f64> = (0..inside.len())
            .map(|term| inside[term].max(0.6 * title[term]).max(0.4 * before[term]).max(0.35 * passage[term]))
            .collect();
        let required = self.part.terms.iter().zip(&around).filter(|(term, _)| term.is_required());
        candidate.lacks = required.filter(|(_, around)| **around == 0.0).count();
        candidate.inside = share(&self.weights, inside);
        candidate.around = share(&self.weights, &around);
        candidate.passage = share(&self.weights, passage);
        let section = &self.sections[candidate.source];
        candidate.section = share(&self.weights, section);
        candidate.section_words = section.iter().filter(|matched| **matched > 0.0).count();
        candidate.score = score(candidate, self.part, self.analyser);
    }
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
            let has = |candidate: &&Candidate| {
                let stems = &candidate.stems;
                stems.contains(&term.stem) || term.also.iter().any(|other| stems.contains(other))
            };
            let with = candidates.iter().filter(has).count();
            term.weight * (0.35 + 0.65 * idf(with as f64) / rarest)
        })
        .collect()
}

/// The stems of a text, and its words as they stand there.
pub fn read(text: &str, analyser: &Analyser) -> HashSet<String> {
    let mut all: HashSet<String> = analyser.stems(text).into_iter().collect();
    all.extend(words(text).map(|word| exact(&word)));
    all
}

/// A word as it is written, told apart from stems.
fn exact(word: &str) -> String {
    format!("={word}")
}

/// For each word of the question, whether it is there: as it was written, as another form, or as a word
/// that begins alike.
pub fn matches(part: &Part, stems: &HashSet<String>, analyser: &Analyser) -> Vec<f64> {
    part.terms
        .iter()
        .map(|term| {
            if stems.contains(&exact(&term.word)) {
                return 1.0;
            }
            if stems.contains(&term.stem) {
                return 0.92;
            }
            if term.also.iter().any(|other| stems.contains(other)) {
                return OTHER_WORD;
            }
            let alike = term.stem.len() >= 4
                && !is_operator(&term.stem)
                && (begins_alike(term, stems)
                    || (analyser.compounds() && stems.iter().any(|stem| is_end_of(stem, &term.stem))));
            if alike { 0.7 } else { 0.0 }
        })
        .collect()
}

fn begins_alike(term: &Term, stems: &HashSet<String>) -> bool {
    let mut written = stems.iter().filter_map(|stem| stem.strip_prefix('='));
    stems.iter().any(|stem| share_beginning(stem, &term.stem))
        && written.any(|word| holds_most_letters(&term.word, &term.stem, word))
}

fn share(weights: &[f64], matched: &[f64]) -> f64 {
    let whole: f64 = weights.iter().sum();
    if whole == 0.0 {
        return 0.0;
    }
    weights.iter().zip(matched).map(|(weight, share)| weight * share).sum::<f64>() / whole
}

#[expect(clippy::cast_precision_loss, reason = "ranks of sources")]
fn score(candidate: &Candidate, part: &Part, analyser: &Analyser) -> f64 {
    let rank = 1.0 / (1.0 + 0.25 * candidate.rank as f64);
    let kind = match candidate.kind {
        Kind::Row => -0.1,
        Kind::Item => -0.03,
        Kind::Lead => -0.05,
        _ => 0.0,
    };
    0.55 * candidate.inside
        + 0.25 * candidate.around
        + 0.25 * candidate.passage
        + 0.3 * rank
        + kind
        + definition(candidate, part.asks, part, analyser)
        + signs::fit(&candidate.text, part.asks)
}

/// A sentence that says what the thing asked for is.
fn definition(candidate: &Candidate, asks: Asks, part: &Part, analyser: &Analyser) -> f64 {
    if !asks.definition || candidate.inside == 0.0 {
        return 0.0;
    }
    let own: Vec<&Term> = part.terms.iter().filter(|term| term.weight >= 1.0).collect();
    let named = |text: &str| {
        let stems = analyser.stems(text);
        own.iter().filter(|term| stems.contains(&term.stem)).count()
    };
    if own.is_empty() {
        return 0.0;
    }
    let subject = signs::defined(&candidate.text).map(|(subject, is_kind)| (named(subject), is_kind));
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

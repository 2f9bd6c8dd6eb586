//! A sentence held against one passage.

use std::ops::Range;
use std::sync::Arc;

use chatbot_core::citation::evidence::{EvidencePassage, PassageSpan};

use crate::cover::Cover;
use crate::markup::{Piece, PieceKind};
use crate::negation::{Denial, Denies};
use crate::passage::Prepared;
use crate::tokens::{Keys, Kind, Token};
use crate::units::units;

/// A sentence of a passage with this many tenths of a sentence's tokens says the same thing.
const NEAR_TENTHS: usize = 6;

/// What is kept of a passage.
pub(crate) struct Known {
    /// The language that its text is in (primary subtag).
    pub language: String,
    pub prepared: Prepared,
}

/// A cited passage and what it holds of the sentence.
pub(crate) struct Held<'a> {
    /// Which of the cited passages.
    pub number: usize,
    pub passage: &'a EvidencePassage<'a>,
    pub known: Arc<Known>,
    pub cover: Cover,
}

impl Held<'_> {
    /// Whether sentence and passage differ in what they deny: the sentence denies something and what the
    /// passage says of it nothing, or just what the passage denies is said without denial.
    pub fn denies_otherwise(&self, text: &str, tokens: &[Token]) -> bool {
        let Known { language, prepared } = self.known.as_ref();
        let denials = &prepared.denials;
        let best = self.cover.best;
        if Denial::of(language, text).kind() == Some(Denies::Plainly) {
            let is_near = self.cover.in_best.count_ones() as usize * 10 >= NEAR_TENTHS * tokens.len();
            // Unless one sentence says all of it, the next may deny.
            let reach = usize::from(!is_near);
            let around = best.saturating_sub(reach)..denials.len().min(best + 1 + reach);
            let denies_there = denials.get(best).is_some_and(Option::is_some);
            return !denies_there && !denials[around].contains(&Some(Denies::Plainly));
        }
        let denying = self.cover.window.clone().filter(|number| denials[*number] == Some(Denies::Plainly));
        let mut denying = denying.map(|number| &self.passage.text[prepared.sentences[number].clone()]);
        denying.any(|said| says_what_is_denied(language, tokens, said))
    }

    /// Where the sentence's words stand; words side by side are one stretch.
    pub fn shared(&self) -> Vec<PassageSpan> {
        let text = self.passage.text;
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for place in &self.cover.places {
            let (range, _) = &self.known.prepared.places[*place];
            match ranges.last_mut() {
                Some(last) if range.start <= last.end || text[last.end..range.start].trim().is_empty() => {
                    last.end = last.end.max(range.end);
                }
                _ => ranges.push(range.clone()),
            }
        }
        ranges.iter().map(|range| self.span(range)).collect()
    }

    fn span(&self, range: &Range<usize>) -> PassageSpan {
        PassageSpan { passage: self.number, units: units(self.passage.text, range) }
    }
}

/// Whether a sentence of the passage has half of the tokens, and a word among them that it denies: the next
/// that counts after the denial.
fn says_what_is_denied(language: &str, tokens: &[Token], said: &str) -> bool {
    let there = Keys::of(language).tokens(said, &[Piece { range: 0..said.len(), kind: PieceKind::Words }]);
    let is_said = |key: &str| tokens.iter().any(|token| token.key == key && token.kind != Kind::Number);
    let shared = tokens.iter().filter(|token| there.iter().any(|other| other.key == token.key)).count();
    let next = |token: &Token, end: usize| {
        token.ranges.iter().map(|range| range.start).filter(|start| *start >= end).min()
    };
    shared * 2 >= tokens.len()
        && Denial::of(language, said).ends.into_iter().any(|end| {
            let denied = there.iter().filter_map(|token| Some((next(token, end)?, &token.key))).min();
            denied.is_some_and(|(_, key)| is_said(key))
        })
}

/// The sentences that say most of it, of the passage that has most.
pub(crate) fn cited_span(held: &[Held<'_>]) -> Option<PassageSpan> {
    let with_window = held.iter().rev().filter(|held| !held.cover.window.is_empty());
    let best = with_window.max_by_key(|held| held.cover.in_window.count_ones())?;
    let sentences = &best.known.prepared.sentences[best.cover.window.clone()];
    let range = sentences.first()?.start..sentences.last()?.end;
    let length = best.passage.text[range.clone()].trim_end().len();
    Some(best.span(&(range.start..range.start + length)))
}

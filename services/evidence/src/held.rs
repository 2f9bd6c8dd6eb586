//! A sentence held against one passage.

use std::ops::Range;
use std::sync::Arc;

use chatbot_core::citation::evidence::{EvidencePassage, PassageSpan};

use crate::cover::Cover;
use crate::markup::{Piece, PieceKind};
use crate::negation::Said;
use crate::order;
use crate::passage::Prepared;
use crate::tokens::{Keys, Token};
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
    /// Whether sentence and passage differ in what they deny.
    pub fn denies_otherwise(&self, text: &str, tokens: &[Token]) -> bool {
        let Known { language, prepared } = self.known.as_ref();
        let keys = Keys::of(language);
        let own = Said::of(text, &keys);
        let window = prepared.sentences[self.cover.window.clone()].iter();
        let window: Vec<Said> =
            window.map(|range| Said::of(&self.passage.text[range.clone()], &keys)).collect();
        let is_near = self.cover.in_best.count_ones() as usize * 10 >= NEAR_TENTHS * tokens.len();
        let around = self.cover.best.saturating_sub(1)..prepared.denials.len().min(self.cover.best + 2);
        // Unless one sentence says all of it, the next may deny it.
        let is_denied_around = !is_near && prepared.denials[around].contains(&true);
        (!is_denied_around && own.denies_more_than(&window, is_near))
            || window.iter().any(|said| own.drops_a_denial_of(said, tokens))
    }

    /// Whether two things of the sentence have changed places in the passage's best sentence.
    pub fn swaps(&self, text: &str, tokens: &[Token]) -> bool {
        let Known { language, prepared } = self.known.as_ref();
        let Some(range) = prepared.sentences.get(self.cover.best) else { return false };
        let said = &self.passage.text[range.clone()];
        let there =
            Keys::of(language).tokens(said, &[Piece { range: 0..said.len(), kind: PieceKind::Words }]);
        order::is_swapped(language, (text, tokens), (said, &there))
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

/// The sentences that say most of it, of the passage that has most.
pub(crate) fn cited_span(held: &[Held<'_>]) -> Option<PassageSpan> {
    let with_window = held.iter().rev().filter(|held| !held.cover.window.is_empty());
    let best = with_window.max_by_key(|held| held.cover.in_window.count_ones())?;
    let sentences = &best.known.prepared.sentences[best.cover.window.clone()];
    let range = sentences.first()?.start..sentences.last()?.end;
    let length = best.passage.text[range.clone()].trim_end().len();
    Some(best.span(&(range.start..range.start + length)))
}

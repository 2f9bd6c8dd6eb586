//! The scores of words and of grams.

use super::question::Terms;
use super::{FEWEST_GRAMS, GRAMS_SHARE, places, top};
use crate::index::CourseIndex;

/// Beyond this many occurrences a word hardly counts more.
const SATURATION: f64 = 1.2;
/// So many of the best by words get the bonuses.
const BEST_BY_WORDS: usize = 100;

/// Scores by passage.
pub(super) struct Streams {
    words: Vec<f64>,
    /// Whether the passage has a word that makes it a hit.
    fits: Vec<bool>,
    grams: Vec<f64>,
    /// What the question's grams weigh together.
    all_grams: f64,
}

impl Streams {
    /// Scores all passages.
    pub fn score(index: &CourseIndex, terms: &Terms) -> Self {
        let mut streams = Self {
            words: vec![0.0; index.len()],
            fits: vec![false; index.len()],
            grams: vec![0.0; index.len()],
            all_grams: terms.grams_weight(index),
        };
        streams.score_words(index, terms);
        streams.score_grams(index, terms);
        let best = top::best(&streams.words, BEST_BY_WORDS);
        places::add_bonuses(index, terms, &best, &mut streams.words);
        streams
    }

    fn score_words(&mut self, index: &CourseIndex, terms: &Terms) {
        for (term, weight) in &terms.words {
            let mut list = index.passages_with(*term);
            let rarity = weight.weight * index.rarity(list.passages());
            while let Some(posting) = list.next() {
                let at = posting.passage as usize;
                if let (Some(score), Some(fits)) = (self.words.get_mut(at), self.fits.get_mut(at)) {
                    *score += rarity * saturated(index.word_frequency(posting));
                    *fits |= weight.fits;
                }
            }
        }
    }

    fn score_grams(&mut self, index: &CourseIndex, terms: &Terms) {
        for (gram, weight) in &terms.grams {
            let Some(mut list) = index.passages_with_gram(*gram) else { continue };
            let rarity = weight * index.rarity(list.passages());
            while let Some(posting) = list.next() {
                if let Some(score) = self.grams.get_mut(posting.passage as usize) {
                    *score += rarity * saturated(index.gram_frequency(posting));
                }
            }
        }
    }

    /// Both together, each as a share of its best; 0 for what is no hit.
    pub fn fused(&self) -> Vec<f64> {
        let best_words = best(&self.words);
        let best_grams = best(&self.grams);
        let fewest = FEWEST_GRAMS * self.all_grams;
        let passages = self.words.iter().zip(&self.fits).zip(&self.grams);
        let fused = passages.map(|((words, fits), grams)| {
            let is_hit = *fits || *grams >= fewest;
            if is_hit { words / best_words + GRAMS_SHARE * grams / best_grams } else { 0.0 }
        });
        fused.collect()
    }
}

fn best(scores: &[f64]) -> f64 {
    scores.iter().copied().fold(f64::MIN_POSITIVE, f64::max)
}

pub(super) fn saturated(frequency: f64) -> f64 {
    (SATURATION + 1.0) * frequency / (frequency + SATURATION)
}

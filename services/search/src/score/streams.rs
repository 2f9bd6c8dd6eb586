//! The scores of words and of grams.

use super::question::Terms;
use super::{FEWEST_GRAMS, GRAMS_SHARE, places, top};
use crate::index::{CourseIndex, Postings, narrow};

/// So many of the best by words get the bonuses.
const BEST_BY_WORDS: usize = 100;
/// So many entries of lists are read for a question, those of rare terms first: more only happens in courses
/// of tens of thousands of passages, where the frequent terms then no longer count.
const MOST_ENTRIES: u64 = 250_000;

/// Scores by passage.
pub(super) struct Streams {
    words: Vec<f32>,
    /// Whether the passage has a word that makes it a hit.
    fits: Vec<bool>,
    grams: Vec<f32>,
    /// What the question's grams weigh together.
    all_grams: f32,
}

/// A list with what its term counts, rarity included.
struct Weighted<'i> {
    list: Postings<'i>,
    weight: f32,
    fits: bool,
}

impl Streams {
    /// Scores all passages.
    pub fn score(index: &CourseIndex, terms: &Terms) -> Self {
        let (words, grams) = (word_lists(index, terms), gram_lists(index, terms));
        let mut streams = Self {
            words: vec![0.0; index.len()],
            fits: vec![false; index.len()],
            grams: vec![0.0; index.len()],
            all_grams: grams.iter().map(|gram| gram.weight).sum(),
        };
        for Weighted { mut list, weight, fits } in words {
            while let Some(posting) = list.advance() {
                let at = posting.passage as usize;
                if let (Some(score), Some(is_hit)) = (streams.words.get_mut(at), streams.fits.get_mut(at)) {
                    *score += weight * index.weigh_word(posting);
                    *is_hit |= fits;
                }
            }
        }
        for Weighted { mut list, weight, .. } in grams {
            while let Some(posting) = list.advance() {
                if let Some(score) = streams.grams.get_mut(posting.passage as usize) {
                    *score += weight * index.weigh_gram(posting);
                }
            }
        }
        let best = top::best(&streams.words, BEST_BY_WORDS);
        places::add_bonuses(index, terms, &best, &mut streams.words);
        streams
    }

    /// Both together, each as a share of its best; 0 for what is no hit.
    pub fn fused(&self) -> Vec<f32> {
        let words_share = 1.0 / best(&self.words);
        let grams_share = GRAMS_SHARE / best(&self.grams);
        let fewest = FEWEST_GRAMS * self.all_grams;
        let passages = self.words.iter().zip(&self.fits).zip(&self.grams);
        let fused = passages.map(|((words, fits), grams)| {
            let is_hit = *fits || (*grams >= fewest && *grams > 0.0);
            if is_hit { words * words_share + grams * grams_share } else { 0.0 }
        });
        fused.collect()
    }
}

fn word_lists<'i>(index: &'i CourseIndex, terms: &Terms) -> Vec<Weighted<'i>> {
    let lists = terms.words.iter().map(|(term, word)| {
        let list = index.passages_with(*term);
        let weight = narrow(word.weight * index.rarity(list.passages()));
        Weighted { list, weight, fits: word.fits }
    });
    rarest(lists.collect())
}

/// Also those that no passage has: they say how much of the question is missing.
fn gram_lists<'i>(index: &'i CourseIndex, terms: &Terms) -> Vec<Weighted<'i>> {
    let lists = terms.grams.iter().map(|(gram, weight)| {
        let list = index.passages_with_gram(*gram);
        let weight = narrow(weight * index.rarity(list.passages()));
        Weighted { list, weight, fits: false }
    });
    rarest(lists.collect())
}

/// As many lists as may be read, the shortest first; one at least.
fn rarest(mut lists: Vec<Weighted<'_>>) -> Vec<Weighted<'_>> {
    lists.sort_by_key(|weighted| weighted.list.passages());
    let mut entries = 0;
    let within = |weighted: &Weighted<'_>| {
        entries += u64::from(weighted.list.passages());
        entries <= MOST_ENTRIES
    };
    let kept = lists.iter().map(within).take_while(|is_within| *is_within).count();
    lists.truncate(kept.max(1));
    lists
}

fn best(scores: &[f32]) -> f32 {
    scores.iter().copied().fold(f32::MIN_POSITIVE, f32::max)
}

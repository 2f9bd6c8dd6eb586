//! Bonuses for words that stand together as in the question, and for words in headings.

use std::collections::HashMap;

use super::question::Terms;
use crate::index::{CourseIndex, count, narrow, saturated};

/// What neighbouring words of the question are worth when they are neighbours in the passage too.
const ADJACENT_BONUS: f64 = 0.3;
/// What they are worth within [`NEAR`] words.
const NEAR_BONUS: f64 = 0.15;
const NEAR: u32 = 8;
/// What is added, as a share of the best score, for the part of the question that is in headings.
const HEADING_BONUS: f64 = 0.1;

/// Where the words of the question stand in one passage.
struct Places {
    /// By word of the question.
    words: Vec<Vec<u32>>,
    in_headings: Vec<bool>,
}

/// Adds the bonuses to the scores of some passages.
pub(super) fn add_bonuses(index: &CourseIndex, terms: &Terms, passages: &[usize], scores: &mut [f32]) {
    let rarities: Vec<f64> = terms.asked.iter().map(|asked| asked.rarity(index)).collect();
    let weights: Vec<f64> =
        terms.asked.iter().zip(&rarities).map(|(asked, rarity)| asked.weight * rarity).collect();
    let whole = weights.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    let best = passages.first().and_then(|first| scores.get(*first)).copied().map_or(0.0, f64::from);
    for (passage, places) in find(index, terms, passages) {
        let in_headings = weights.iter().zip(&places.in_headings).filter(|(_, is_there)| **is_there);
        let share = in_headings.map(|(weight, _)| weight).sum::<f64>() / whole;
        if let Some(score) = scores.get_mut(passage) {
            *score += narrow(HEADING_BONUS * best * share + closeness(&rarities, &places.words));
        }
    }
}

/// For words that follow each other in the question and stand together in the passage.
fn closeness(rarities: &[f64], places: &[Vec<u32>]) -> f64 {
    let pairs = rarities.windows(2).zip(places.windows(2));
    let bonus = |(rarities, places): (&[f64], &[Vec<u32>])| {
        let ([first, second], [before, after]) = (rarities, places) else { return 0.0 };
        let is_adjacent = |at: &&u32| after.binary_search(&(**at + 1)).is_ok();
        let is_near = |at: &&u32| {
            let from = after.partition_point(|place| *place < at.saturating_sub(NEAR));
            after[from..].iter().take_while(|place| **place <= *at + NEAR).any(|place| place != *at)
        };
        let saturated = |times| f64::from(saturated(narrow(count(times))));
        let adjacent = before.iter().filter(is_adjacent).count();
        let near = before.iter().filter(is_near).count();
        first.min(*second) * (ADJACENT_BONUS * saturated(adjacent) + NEAR_BONUS * saturated(near))
    };
    pairs.map(bonus).sum()
}

fn find(index: &CourseIndex, terms: &Terms, passages: &[usize]) -> HashMap<usize, Places> {
    let words = terms.asked.len();
    let empty = || Places { words: vec![Vec::new(); words], in_headings: vec![false; words] };
    let mut found: HashMap<usize, Places> = passages.iter().map(|passage| (*passage, empty())).collect();
    let mut is_wanted = vec![false; index.len()];
    for passage in passages {
        is_wanted[*passage] = true;
    }
    for (number, asked) in terms.asked.iter().enumerate() {
        for (term, _) in &asked.terms {
            let mut list = index.passages_with(*term);
            while let Some(posting) = list.advance() {
                let passage = posting.passage as usize;
                if !is_wanted.get(passage).is_some_and(|wanted| *wanted) {
                    continue;
                }
                if let Some(places) = found.get_mut(&passage) {
                    places.words[number].extend(list.places());
                    places.in_headings[number] |= posting.in_headings > 0;
                }
            }
        }
        if asked.terms.len() > 1 {
            for places in found.values_mut() {
                places.words[number].sort_unstable();
            }
        }
    }
    found
}

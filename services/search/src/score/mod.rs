//! Ranks the passages of a course for a question.
//!
//! The score of words (`words`) and that of grams (`grams`), each as a share of its best, are added; where
//! there are vectors, nearness of meaning is added on top. A passage is a hit when it has a word of the
//! question that is more than politeness, a good part of its grams, or is near in meaning.

mod places;
mod question;
mod streams;
mod top;

use chatbot_protocol::PassageId;

pub use question::Question;
use streams::Streams;

use crate::index::CourseIndex;

/// What the grams count beside the words.
const GRAMS_SHARE: f32 = 0.8;
/// A passage without any of the words needs such a part of the grams, by weight.
const FEWEST_GRAMS: f32 = 0.35;
/// What nearness of meaning counts beside words and grams.
const MEANING_SHARE: f32 = 0.5;
/// So many of the best by meaning are hits even without any of the words, if they are near enough.
const BEST_BY_MEANING: usize = 100;
const LEAST_NEARNESS: f32 = 0.3;

/// A passage that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The passage.
    pub passage: PassageId,
    /// How well it fits: about 1 and above for the best that can be, comparable only within one search.
    pub rank: f64,
}

impl CourseIndex {
    /// The passages that fit best, best first, at most so many. `meaning` is how near the course's passages
    /// are to the question in meaning ([`crate::Vectors::nearness`]), when it is known.
    pub fn search(&self, question: &Question<'_>, meaning: Option<&[f32]>, limit: usize) -> Vec<Hit> {
        let terms = question::Terms::of(self, question);
        let streams = Streams::score(self, &terms);
        let mut scores = streams.fused();
        if let Some(meaning) = meaning {
            add_meaning(&mut scores, meaning);
        }
        let best = top::best(&scores, limit);
        let hit = |number: usize| {
            Some(Hit { passage: *self.ids().get(number)?, rank: f64::from(*scores.get(number)?) })
        };
        best.into_iter().filter_map(hit).collect()
    }
}

/// Adds what meaning counts to all hits; the best by meaning become hits even without any of the words.
fn add_meaning(scores: &mut [f32], meaning: &[f32]) {
    let best = top::best(meaning, BEST_BY_MEANING);
    let is_hit: Vec<bool> = scores.iter().map(|score| *score > 0.0).collect();
    for ((score, nearness), is_hit) in scores.iter_mut().zip(meaning).zip(&is_hit) {
        if *is_hit {
            *score = (*score + MEANING_SHARE * nearness).max(f32::MIN_POSITIVE);
        }
    }
    for number in best {
        if let (Some(score), Some(nearness), Some(false)) =
            (scores.get_mut(number), meaning.get(number), is_hit.get(number))
            && *nearness >= LEAST_NEARNESS
        {
            *score = MEANING_SHARE * nearness;
        }
    }
}

//! The passages of a course in memory, as they are searched.

mod build;
mod norms;
mod postings;
mod resembling;
mod vocabulary;

use chatbot_protocol::PassageId;

pub use build::{IndexBuilder, PassageText};
use norms::Norms;
pub(crate) use norms::saturated;
pub use postings::{Posting, Postings};
use vocabulary::Vocabulary;

use crate::analysis::Language;

/// The passages of a course, ready to be searched.
#[derive(Default)]
pub struct CourseIndex {
    ids: Vec<PassageId>,
    /// Those that the passages are in.
    languages: Vec<Language>,
    vocabulary: Vocabulary,
    word_lists: postings::Lists,
    /// Hashes, rising.
    grams: Vec<u32>,
    gram_lists: postings::Lists,
    word_norms: Norms,
    gram_norms: Norms,
}

impl CourseIndex {
    /// How many passages there are.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The passages, by number.
    pub fn ids(&self) -> &[PassageId] {
        &self.ids
    }

    /// How much memory it takes, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.ids.capacity() * size_of::<PassageId>()
            + self.word_norms.bytes()
            + self.gram_norms.bytes()
            + self.vocabulary.bytes()
            + self.word_lists.bytes()
            + self.grams.capacity() * size_of::<u32>()
            + self.gram_lists.bytes()
    }

    pub(crate) fn languages(&self) -> &[Language] {
        &self.languages
    }

    /// The number of a term, when any passage has it.
    pub(crate) fn term(&self, term: &str) -> Option<usize> {
        self.vocabulary.find(term)
    }

    /// The passages that have a term, by its number.
    pub(crate) fn passages_with(&self, term: usize) -> Postings<'_> {
        self.word_lists.list(term)
    }

    /// The passages that have a gram.
    pub(crate) fn passages_with_gram(&self, gram: u32) -> Postings<'_> {
        self.gram_lists.list(self.grams.binary_search(&gram).unwrap_or(usize::MAX))
    }

    /// What the occurrences of a term count in a passage.
    #[inline]
    pub(crate) fn weigh_word(&self, posting: Posting) -> f32 {
        self.word_norms.weigh(posting)
    }

    /// The same for a gram.
    #[inline]
    pub(crate) fn weigh_gram(&self, posting: Posting) -> f32 {
        self.gram_norms.weigh(posting)
    }

    /// How rare a term is that so many passages have.
    pub(crate) fn rarity(&self, passages: u32) -> f64 {
        let all = count(self.len());
        let with = f64::from(passages);
        (1.0 + (all - with + 0.5).max(0.0) / (with + 0.5)).ln()
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a score needs no more digits")]
pub(crate) fn narrow(score: f64) -> f32 {
    score as f32
}

pub(crate) fn count(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

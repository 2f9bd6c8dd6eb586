//! The passages of a course in memory, as they are searched.

mod build;
mod postings;
mod resembling;
mod vocabulary;

use chatbot_protocol::PassageId;

pub use build::{IndexBuilder, PassageText};
pub use postings::{Posting, Postings};
use vocabulary::Vocabulary;

use crate::analysis::Language;

/// How much long headings are held against a passage.
const HEADING_LENGTH_SHARE: f64 = 0.5;
/// How much a long text is held against it.
const TEXT_LENGTH_SHARE: f64 = 0.75;
/// A word in title or headings counts so many times one in the text.
const HEADING_WEIGHT: f64 = 3.0;

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
    norms: Vec<Norms>,
}

/// How many words and grams a passage has.
#[derive(Clone, Copy, Debug, Default)]
struct Lengths {
    heading_words: u32,
    text_words: u32,
    heading_grams: u32,
    text_grams: u32,
}

/// What one occurrence counts in a passage, by the lengths of the passage.
#[derive(Clone, Copy, Debug)]
struct Norms {
    words: [f32; 2],
    grams: [f32; 2],
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
            + self.norms.capacity() * size_of::<Norms>()
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
    pub(crate) fn passages_with_gram(&self, gram: u32) -> Option<Postings<'_>> {
        Some(self.gram_lists.list(self.grams.binary_search(&gram).ok()?))
    }

    /// How much a term weighs in a passage: its occurrences, by field and length.
    pub(crate) fn word_frequency(&self, posting: Posting) -> f64 {
        self.norms.get(posting.passage as usize).map_or(0.0, |norms| frequency(norms.words, posting))
    }

    /// The same for a gram.
    pub(crate) fn gram_frequency(&self, posting: Posting) -> f64 {
        self.norms.get(posting.passage as usize).map_or(0.0, |norms| frequency(norms.grams, posting))
    }

    /// How rare a term is that so many passages have.
    pub(crate) fn rarity(&self, passages: u32) -> f64 {
        let all = count(self.len());
        let with = f64::from(passages);
        (1.0 + (all - with + 0.5).max(0.0) / (with + 0.5)).ln()
    }
}

fn frequency(norms: [f32; 2], posting: Posting) -> f64 {
    let [heading, text] = norms;
    f64::from(heading) * f64::from(posting.in_headings) + f64::from(text) * f64::from(posting.in_text)
}

fn norms(lengths: &[Lengths]) -> Vec<Norms> {
    let average = |length: fn(&Lengths) -> u32| {
        lengths.iter().map(|lengths| f64::from(length(lengths))).sum::<f64>() / count(lengths.len()).max(1.0)
    };
    let heading_words = average(|lengths| lengths.heading_words);
    let text_words = average(|lengths| lengths.text_words);
    let heading_grams = average(|lengths| lengths.heading_grams);
    let text_grams = average(|lengths| lengths.text_grams);
    let heading = |length, average| narrow(HEADING_WEIGHT / relative(length, average, HEADING_LENGTH_SHARE));
    let text = |length, average| narrow(1.0 / relative(length, average, TEXT_LENGTH_SHARE));
    let norms = lengths.iter().map(|lengths| Norms {
        words: [heading(lengths.heading_words, heading_words), text(lengths.text_words, text_words)],
        grams: [heading(lengths.heading_grams, heading_grams), text(lengths.text_grams, text_grams)],
    });
    norms.collect()
}

fn relative(length: u32, average: f64, share: f64) -> f64 {
    1.0 - share + share * f64::from(length) / average.max(1.0)
}

#[expect(clippy::cast_possible_truncation, reason = "a norm needs no more digits")]
fn narrow(norm: f64) -> f32 {
    norm as f32
}

pub(crate) fn count(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

//! What an occurrence counts in a passage, by the lengths of the passage.

use super::postings::Posting;
use super::{count, narrow};

/// How much long headings are held against a passage.
const HEADING_LENGTH_SHARE: f64 = 0.5;
/// How much a long text is held against it.
const TEXT_LENGTH_SHARE: f64 = 0.75;
/// A word in title or headings counts so many times one in the text.
const HEADING_WEIGHT: f64 = 3.0;
/// Beyond this many occurrences a word hardly counts more.
const SATURATION: f32 = 1.2;

/// How many words or grams a passage has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Length {
    pub headings: u32,
    pub text: u32,
}

/// The norms of all passages, for words or for grams.
#[derive(Debug, Default)]
pub(super) struct Norms {
    /// What a single occurrence in the text counts: by far the most frequent case.
    once: Vec<f32>,
    /// What each occurrence in headings and in the text adds to the frequency.
    fields: Vec<[f32; 2]>,
}

impl Norms {
    pub fn new(lengths: &[Length]) -> Self {
        let all = count(lengths.len()).max(1.0);
        let average = |length: fn(&Length) -> u32| {
            let sum: f64 = lengths.iter().map(|lengths| f64::from(length(lengths))).sum();
            (sum / all).max(1.0)
        };
        let (headings, text) = (average(|length| length.headings), average(|length| length.text));
        let fields = |length: &Length| {
            [
                narrow(HEADING_WEIGHT / relative(length.headings, headings, HEADING_LENGTH_SHARE)),
                narrow(1.0 / relative(length.text, text, TEXT_LENGTH_SHARE)),
            ]
        };
        let fields: Vec<[f32; 2]> = lengths.iter().map(fields).collect();
        Self { once: fields.iter().map(|[_, text]| saturated(*text)).collect(), fields }
    }

    /// What the occurrences of a term count in a passage: 1 for about one, never more than 2.2.
    #[inline]
    pub fn weigh(&self, posting: Posting) -> f32 {
        let passage = posting.passage as usize;
        if posting.in_headings == 0 && posting.in_text == 1 {
            return self.once.get(passage).copied().unwrap_or_default();
        }
        self.fields.get(passage).map_or(0.0, |[heading, text]| {
            saturated(heading * f32::from(posting.in_headings) + text * f32::from(posting.in_text))
        })
    }

    pub fn bytes(&self) -> usize {
        self.once.capacity() * size_of::<f32>() + self.fields.capacity() * size_of::<[f32; 2]>()
    }
}

fn relative(length: u32, average: f64, share: f64) -> f64 {
    1.0 - share + share * f64::from(length) / average
}

/// A frequency, with less and less for more.
pub(crate) fn saturated(frequency: f32) -> f32 {
    (SATURATION + 1.0) * frequency / (frequency + SATURATION)
}

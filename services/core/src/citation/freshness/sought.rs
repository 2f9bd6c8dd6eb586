//! Many texts, looked for at once in passage after passage.

use std::collections::{BTreeSet, HashMap};

use aho_corasick::AhoCorasick;

use super::PassageNow;
use super::stretch::one_spaced;

/// What was cited, as far as it matters for finding it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CitedText<'a> {
    /// A stretch of a passage.
    Stretch(&'a str),
    /// A whole passage, by the SHA-256 of its text.
    Passage([u8; 32]),
}

/// Texts that were cited, and are looked for wherever they may stand now.
#[derive(Debug)]
pub struct Sought {
    stretches: Option<AhoCorasick>,
    /// The place of each stretch among what is sought.
    of_stretch: Vec<usize>,
    of_hash: HashMap<[u8; 32], Vec<usize>>,
}

impl Sought {
    /// Prepares to look for texts.
    pub fn new<'a>(cited: impl IntoIterator<Item = CitedText<'a>>) -> Self {
        let (mut texts, mut of_stretch) = (Vec::new(), Vec::new());
        let mut of_hash: HashMap<[u8; 32], Vec<usize>> = HashMap::new();
        for (place, cited) in cited.into_iter().enumerate() {
            match cited {
                CitedText::Passage(hash) => of_hash.entry(hash).or_default().push(place),
                CitedText::Stretch(span) if span.trim().is_empty() => {}
                CitedText::Stretch(span) => {
                    texts.push(one_spaced(span));
                    of_stretch.push(place);
                }
            }
        }
        // It fails for gigabytes of text only; these are then found nowhere.
        let stretches = if texts.is_empty() { None } else { AhoCorasick::new(&texts).ok() };
        Self { stretches, of_stretch, of_hash }
    }

    /// Which of the texts, by their place, may stand in a passage. Whether they do, in whole words, is for
    /// [`judge`](super::judge) to say.
    pub fn found_in(&self, passage: &PassageNow) -> BTreeSet<usize> {
        let mut found: BTreeSet<usize> =
            self.of_hash.get(&passage.hash).into_iter().flatten().copied().collect();
        if let Some(stretches) = &self.stretches {
            let text = one_spaced(&passage.text);
            let matches = stretches.find_overlapping_iter(&text);
            found.extend(matches.filter_map(|found| self.of_stretch.get(found.pattern().as_usize())));
        }
        found
    }
}

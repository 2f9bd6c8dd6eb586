//! What a selected text is about.

use std::collections::HashMap;

use super::content::{self, Word};
use crate::offline::text::words::Analyser;

/// How many words of a selected text are searched for.
const WORDS: usize = 8;

/// The words that tell most of a text, in its order: what it says several times, names, and long words.
pub fn telling_words(selection: &str, analyser: &Analyser) -> Vec<Word> {
    let words = content::words_of(selection);
    let mut times: HashMap<String, usize> = HashMap::new();
    for stem in analyser.stems(selection) {
        *times.entry(stem).or_default() += 1;
    }
    let telling = |word: &Word| {
        let said = times.get(&analyser.stem(&word.lower)).copied().unwrap_or(1);
        (word.kept || word.quotation.is_some(), said.min(3), word.shown.chars().count())
    };
    let mut places: Vec<usize> = (0..words.len()).collect();
    places.sort_by_key(|place| (std::cmp::Reverse(telling(&words[*place])), *place));
    places.truncate(WORDS);
    places.sort_unstable();
    places.into_iter().map(|place| Word { quotation: None, ..words[place].clone() }).collect()
}

//! How text becomes words: the same for pages and for questions.
//!
//! NFKC, lower case, split at everything that is not alphanumeric; Chinese, Japanese and Korean as pairs,
//! Thai and its like as triples of characters. [`Language`] then drops stop words and stems; [`grams`]
//! cuts words into pieces for the second stream.

pub mod grams;
mod language;
mod names;
mod script;
mod stop_words;

pub use language::Language;
use script::Script;
use unicode_normalization::char::is_combining_mark;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

/// A longer word (base64, a hash) is cut: nobody types it.
const LONGEST_WORD_CHARS: usize = 60;

/// A word of a text, in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub text: String,
    /// Whether it is a piece of a script without spaces, or the name of an operator: neither stemmed nor
    /// cut into grams.
    pub is_piece: bool,
}

impl Word {
    fn whole(text: String) -> Self {
        Self { text, is_piece: false }
    }

    fn piece(text: String) -> Self {
        Self { text, is_piece: true }
    }
}

/// The words of a text, in its order.
pub fn words(text: &str) -> Vec<Word> {
    let folded = folded(text);
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(c) = folded.get(at) {
        if let Some(script) = Script::of(*c) {
            let end = run_end(&folded, at, script);
            push_run(&folded, at..end, script, &mut words);
            at = end;
        } else if let Some((length, name)) = names::operator(&folded[at..]) {
            words.push(Word::piece(name.to_owned()));
            at += length;
        } else {
            at += 1;
        }
    }
    words
}

/// NFKC, in lower case.
fn folded(text: &str) -> Vec<char> {
    if is_nfkc_quick(text.chars()) == IsNormalized::Yes {
        return text.chars().flat_map(char::to_lowercase).collect();
    }
    text.nfkc().flat_map(char::to_lowercase).collect()
}

fn run_end(text: &[char], start: usize, script: Script) -> usize {
    let same = |c: &char| match Script::of(*c) {
        Some(other) => other == script || (script != Script::Spaced && is_combining_mark(*c)),
        None => false,
    };
    start + text[start..].iter().take_while(|c| same(c)).count()
}

fn push_run(text: &[char], run: std::ops::Range<usize>, script: Script, into: &mut Vec<Word>) {
    let Some(size) = script.piece_chars() else {
        into.push(spaced_word(text, run));
        return;
    };
    let run = &text[run];
    if run.len() <= size {
        into.push(Word::piece(run.iter().collect()));
    } else {
        into.extend(run.windows(size).map(|window| Word::piece(window.iter().collect())));
    }
}

fn spaced_word(text: &[char], run: std::ops::Range<usize>) -> Word {
    let word: String = text[run.clone()].iter().take(LONGEST_WORD_CHARS).collect();
    match names::name(&word, text, run) {
        Some(name) => Word::piece(name),
        None => Word::whole(word),
    }
}

#[cfg(test)]
mod tests;

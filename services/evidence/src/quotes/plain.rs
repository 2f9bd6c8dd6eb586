//! Text in one way of writing: white space, quotation marks, dashes, Markdown and
//! what nobody sees do not matter, words do.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

/// A text in one way of writing, and where its characters come from.
#[derive(Debug)]
pub(crate) struct Plain<'a> {
    original: &'a str,
    text: String,
    /// For each byte of `text` where its character starts in the original.
    origins: Vec<usize>,
}

impl<'a> Plain<'a> {
    /// Of a text.
    pub fn of(original: &'a str) -> Self {
        let size = original.len();
        let mut plain =
            Self { original, text: String::with_capacity(size), origins: Vec::with_capacity(size) };
        for (at, c) in original.char_indices() {
            // A comma more or less is no other wording; "1,5" is another number than "15".
            if c != ',' || original[at + 1..].starts_with(|c: char| c.is_ascii_digit()) {
                plain.push(at, c);
            }
        }
        plain
    }

    fn push(&mut self, at: usize, c: char) {
        let c = match c {
            '*'
            | '_'
            | '`'
            | '~'
            | '['
            | ']'
            | '\u{ad}'
            | '\u{61c}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}' => return,
            '"' | '“' | '”' | '„' | '«' | '»' | '‹' | '›' | '\'' | '‘' | '’' | '‚' | '´' | '′' | '″' => {
                '\''
            }
            '‐' | '‑' | '‒' | '–' | '—' | '−' => '-',
            c if c.is_whitespace() => ' ',
            c => c,
        };
        if c == ' ' && self.text.ends_with([' ', '-']) {
            return;
        }
        // "a - b" is "a–b".
        if c == '-' && self.text.ends_with(' ') {
            self.text.pop();
            self.origins.pop();
        }
        if c.is_ascii() {
            self.text.push(c);
            self.origins.push(at);
            return;
        }
        for c in std::iter::once(c).nfkd() {
            self.text.push(c);
            self.origins.extend(std::iter::repeat_n(at, c.len_utf8()));
        }
    }

    /// Without what stands around its words.
    pub fn words(&self) -> &str {
        self.text.trim_matches(|c: char| !c.is_alphanumeric() && !is_accent(c))
    }

    /// Where `words` stand from an offset on, as whole words; the first letter may be small or capital.
    pub fn find(&self, words: &str, from: usize) -> Option<Range<usize>> {
        let first = words.chars().next()?;
        let rest = &words[first.len_utf8()..];
        let (small, capital) =
            (first.to_lowercase().to_string() + rest, first.to_uppercase().to_string() + rest);
        [small, capital]
            .iter()
            .filter_map(|words| self.find_exactly(words, from))
            .min_by_key(|found| found.start)
    }

    fn find_exactly(&self, words: &str, from: usize) -> Option<Range<usize>> {
        let is_apart = |range: &Range<usize>| {
            let before = self.text[..range.start].chars().next_back();
            let after = self.text[range.end..].chars().next();
            let splits = |outer: Option<char>, inner: Option<char>| {
                outer.is_some_and(is_of_word) && inner.is_some_and(is_of_word)
            };
            !splits(before, words.chars().next()) && !splits(after, words.chars().next_back())
        };
        self.text[from..]
            .match_indices(words)
            .map(|(at, _)| from + at..from + at + words.len())
            .find(is_apart)
    }

    /// The stretch of the original that a stretch comes from.
    pub fn original(&self, range: &Range<usize>) -> Range<usize> {
        let origin = |at: usize| self.origins.get(at).copied().unwrap_or(self.original.len());
        let last = origin(range.end.saturating_sub(1));
        let last_length = self.original[last..].chars().next().map_or(0, char::len_utf8);
        origin(range.start)..last + last_length
    }
}

/// Whether a word goes on with the character; scripts without blanks have no such words.
fn is_of_word(c: char) -> bool {
    is_accent(c) || c.is_alphanumeric() && u32::from(c) < 0x2E80
}

/// Whether it belongs to the letter before it.
const fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

//! A text that may still grow, and what can be said of it already.

use std::ops::Range;

use super::{Sentence, SentenceKind};

/// More text is needed to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NotYet;

/// Something that no later text can change, or [`NotYet`].
pub(super) type Known<T> = Result<T, NotYet>;

/// The text so far. Offsets are bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Growing<'a> {
    pub text: &'a str,
    /// Whether nothing more comes.
    pub whole: bool,
}

impl Growing<'_> {
    /// The character at an offset; `None` at the end of a whole text.
    pub fn char(self, at: usize) -> Known<Option<char>> {
        match self.text[at..].chars().next() {
            None if !self.whole => Err(NotYet),
            known => Ok(known),
        }
    }

    /// The character before an offset.
    pub fn char_before(self, at: usize) -> Option<char> {
        self.text[..at].chars().next_back()
    }

    /// The first offset from `at` on whose character is another one, or the end of a whole text.
    pub fn skip(self, mut at: usize, is_skipped: impl Fn(char) -> bool) -> Known<usize> {
        while let Some(c) = self.char(at)?.filter(|c| is_skipped(*c)) {
            at += c.len_utf8();
        }
        Ok(at)
    }

    /// The first offset from `at` on that is no blank; line ends are none.
    pub fn skip_blanks(self, at: usize) -> Known<usize> {
        self.skip(at, |c| c != '\n' && c.is_whitespace())
    }

    /// Where the line ends: at its `\n` or at the end of a whole text.
    pub fn line_end(self, at: usize) -> Known<usize> {
        match self.text[at..].find('\n') {
            Some(length) => Ok(at + length),
            None if self.whole => Ok(self.text.len()),
            None => Err(NotYet),
        }
    }

    /// Whether `what` stands at an offset.
    pub fn starts_with(self, mut at: usize, what: &str) -> Known<bool> {
        for wanted in what.chars() {
            if self.char(at)? != Some(wanted) {
                return Ok(false);
            }
            at += wanted.len_utf8();
        }
        Ok(true)
    }

    /// A sentence without the white space at its end.
    pub fn sentence(self, range: Range<usize>, kind: SentenceKind) -> Sentence {
        let length = self.text[range.clone()].trim_end().len();
        Sentence { range: range.start..range.start + length, kind }
    }
}

//! Words and numbers of a text as they stand there.

use std::ops::Range;

use super::numbers;

/// A word, a number or an identifier, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Surface {
    /// In bytes.
    pub range: Range<usize>,
    pub form: Form,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Word,
    /// Two characters of a script without blanks.
    Piece,
    /// With `_` or a digit in it, or a capital after a small letter.
    Identifier,
    /// A number in one way of writing.
    Number(String),
    /// 1 for January.
    Month(u8),
}

/// The surfaces of a stretch of a text.
pub(crate) fn surfaces(text: &str, within: Range<usize>) -> Vec<Surface> {
    let mut surfaces = Vec::new();
    let mut at = within.start;
    while let Some(c) = text[at..within.end].chars().next() {
        if c.is_ascii_digit() {
            at = numbers::push(&text[..within.end], at, &mut surfaces);
        } else if is_part(c) {
            let end = at
                + length(&text[at..within.end], |c| is_part(c) && is_unspaced(c) == is_unspaced_at(text, at));
            push_run(text, at..end, &mut surfaces);
            at = end;
        } else {
            at += c.len_utf8();
        }
    }
    surfaces
}

/// The length of what a text starts with.
pub(super) fn length(text: &str, is_in: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is_in(c)).unwrap_or(text.len())
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || (!c.is_ascii() && unicode_normalization::char::is_combining_mark(c))
}

/// Whether the character belongs to a script that writes no blanks between words.
fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c), 0x0E01..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF | 0x3005 | 0x3041..=0x30FF
        | 0x3400..=0x9FFF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}

fn is_unspaced_at(text: &str, at: usize) -> bool {
    text[at..].chars().next().is_some_and(is_unspaced)
}

fn push_run(text: &str, run: Range<usize>, surfaces: &mut Vec<Surface>) {
    if is_unspaced_at(text, run.start) {
        push_pairs(text, run, surfaces);
        return;
    }
    // Underscores around a word are emphasis.
    let start = run.start + length(&text[run.clone()], |c| c == '_');
    let end = start + text[start..run.end].trim_end_matches('_').len();
    let word = &text[start..end];
    if word.is_empty() || is_elided(text, &(start..end)) {
        return;
    }
    let form = if is_identifier(word) { Form::Identifier } else { Form::Word };
    surfaces.push(Surface { range: start..end, form });
}

fn push_pairs(text: &str, run: Range<usize>, surfaces: &mut Vec<Surface>) {
    let starts: Vec<usize> =
        text[run.clone()].char_indices().map(|(at, _)| run.start + at).chain([run.end]).collect();
    let pairs = starts.windows(3).map(|window| window[0]..window[2]);
    let only = (starts.len() == 2).then_some(run);
    surfaces.extend(only.into_iter().chain(pairs).map(|range| Surface { range, form: Form::Piece }));
}

/// The `s` of "Codd's", the `t` of "don't", the `l` of "l'index".
fn is_elided(text: &str, range: &Range<usize>) -> bool {
    let is_apostrophe = |c: char| matches!(c, '\'' | '’');
    let (before, after) = (&text[..range.start], &text[range.end..]);
    let short = range.len() <= 2;
    let letter_before =
        before.strip_suffix(is_apostrophe).is_some_and(|rest| rest.ends_with(char::is_alphabetic));
    let letter_after =
        after.strip_prefix(is_apostrophe).is_some_and(|rest| rest.starts_with(char::is_alphabetic));
    short && (letter_before || letter_after)
}

/// Whether a word is spelt as only code and names of products are.
fn is_identifier(word: &str) -> bool {
    let has = |is: fn(char) -> bool| word.contains(is);
    let inner_capital =
        word.chars().zip(word.chars().skip(1)).any(|(a, b)| a.is_lowercase() && b.is_uppercase());
    has(|c| c == '_') || inner_capital || (has(|c| c.is_ascii_digit()) && has(char::is_alphabetic))
}

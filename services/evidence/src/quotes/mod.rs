//! Quotations: what a sentence puts in quotation marks must stand in a passage, word by word.

mod check;
mod look_alikes;
mod plain;

use std::ops::Range;

use crate::markup::{Piece, PieceKind};
pub(crate) use check::{check, is_wrong};
use plain::Plain;

/// What stands in quotation marks, with the offsets of its text in the sentence.
pub(crate) fn quotations(text: &str, pieces: &[Piece]) -> Vec<Range<usize>> {
    let is_words =
        |at: usize| pieces.iter().any(|piece| piece.kind == PieceKind::Words && piece.range.contains(&at));
    let mut quotations = Vec::new();
    let mut at = 0;
    while let Some(mark) = text[at..].chars().next() {
        let inner = at + mark.len_utf8();
        let end = if is_words(at) { closing(text, at, mark, is_words) } else { None };
        if let Some((end, next)) = end {
            if is_quotation(&text[inner..end]) {
                quotations.push(inner..end);
            }
            at = next;
        } else {
            at = inner;
        }
    }
    quotations
}

/// The words of a sentence without its quotations; all, if hardly any are left.
pub(crate) fn own_words(text: &str, pieces: &[Piece]) -> String {
    let quotations = quotations(text, pieces);
    let is_quoted = |at: usize| quotations.iter().any(|range| range.contains(&at));
    let (mut all, mut own) = (String::new(), String::new());
    for range in pieces.iter().filter(|piece| piece.kind == PieceKind::Words).map(|piece| &piece.range) {
        all.push_str(&text[range.clone()]);
        let chars = text[range.clone()].char_indices();
        own.extend(chars.filter(|(at, _)| !is_quoted(range.start + at)).map(|(_, c)| c));
        all.push(' ');
        own.push(' ');
    }
    if own.split_whitespace().count() >= 4 { own } else { all }
}

/// Where what `mark` opens ends, and where to go on.
fn closing(text: &str, at: usize, mark: char, is_words: impl Fn(usize) -> bool) -> Option<(usize, usize)> {
    let closing = match mark {
        '“' | '”' => "”",
        '„' => "“”",
        '«' => "»",
        '»' => "«»",
        '‹' => "›",
        '‘' => "’",
        '‚' => "‘’",
        '「' => "」",
        '『' => "』",
        '"' => "\"",
        '\'' => "'",
        _ => return None,
    };
    let opens = !text[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | ',' | '!' | '?'));
    if !opens && closing.contains(mark) {
        return None;
    }
    let inner = at + mark.len_utf8();
    if matches!(mark, '"' | '\'') && text[inner..].starts_with(char::is_whitespace) {
        return None;
    }
    let is_end = |(offset, c): &(usize, char)| {
        let (here, after) = (inner + offset, inner + offset + c.len_utf8());
        // An apostrophe closes nothing.
        let is_apart = !matches!(c, '"' | '\'' | '’') || !text[after..].starts_with(char::is_alphanumeric);
        let is_blank_inside = text[inner..here].ends_with(char::is_whitespace) && !matches!(c, '»' | '›');
        let is_full = *offset > 0 && !is_blank_inside;
        closing.contains(*c) && is_apart && is_full && is_words(here)
    };
    let (offset, c) = text[inner..].char_indices().find(is_end)?;
    Some((inner + offset, inner + offset + c.len_utf8()))
}

/// Whether it is long enough to be said by somebody; a shorter one only names a term. "All Capital Letters"
/// are a title.
fn is_quotation(inner: &str) -> bool {
    let is_small = |word: &&str| word.chars().count() >= 4 && word.starts_with(char::is_lowercase);
    if inner.starts_with(char::is_uppercase) && !inner.split_whitespace().any(|word| is_small(&word)) {
        return false;
    }
    let words = inner.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count();
    let chars = inner.chars().count();
    let unspaced = inner.chars().filter(|c| u32::from(*c) >= 0x2E80 && c.is_alphabetic()).count();
    words >= 3 || (words == 2 && chars >= 12) || unspaced >= 6
}

/// Where a quotation stands in a passage: all its pieces, in their order.
fn find(quotation: &str, passage: &Plain<'_>) -> Option<Range<usize>> {
    let pieces: Vec<String> = pieces(quotation)
        .map(|piece| Plain::of(piece).words().to_owned())
        .filter(|piece| !piece.is_empty())
        .collect();
    let mut found: Option<Range<usize>> = None;
    let mut from = 0;
    for piece in &pieces {
        let place = passage.find(piece, from)?;
        from = place.end;
        let start = found.map_or(place.start, |found| found.start);
        found = Some(start..place.end);
    }
    found.map(|found| passage.original(&found))
}

/// Whether a quotation only repeats a title.
fn is_title(quotation: &str, title: &str) -> bool {
    let plain = |text: &str| Plain::of(text).words().to_lowercase();
    plain(quotation) == plain(title)
}

/// The pieces of a quotation: `…`, `...`, `[...]` and words put in brackets stand for something else.
fn pieces(quotation: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(quotation);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some((start, length)) = gap(text) else {
            rest = None;
            return Some(text);
        };
        rest = Some(&text[start + length..]);
        Some(&text[..start])
    })
}

fn gap(text: &str) -> Option<(usize, usize)> {
    let dots = ["…", "..."].into_iter().filter_map(|dots| Some((text.find(dots)?, dots.len())));
    let brackets = text.match_indices('[').filter_map(|(start, _)| {
        let length = text[start..].find(']')? + 1;
        // "[T]he": only the letter's case is another.
        (text[start..start + length].chars().count() > 3).then_some((start, length))
    });
    brackets.chain(dots).min()
}

#[cfg(test)]
mod tests;

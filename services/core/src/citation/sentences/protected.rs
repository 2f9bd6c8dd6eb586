//! What a sentence does not end in: code, formulas, links, quotations.

use std::ops::Range;

use super::blocks::Place;
use super::growing::{Growing, Known};
use super::paragraph::paragraph_ends;
use super::stops;

/// A quotation or a link that goes on longer is none, so that a forgotten mark holds back little.
const LONGEST: usize = 800;

/// A stretch that a sentence does not end in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Protected {
    /// Where it is over.
    pub end: usize,
    pub is_formula: bool,
    /// The full stop that is its last character but the closing mark: the sentence may end with the
    /// quotation.
    pub stop: Option<Range<usize>>,
}

/// The protected stretch that starts at an offset.
pub(super) fn at(text: Growing<'_>, start: usize, place: Place) -> Known<Option<Protected>> {
    let plain = |end| Protected { end, is_formula: false, stop: None };
    match text.char(start)? {
        Some('`') => Ok(code(text, start, place)?.map(plain)),
        Some('[') => Ok(link(text, start, place)?.map(plain)),
        Some('$' | '\\') => {
            if let Some(end) = formula(text, start)? {
                return Ok(Some(Protected { end, is_formula: true, stop: None }));
            }
            let is_escape = text.starts_with(start, "\\")?
                && text.char(start + 1)?.is_some_and(|c| c.is_ascii_punctuation());
            Ok(is_escape.then(|| plain(start + 2)))
        }
        Some(mark) => quotation(text, start, mark, place),
        None => Ok(None),
    }
}

/// How far a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Until {
    EndOfLine,
    /// The next empty line, whatever other lines look like.
    EmptyLine,
    EndOfParagraph(Place),
}

impl Until {
    fn ends(self, text: Growing<'_>, line_end: usize) -> Known<bool> {
        match self {
            Self::EndOfLine => Ok(true),
            Self::EmptyLine => {
                let next = text.skip_blanks(line_end + 1)?;
                Ok(text.char(next)?.is_none_or(|c| c == '\n'))
            }
            Self::EndOfParagraph(place) => paragraph_ends(text, line_end, place),
        }
    }
}

fn find(
    text: Growing<'_>,
    start: usize,
    until: Until,
    is_end: impl Fn(usize, char) -> Known<bool>,
) -> Known<Option<usize>> {
    let mut at = start;
    while let Some(c) = text.char(at)? {
        if is_end(at, c)? {
            return Ok(Some(at));
        }
        if at - start > LONGEST || (c == '\n' && until.ends(text, at)?) {
            return Ok(None);
        }
        at += c.len_utf8();
    }
    Ok(None)
}

fn code(text: Growing<'_>, start: usize, place: Place) -> Known<Option<usize>> {
    let opened = text.skip(start, |c| c == '`')?;
    let length = opened - start;
    let closes = |at: usize, c: char| {
        let is_run = c == '`' && text.char_before(at) != Some('`');
        Ok(is_run && text.skip(at, |c| c == '`')? - at == length)
    };
    let found = find(text, opened, Until::EndOfParagraph(place), closes)?;
    // Without an end the backticks are text; none of them opens anything.
    Ok(Some(found.map_or(opened, |at| at + length)))
}

fn link(text: Growing<'_>, start: usize, place: Place) -> Known<Option<usize>> {
    let until = Until::EndOfParagraph(place);
    let Some(closed) = find(text, start + 1, until, |_, c| Ok(matches!(c, ']' | '[')))? else {
        return Ok(None);
    };
    if !text.starts_with(closed, "](")? {
        return Ok(None);
    }
    let url_end = text.skip(closed + 2, |c| !c.is_whitespace() && c != ')')?;
    Ok(text.starts_with(url_end, ")")?.then_some(url_end + 1))
}

fn formula(text: Growing<'_>, start: usize) -> Known<Option<usize>> {
    for (open, close) in [("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)")] {
        if text.starts_with(start, open)? {
            let closed = find(text, start + 2, Until::EmptyLine, |at, _| text.starts_with(at, close))?;
            return Ok(closed.map(|at| at + 2));
        }
    }
    if !text.starts_with(start, "$")? || text.char(start + 1)?.is_none_or(char::is_whitespace) {
        return Ok(None);
    }
    // "$5 and $6" are prices.
    let closes = |at: usize, c: char| {
        let is_mark = c == '$' && !text.char_before(at).is_some_and(char::is_whitespace);
        Ok(is_mark && !text.char(at + 1)?.is_some_and(|c| c.is_ascii_digit()))
    };
    Ok(find(text, start + 1, Until::EndOfLine, closes)?.map(|at| at + 1))
}

fn quotation(text: Growing<'_>, start: usize, mark: char, place: Place) -> Known<Option<Protected>> {
    let closing = match mark {
        '“' | '”' => "”",
        '„' => "“”",
        '«' => "»",
        '»' => "»«",
        '‹' => "›",
        '"' => "\"",
        '「' => "」",
        '『' => "』",
        _ => return Ok(None),
    };
    let before = text.char_before(start);
    let opens = before.is_none_or(|c| !c.is_alphanumeric() && !stops::closes(c) && !stops::is_stop(c));
    if !opens && matches!(mark, '”' | '"' | '»') {
        return Ok(None);
    }
    let inner = start + mark.len_utf8();
    let closes = |at: usize, c: char| {
        if !closing.contains(c) || at == inner {
            return Ok(false);
        }
        // Nothing tells `"` that opens from `"` that closes but what stands around it.
        Ok(c != '"' || text.char(at + 1)?.is_none_or(|next| !next.is_alphanumeric()))
    };
    let Some(last) = find(text, inner, Until::EndOfParagraph(place), closes)? else { return Ok(None) };
    let end = last + text.text[last..].chars().next().map_or(0, char::len_utf8);
    let stop = text.char_before(last).filter(|c| stops::is_stop(*c)).map(|c| last - c.len_utf8()..last);
    Ok(Some(Protected { end, is_formula: false, stop }))
}

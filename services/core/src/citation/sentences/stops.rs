//! Whether a full stop ends its sentence.

use std::ops::Range;

use super::abbreviations::{Abbreviation, Abbreviations};
use super::blocks::{self, Line, Place};
use super::growing::{Growing, Known};
use super::paragraph::paragraph_ends;

/// Whether a sentence may end with the character.
pub(super) fn is_stop(c: char) -> bool {
    matches!(
        c,
        '.' | '!'
            | '?'
            | '…'
            | '‽'
            | '‼'
            | '⁇'
            | '⁈'
            | '⁉'
            | '．'
            | '।'
            | '॥'
            | '؟'
            | '۔'
            | '։'
            | '።'
            | '။'
    ) || needs_no_blank(c)
}

/// Chinese and Japanese write no blank between sentences.
fn needs_no_blank(c: char) -> bool {
    matches!(c, '。' | '！' | '？' | '｡')
}

/// Whether the character may stand between a full stop and the end of its sentence.
pub(super) fn closes(c: char) -> bool {
    matches!(
        c,
        '"' | '\'' | '”' | '’' | '»' | '›' | ')' | ']' | '}' | '*' | '_' | '」' | '』' | '）' | '】' | '》'
    )
}

/// Whether the character may stand before a sentence's first word.
fn opens(c: char) -> bool {
    matches!(c, '"' | '\'' | '“' | '”' | '„' | '‘' | '’' | '«' | '»' | '‹' | '(' | '[' | '*' | '_')
}

/// The end of the sentence, if it ends with these stops; `closed` is behind what closes after them.
pub(super) fn after(
    text: Growing<'_>,
    stops: Range<usize>,
    closed: usize,
    place: Place,
    abbreviations: &Abbreviations,
) -> Known<Option<usize>> {
    let run = &text.text[stops.clone()];
    if run.contains(needs_no_blank) {
        return Ok(Some(closed));
    }
    if text.char(closed)?.is_some_and(|c| !c.is_whitespace()) {
        return Ok(None);
    }
    let Some(next) = next_in_paragraph(text, closed, place)? else { return Ok(Some(closed)) };
    let next = text.skip(next, opens)?;
    let goes_on = match text.char(next)? {
        Some(c) if c.is_lowercase() => true,
        Some(c) if run == "." => is_abbreviated(text, stops.start, (next, c), abbreviations)?,
        _ => false,
    };
    Ok((!goes_on).then_some(closed))
}

/// Where the paragraph's text goes on after a blank; `None` if it is over.
fn next_in_paragraph(text: Growing<'_>, at: usize, place: Place) -> Known<Option<usize>> {
    let mut at = text.skip_blanks(at)?;
    while let Some(c) = text.char(at)? {
        if c != '\n' {
            return Ok(Some(at));
        }
        if paragraph_ends(text, at, place)? {
            return Ok(None);
        }
        let (start, line) = blocks::line(text, at + 1, place.inside())?;
        at = match line {
            Line::Marker { content, .. } => text.skip_blanks(content)?,
            _ => start,
        };
    }
    Ok(None)
}

/// Whether the full stop at `stop` belongs to what stands before it: an abbreviation, an initial, an ordinal.
fn is_abbreviated(
    text: Growing<'_>,
    stop: usize,
    (next, first): (usize, char),
    abbreviations: &Abbreviations,
) -> Known<bool> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-');
    let word = &text.text[text.text[..stop].trim_end_matches(is_part).len()..stop];
    let word = word.trim_start_matches(['.', '-']);
    match abbreviations.find(word) {
        Some(Abbreviation::NeverLast) => return Ok(true),
        Some(Abbreviation::BeforeNumber) if first.is_numeric() => return Ok(true),
        _ if !first.is_alphabetic() => return Ok(false),
        _ => {}
    }
    let letters = |is_letter: fn(char) -> bool| {
        !word.is_empty()
            && word.split('.').all(|part| part.chars().count() == 1 && part.chars().all(is_letter))
    };
    let is_ordinal = word.len() <= 2 && !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let may_be = letters(char::is_uppercase)
        || (word.contains('.') && letters(char::is_alphabetic))
        || (abbreviations.nouns_are_capital() && (is_ordinal || letters(char::is_lowercase)));
    if !may_be {
        return Ok(false);
    }
    let next_end = text.skip(next, char::is_alphanumeric)?;
    Ok(!abbreviations.starts_sentence(&text.text[next..next_end]))
}

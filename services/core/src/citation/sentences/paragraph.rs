//! Where a sentence of a paragraph ends.

use super::abbreviations::Abbreviations;
use super::blocks::{self, Place};
use super::growing::{Growing, Known};
use super::protected::{self, Protected};
use super::stops;

/// The end of the sentence that starts at `start`, and whether it is nothing but formulas.
pub(super) fn sentence_end(
    text: Growing<'_>,
    start: usize,
    place: Place,
    abbreviations: &Abbreviations,
) -> Known<(usize, bool)> {
    let is_display = text.starts_with(start, "$$")? || text.starts_with(start, "\\[")?;
    let (mut at, mut has_formula, mut has_words) = (start, false, false);
    let end = loop {
        let Some(c) = text.char(at)? else { break at };
        let next = at + c.len_utf8();
        if c == '\n' {
            // A formula on lines of its own is no part of what is written around it.
            if (has_formula && !has_words && is_display) || paragraph_ends(text, at, place)? {
                break at;
            }
            at = next;
            continue;
        }
        if let Some(Protected { end, is_formula, stop }) = protected::at(text, at, place)? {
            has_formula |= is_formula;
            has_words |= !is_formula;
            at = end;
            if let Some(stop) = stop
                && let closed = text.skip(end, stops::closes)?
                && let Some(end) = stops::after(text, stop, closed, place, abbreviations)?
            {
                break end;
            }
            continue;
        }
        if stops::is_stop(c) {
            let run_end = text.skip(at, stops::is_stop)?;
            let closed = text.skip(run_end, stops::closes)?;
            if let Some(end) = stops::after(text, at..run_end, closed, place, abbreviations)? {
                break end;
            }
            at = run_end;
            continue;
        }
        has_words |= c.is_alphanumeric();
        at = next;
    };
    Ok((end, has_formula && !has_words))
}

/// Whether the paragraph ends with the line whose `\n` stands at `at`.
pub(super) fn paragraph_ends(text: Growing<'_>, at: usize, place: Place) -> Known<bool> {
    let line = &text.text[..at];
    // A colon introduces something; two blanks or a backslash are Markdown's line break.
    if line.ends_with([':', '\\']) || line.ends_with("  ") {
        return Ok(true);
    }
    let (_, next) = blocks::line(text, at + 1, place.inside())?;
    Ok(next.ends_paragraph())
}

//! Formulas that a passage shows by themselves, and the sentences around them.

use std::collections::BTreeSet;

use super::lines::{Line, kind};

/// Stands at both ends of such a formula.
pub const MARK: &str = "$$";
/// How many lines one has at most: two marks further apart have nothing to do with each other.
const MOST_LINES: usize = 30;

/// Which lines are a formula or a part of one, or go on with one. Code between fences has none; where an item or a row
/// begins, that is read first.
pub fn lines(lines: &[&str]) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut fenced = false;
    let mut place = 0;
    while let Some(line) = lines.get(place) {
        fenced ^= line.trim_start().starts_with("```");
        let last = if fenced { place } else { place + length(&lines[place..]) };
        let begins_block = matches!(kind(line, false), Line::Item(_) | Line::Row(_) | Line::Heading(_));
        let of_formula = last > place || is_formula(line);
        if of_formula && !fenced {
            found.extend(place + usize::from(begins_block)..=last);
        }
        place = last + 1;
    }
    found
}

/// How many lines more the formula has that begins on the first line.
fn length(lines: &[&str]) -> usize {
    let is_open = |line: &&str| !has_whole_ones(line);
    if !lines.first().is_some_and(is_open) {
        return 0;
    }
    lines.iter().take(MOST_LINES).skip(1).position(is_open).map_or(0, |more| more + 1)
}

/// Whether a line is a formula, or would be taken for code because of one.
fn is_formula(line: &str) -> bool {
    let shows = line.contains(MARK) && has_whole_ones(line);
    shows && (line.trim_start().starts_with(MARK) || kind(line, false) == Line::Code)
}

/// Whether a paragraph has not ended its last sentence, so that the formula below it belongs there.
pub fn goes_on_with(prose: &str) -> bool {
    !prose.trim_end().ends_with(['.', '!', '?', '…', '。'])
}

/// Whether a paragraph that ends in a formula goes on with this text: "where x is …".
pub fn goes_on_after(prose: &str, text: &str) -> bool {
    let Some(formula) = prose.trim_end().strip_suffix(MARK) else { return false };
    goes_on_with(formula) && text.starts_with(char::is_lowercase)
}

/// Whether a paragraph is nothing but a formula.
pub fn is_alone(prose: &str) -> bool {
    let inner =
        prose.strip_prefix(MARK).and_then(|rest| rest.trim_end_matches(['.', ',']).strip_suffix(MARK));
    inner.is_some_and(|inner| !inner.contains(MARK))
}

/// Whether no formula of a text lacks an end.
pub fn has_whole_ones(text: &str) -> bool {
    text.matches(MARK).count().is_multiple_of(2)
}

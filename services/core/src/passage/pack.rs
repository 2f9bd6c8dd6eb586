//! Puts units together to passages.

use std::collections::VecDeque;
use std::ops::Range;

use super::draft::{Plain, Section, Unit};
use super::words::{pieces, word_count};
use super::{CutPage, Passage};

/// A passage is complete when it has this many words and the next unit would make it too long.
const ENOUGH_WORDS: usize = 120;
/// A passage gets no further unit beyond this, once it has enough.
const MOST_WORDS: usize = 250;
/// A passage that has not enough may grow to this, to stay together with the next unit.
const STRETCHED_WORDS: usize = 300;
/// A last passage of a section below this is joined to the one before.
const TAIL_WORDS: usize = 40;

/// Cuts a page's plain text into passages.
pub(super) fn pack(plain: Plain, title: &str) -> CutPage {
    let mut cuts = Vec::new();
    for units in plain.units.chunk_by(|one, next| one.section == next.section) {
        let section = units[0].section;
        let body: VecDeque<Unit> = units.iter().filter(|unit| !unit.heading).cloned().collect();
        if !body.is_empty() {
            cuts.extend(pack_section(&plain.text, body).into_iter().map(|range| (section, range)));
        } else if is_leaf(&plain.sections, section) {
            // A heading that nothing follows would otherwise be found nowhere.
            cuts.extend(units.iter().map(|unit| (section, unit.range.clone())));
        }
    }
    let mut position = Position::default();
    let passages = cuts.into_iter().map(|(section, range)| {
        let section = &plain.sections[section];
        Passage {
            heading_path: heading_path(section, title),
            anchor: section.anchor.clone(),
            start: position.at(&plain.text, range.start),
            end: position.at(&plain.text, range.end),
            text: plain.text[range].to_owned(),
        }
    });
    CutPage { passages: passages.collect(), plain_text: plain.text }
}

/// The units of one section as passages: byte ranges in the plain text.
fn pack_section(text: &str, mut units: VecDeque<Unit>) -> Vec<Range<usize>> {
    let mut packed: Vec<Packed> = Vec::new();
    let mut current: Option<Packed> = None;
    while let Some(unit) = units.pop_front() {
        let words = word_count(&text[unit.range.clone()]);
        if unit.atomic && words > MOST_WORDS {
            packed.extend(current.take());
            packed.push(Packed { range: unit.range, words, alone: true });
            continue;
        }
        let before = current.as_ref().map_or(0, |current| current.words);
        let limit = if before < ENOUGH_WORDS { STRETCHED_WORDS } else { MOST_WORDS };
        if before + words <= limit && words <= MOST_WORDS {
            match &mut current {
                Some(current) => current.add(unit.range, words),
                None => current = Some(Packed { range: unit.range, words, alone: false }),
            }
            continue;
        }
        let too_long = words > MOST_WORDS || before < ENOUGH_WORDS;
        match sentences(text, &unit) {
            Some(sentences) if too_long => {
                sentences.into_iter().rev().for_each(|unit| units.push_front(unit));
            }
            _ if current.is_some() => {
                packed.extend(current.take());
                units.push_front(unit);
            }
            _ => packed.push(Packed { range: unit.range, words, alone: false }),
        }
    }
    packed.extend(current);
    join_tail(&mut packed);
    packed.into_iter().map(|packed| packed.range).collect()
}

/// A unit cut into its sentences; `None` when that is not possible.
fn sentences(text: &str, unit: &Unit) -> Option<Vec<Unit>> {
    if unit.atomic {
        return None;
    }
    let base = unit.range.start;
    let whole: Vec<_> = unit.whole.iter().map(|range| range.start - base..range.end - base).collect();
    let pieces = pieces(&text[unit.range.clone()], &whole, MOST_WORDS);
    (pieces.len() > 1).then(|| {
        let piece = |range: Range<usize>| Unit {
            range: base + range.start..base + range.end,
            whole: Vec::new(),
            // A sentence is not cut again.
            atomic: true,
            ..unit.clone()
        };
        pieces.into_iter().map(piece).collect()
    })
}

/// A passage in work.
struct Packed {
    range: Range<usize>,
    words: usize,
    /// Whether it is one long block that nothing is joined to.
    alone: bool,
}

impl Packed {
    fn add(&mut self, range: Range<usize>, words: usize) {
        self.range.end = range.end;
        self.words += words;
    }
}

/// Joins a tiny last passage to the one before it.
fn join_tail(packed: &mut Vec<Packed>) {
    if let [.., before, tail] = packed.as_mut_slice()
        && tail.words < TAIL_WORDS
        && !before.alone
        && !tail.alone
    {
        before.add(tail.range.clone(), tail.words);
        packed.pop();
    }
}

/// Whether no deeper heading follows.
fn is_leaf(sections: &[Section], section: usize) -> bool {
    let level = |section: &Section| section.path.last().map_or(0, |(level, _)| *level);
    sections.get(section + 1).is_none_or(|next| level(next) <= level(&sections[section]))
}

/// The headings of a section, without one that only repeats the page's title.
fn heading_path(section: &Section, title: &str) -> Vec<String> {
    let headings = section.path.iter().map(|(_, heading)| heading);
    let repeats_title = |heading: &str| heading.trim().to_lowercase() == title.trim().to_lowercase();
    let skip = usize::from(section.path.first().is_some_and(|(_, heading)| repeats_title(heading)));
    headings.skip(skip).cloned().collect()
}

/// Counts characters up to rising byte positions.
#[derive(Default)]
struct Position {
    byte: usize,
    chars: usize,
}

impl Position {
    fn at(&mut self, text: &str, byte: usize) -> usize {
        self.chars += text[self.byte..byte].chars().count();
        self.byte = byte;
        self.chars
    }
}

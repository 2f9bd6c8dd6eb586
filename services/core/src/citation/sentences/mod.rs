//! Cuts Markdown into sentences, also while it is still being written.
//!
//! [`SentenceSplitter`] gives a sentence as soon as nothing that may follow can change it, so that it can be
//! judged while the answer goes on. However the text is cut into pieces, the sentences are the same: all
//! decisions are taken in [`growing::Growing`], which says "not yet" instead of guessing.
//!
//! A marker in an answer belongs to the last sentence that starts before it.

mod abbreviations;
mod blocks;
mod growing;
mod paragraph;
mod protected;
mod stops;
#[cfg(test)]
mod tests;

use std::ops::Range;

use abbreviations::Abbreviations;
use blocks::{Line, Place};
use growing::{Growing, Known};

/// A sentence, or what counts as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// Where it stands, in bytes. Between sentences there are only white space, the markers of list items
    /// and quoted blocks, and lines that separate (`---`, a table's rule).
    pub range: Range<usize>,
    /// What it is.
    pub kind: SentenceKind,
}

/// What a sentence is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SentenceKind {
    /// A sentence of a paragraph.
    Prose,
    /// A sentence of a list item.
    ListItem,
    /// A heading, with its `#`.
    Heading,
    /// A row of a table, whole; the line must begin with `|`.
    TableRow,
    /// A fenced block of code, from fence to fence.
    Code,
    /// Nothing but formulas.
    Formula,
}

/// Where the next sentence is looked for.
#[derive(Clone, Copy, Debug, Default)]
struct Position {
    at: usize,
    place: Place,
}

/// Splits a text that comes in pieces.
#[derive(Debug)]
pub struct SentenceSplitter {
    text: String,
    position: Position,
    abbreviations: Abbreviations,
}

impl SentenceSplitter {
    /// A splitter for a text that is probably in this language (BCP 47).
    pub fn new(language: &str) -> Self {
        Self {
            text: String::new(),
            position: Position::default(),
            abbreviations: Abbreviations::of(language),
        }
    }

    /// What was pushed so far; ranges of sentences are ranges of this.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Takes more text; gives the sentences that are certain by now.
    pub fn push(&mut self, text: &str) -> Vec<Sentence> {
        self.text.push_str(text);
        self.advance(false)
    }

    /// No more text comes; gives the rest.
    pub fn finish(&mut self) -> Vec<Sentence> {
        self.advance(true)
    }

    fn advance(&mut self, whole: bool) -> Vec<Sentence> {
        let growing = Growing { text: &self.text, whole };
        advance(growing, &mut self.position, &self.abbreviations)
    }
}

/// The sentences of a text that is whole.
pub fn sentences(text: &str, language: &str) -> Vec<Sentence> {
    advance(Growing { text, whole: true }, &mut Position::default(), &Abbreviations::of(language))
}

fn advance(text: Growing<'_>, position: &mut Position, abbreviations: &Abbreviations) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    while let Ok(Some((sentence, next))) = next_sentence(text, *position, abbreviations) {
        sentences.push(sentence);
        *position = next;
    }
    sentences
}

/// The next sentence and where to go on; `None` when nothing is left of a whole text.
fn next_sentence(
    text: Growing<'_>,
    Position { mut at, mut place }: Position,
    abbreviations: &Abbreviations,
) -> Known<Option<(Sentence, Position)>> {
    let mut line_start = at == 0 || text.text[..at].ends_with('\n');
    loop {
        if !line_start {
            match text.char(at)? {
                None => return Ok(None),
                Some(c) if c.is_whitespace() => {
                    line_start = c == '\n';
                    at += c.len_utf8();
                    continue;
                }
                Some(_) => break,
            }
        }
        let (start, line) = blocks::line(text, at, place)?;
        let whole_block = match line {
            Line::Over => return Ok(None),
            Line::Separator { next } => {
                (at, place) = (next, Place::Open);
                continue;
            }
            Line::Marker { content, place: inside } => {
                (at, place) = (content, inside);
                continue;
            }
            Line::Fence { end } => (end, SentenceKind::Code),
            Line::Heading { end } => (end, SentenceKind::Heading),
            Line::TableRow { end } => (end, SentenceKind::TableRow),
            Line::Text | Line::Formula => {
                at = start;
                break;
            }
        };
        let (end, kind) = whole_block;
        return Ok(Some((text.sentence(start..end, kind), Position { at: end, place: Place::Open })));
    }
    let place = place.inside();
    let (end, is_formula) = paragraph::sentence_end(text, at, place, abbreviations)?;
    let kind = match place {
        _ if is_formula => SentenceKind::Formula,
        Place::Item | Place::ItemStart => SentenceKind::ListItem,
        Place::Open | Place::Prose => SentenceKind::Prose,
    };
    Ok(Some((text.sentence(at..end, kind), Position { at: end, place })))
}

//! The text part that is being written.

use std::ops::Range;

use chatbot_protocol::TurnEvent;
use chatbot_protocol::data_part::Span;

use super::super::sentences::{Sentence, SentenceSplitter};
use super::whole::WholeSentence;

/// The open text part. Shown offsets are UTF-16 code units.
#[derive(Debug)]
pub(super) struct OpenText {
    pub id: String,
    /// Which text part of the message it is, from 0.
    pub part: u32,
    /// Whether the page knows it.
    pub is_shown: bool,
    splitter: SentenceSplitter,
    /// Up to where sentences were taken out, in bytes and in code units.
    taken: Place,
    marks: Vec<Mark>,
    /// How much is shown.
    length: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Place {
    byte: usize,
    unit: u32,
}

/// A marker, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    pub number: u32,
    /// Whether it names a source.
    pub resolved: bool,
    /// Where its sentence was believed to stand before it was whole.
    pub span: Span,
    at: usize,
}

impl OpenText {
    pub fn new(language: &str, part: u32) -> Self {
        Self {
            id: format!("t{}", part + 1),
            part,
            is_shown: false,
            splitter: SentenceSplitter::new(language),
            taken: Place::default(),
            marks: Vec::new(),
            length: 0,
        }
    }

    pub fn show(&mut self) -> TurnEvent {
        self.is_shown = true;
        TurnEvent::TextStarted { id: self.id.clone() }
    }

    pub fn add(&mut self, text: &str) -> TurnEvent {
        self.length += units(text);
        TurnEvent::TextAdded { id: self.id.clone(), delta: text.to_owned() }
    }

    /// How much is shown.
    pub const fn length(&self) -> u32 {
        self.length
    }

    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Takes text of the reply in; gives the sentences that are whole by now.
    pub fn take(&mut self, text: &str) -> Vec<Sentence> {
        self.splitter.push(text)
    }

    pub fn finish(&mut self) -> Vec<Sentence> {
        self.splitter.finish()
    }

    /// Notes a marker; gives where its sentence seems to stand.
    pub fn mark(&mut self, number: u32, resolved: bool) -> Span {
        let text = self.splitter.text();
        let since = &text[self.taken.byte..];
        let start = self.taken.unit + units(&since[..since.len() - since.trim_start().len()]);
        let end = self.taken.unit + units(since.trim_end());
        let span = Span::unchecked(self.part, start.min(end), end);
        self.marks.push(Mark { number, resolved, span: span.clone(), at: text.len() });
        span
    }

    /// A sentence with its place in the reply's text, and the markers that stand on it.
    pub fn whole(&mut self, sentence: &Sentence) -> (WholeSentence, Vec<Mark>) {
        let Range { start, end } = sentence.range;
        let text = self.splitter.text();
        let before = &text[self.taken.byte..start];
        let words = &text[start..end];
        let start_unit = self.taken.unit + units(before);
        let end_unit = start_unit + units(words);
        let after = &text[end..];
        let next = end + (after.len() - after.trim_start().len());
        let whole = WholeSentence {
            before: before.to_owned(),
            text: words.to_owned(),
            kind: sentence.kind,
            numbers: Vec::new(),
            has_unresolved: false,
            span: Some(Span::unchecked(self.part, start_unit, end_unit)),
        };
        self.taken = Place { byte: end, unit: end_unit };
        let (on_it, later) = std::mem::take(&mut self.marks).into_iter().partition(|mark| mark.at <= next);
        self.marks = later;
        (whole, on_it)
    }
}

pub(super) fn units(text: &str) -> u32 {
    let units = text.chars().map(char::len_utf16).sum::<usize>();
    u32::try_from(units).unwrap_or(u32::MAX)
}

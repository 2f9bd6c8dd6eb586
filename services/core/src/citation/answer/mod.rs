//! Turns a model's text, as it comes, into what the student's page is shown: text without markers, and
//! citations whose numbers are given by first use, one per passage.
//!
//! Text is either shown as it comes, or held back sentence by sentence until somebody [releases](AnswerWriter::release)
//! it. Either way each sentence is handed out as soon as it is [whole](AnswerWriter::take_whole), so that it can be held
//! against what it cites, and what was found is told with [`judged`](AnswerWriter::judged).

mod open_text;
mod sources;
mod whole;

use chatbot_protocol::CitationId;
use chatbot_protocol::TurnEvent;
use chatbot_protocol::data_part::{CitationData, Span, Verdict};

use self::open_text::OpenText;
use self::sources::Sources;
pub use self::sources::{CitedSource, Source};
pub use self::whole::{CitedUse, Evidence, Unresolved, WholeSentence};
use super::evidence::Judgement;
use super::markers::{MarkerParser, Piece};

/// Writes an answer over all rounds of a turn.
#[derive(Debug, Default)]
pub struct AnswerWriter {
    language: String,
    holds_back: bool,
    parser: MarkerParser,
    sources: Sources,
    /// How many text parts there are.
    parts: u32,
    open: Option<OpenText>,
    whole: Vec<WholeSentence>,
    uses: Vec<CitedUse>,
    unresolved: Vec<Unresolved>,
}

impl AnswerWriter {
    /// A writer of an answer in a course's language. `holds_back`: nothing is shown before it is released.
    pub fn new(language: &str, holds_back: bool) -> Self {
        Self { language: language.to_owned(), holds_back, ..Self::default() }
    }

    /// Goes on with an answer: with what was cited so far, under the ids that the page knows, by shown number,
    /// and how many text parts there are.
    #[must_use]
    pub fn going_on(
        self,
        sources: Vec<Source>,
        cited: impl IntoIterator<Item = (CitationId, CitationData)>,
        text_parts: u32,
    ) -> Self {
        Self { sources: Sources::going_on(sources, cited), parts: text_parts, ..self }
    }

    /// Makes sources known, under their source numbers.
    pub fn add_sources(&mut self, sources: impl IntoIterator<Item = Source>) {
        self.sources.add(sources);
    }

    /// The sources that were cited so far, by shown number.
    pub fn cited(&self) -> &[CitedSource] {
        self.sources.cited()
    }

    /// Whether the turn brought any passage.
    pub fn has_sources(&self) -> bool {
        !self.sources.is_empty()
    }

    /// More of the model's text.
    pub fn write(&mut self, text: &str) -> Vec<TurnEvent> {
        let pieces = self.parser.push(text, &|number| self.sources.has(number));
        self.place(pieces)
    }

    /// The reply ended: what was waited for does not come any more.
    pub fn finish(&mut self) -> Vec<TurnEvent> {
        let pieces = self.parser.finish(&|number| self.sources.has(number));
        let mut events = self.place(pieces);
        if let Some(open) = &mut self.open {
            let sentences = open.finish();
            events.extend(self.complete(sentences));
        }
        events
    }

    /// Ends the open text part; what was held back of it and not released is never shown.
    pub fn close(&mut self) -> Vec<TurnEvent> {
        let mut events = self.finish();
        self.parser = MarkerParser::default();
        let open = self.open.take().filter(|open| open.is_shown);
        events.extend(open.map(|open| TurnEvent::TextEnded { id: open.id }));
        events
    }

    /// The sentences that became whole since this was asked last, in order.
    pub fn take_whole(&mut self) -> Vec<WholeSentence> {
        std::mem::take(&mut self.whole)
    }

    /// Whether there is anything among the [`Self::findings`].
    pub fn has_findings(&self) -> bool {
        !(self.uses.is_empty() && self.unresolved.is_empty())
    }

    /// Every use of a passage that was judged, and every marker without a source.
    pub fn findings(&self) -> (&[CitedUse], &[Unresolved]) {
        (&self.uses, &self.unresolved)
    }

    /// The findings are stored.
    pub fn forget_findings(&mut self) {
        self.uses.clear();
        self.unresolved.clear();
    }

    /// The sources that a sentence cites, one per passage.
    pub fn sources_of(&self, sentence: &WholeSentence) -> impl Iterator<Item = &Source> {
        self.sources.passages_of(&sentence.numbers)
    }

    /// What a sentence is to be held against.
    pub fn evidence(&self, sentence: &WholeSentence) -> Evidence<'_> {
        self.sources.evidence(&sentence.numbers, &self.language)
    }

    /// Shows a sentence that was held back, at the end of what is shown; gives it back with its place.
    pub fn release(&mut self, mut sentence: WholeSentence) -> (Vec<TurnEvent>, WholeSentence) {
        let mut events = Vec::new();
        let parts = self.parts;
        let open = self.open.get_or_insert_with(|| OpenText::new(&self.language, parts));
        if !open.is_shown {
            self.parts += 1;
            events.push(open.show());
        }
        // A list marker or a line end that stands before the very first words shown means nothing there.
        let before = if open.is_empty() { sentence.before.trim_start() } else { sentence.before.as_str() };
        events.push(open.add(before));
        let start = open.length();
        events.push(open.add(&sentence.text));
        let span = Span::unchecked(open.part, start, open.length());
        events.retain(|event| !matches!(event, TurnEvent::TextAdded { delta, .. } if delta.is_empty()));
        events.extend(sentence.numbers.iter().filter_map(|number| self.sources.cite(*number, span.clone())));
        sentence.span = Some(span);
        (events, sentence)
    }

    /// What was found about a sentence that is shown. `is_hidden`: whether the page of a source was closed to the
    /// student while they were answered.
    pub fn judged(
        &mut self,
        sentence: &WholeSentence,
        judgement: &Judgement,
        is_hidden: &dyn Fn(&Source) -> bool,
    ) -> Vec<TurnEvent> {
        let Some(span) = &sentence.span else { return Vec::new() };
        let (events, uses) = self.sources.judge(sentence, span, judgement, is_hidden);
        self.uses.extend(uses);
        events
    }

    fn place(&mut self, pieces: Vec<Piece>) -> Vec<TurnEvent> {
        let mut events = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) => events.extend(self.place_text(&text)),
                Piece::Marker(number) => events.extend(self.place_marker(number)),
            }
        }
        events
    }

    fn place_text(&mut self, text: &str) -> Vec<TurnEvent> {
        let (parts, holds_back) = (self.parts, self.holds_back);
        let open = self.open.get_or_insert_with(|| OpenText::new(&self.language, parts));
        let mut events = Vec::new();
        let sentences = open.take(text);
        if !holds_back {
            if !open.is_shown {
                self.parts += 1;
                events.push(open.show());
            }
            events.push(open.add(text));
        }
        events.extend(self.complete(sentences));
        events
    }

    fn place_marker(&mut self, number: u32) -> Option<TurnEvent> {
        let resolved = self.sources.has(number);
        // A marker before any text has no sentence to stand on.
        let Some(open) = &mut self.open else {
            self.unresolved.push(Unresolved { number, span: None, sentence: String::new() });
            return None;
        };
        let span = open.mark(number, resolved);
        if self.holds_back || !resolved { None } else { self.sources.cite(number, span) }
    }

    /// Hands whole sentences out; where one turned out to end elsewhere than its markers made believe, the page
    /// is told.
    fn complete(&mut self, sentences: Vec<super::Sentence>) -> Vec<TurnEvent> {
        let Some(open) = &mut self.open else { return Vec::new() };
        let mut events = Vec::new();
        for sentence in sentences {
            let (mut whole, marks) = open.whole(&sentence);
            for mark in marks {
                if !mark.resolved {
                    let span = whole.span.clone().filter(|_| !self.holds_back);
                    self.unresolved.push(Unresolved {
                        number: mark.number,
                        span,
                        sentence: whole.text.clone(),
                    });
                    whole.has_unresolved = true;
                } else if !whole.numbers.contains(&mark.number) {
                    whole.numbers.push(mark.number);
                }
                if let Some(span) = whole.span.as_ref().filter(|_| mark.resolved && !self.holds_back) {
                    events.extend(self.sources.correct(mark.number, &mark.span, span));
                }
            }
            if self.holds_back {
                whole.span = None;
            }
            self.whole.push(whole);
        }
        events
    }
}

/// Of several verdicts the least good.
pub(super) fn worst(verdicts: impl IntoIterator<Item = Verdict>) -> Option<Verdict> {
    verdicts.into_iter().max_by_key(|verdict| verdict.gravity())
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

//! Turns a model's text, as it comes, into what the student's page is shown: text without markers, and
//! citations whose numbers are given by first use, one per passage.

use std::collections::BTreeMap;

use chatbot_protocol::data_part::{CitationData, Span};
use chatbot_protocol::{CitationId, PassageId, TurnEvent};

use super::markers::{MarkerParser, Piece};
use crate::tool::ToolCitation;

/// A passage that a tool brought into the turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// The stored citation's id.
    pub id: CitationId,
    /// What the tool said of it.
    pub citation: ToolCitation,
}

/// A source that the answer cites.
#[derive(Clone, Debug, PartialEq)]
pub struct CitedSource {
    /// The citation's id on the wire: that of the passage's first cited source.
    pub id: CitationId,
    /// The passage.
    pub passage: PassageId,
    /// Every stored citation of this passage that was cited.
    pub rows: Vec<CitationId>,
    /// What the page is shown.
    pub data: CitationData,
}

/// Writes an answer over all rounds of a turn.
#[derive(Debug, Default)]
pub struct AnswerWriter {
    parser: MarkerParser,
    sources: BTreeMap<u32, Source>,
    cited: Vec<CitedSource>,
    unresolved: Vec<u32>,
    parts: u32,
    open: Option<OpenText>,
}

/// The text part that is being written; offsets in UTF-16 code units.
#[derive(Debug, Default)]
struct OpenText {
    id: String,
    length: u32,
    /// Where the last visible character ended.
    end: u32,
    sentence_start: u32,
    sentence_over: SentenceOver,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum SentenceOver {
    /// A new sentence starts with the next visible character.
    #[default]
    Yes,
    /// A closing mark was seen; a blank after it ends the sentence.
    Maybe,
    No,
}

impl AnswerWriter {
    /// A writer that goes on with an answer: with what was cited so far, under the ids that the page knows, by
    /// shown number, and how many text parts there are.
    pub fn resume(
        sources: Vec<Source>,
        cited: impl IntoIterator<Item = (CitationId, CitationData)>,
        text_parts: u32,
    ) -> Self {
        let passage_of = |wanted| {
            let is_wanted = |source: &&Source| source.id == wanted;
            sources.iter().find(is_wanted).map(|source| source.citation.passage_id)
        };
        let cited = cited
            .into_iter()
            .filter_map(|(id, data)| Some(CitedSource { id, passage: passage_of(id)?, rows: vec![id], data }))
            .collect();
        let mut writer = Self { cited, parts: text_parts, ..Self::default() };
        writer.add_sources(sources);
        writer
    }

    /// Makes sources known, under their source numbers.
    pub fn add_sources(&mut self, sources: impl IntoIterator<Item = Source>) {
        self.sources.extend(sources.into_iter().map(|source| (source.citation.citation_number, source)));
    }

    /// The sources that were cited so far, by shown number.
    pub fn cited(&self) -> &[CitedSource] {
        &self.cited
    }

    /// Numbers that the model cited and that no source has.
    pub fn unresolved(&self) -> &[u32] {
        &self.unresolved
    }

    /// More of the model's text.
    pub fn write(&mut self, text: &str) -> Vec<TurnEvent> {
        let sources = &self.sources;
        let pieces = self.parser.push(text, &|number| sources.contains_key(&number));
        self.place(pieces)
    }

    /// The reply ended, or another step begins: the open text part is closed.
    pub fn close(&mut self) -> Vec<TurnEvent> {
        let sources = &self.sources;
        let pieces = self.parser.finish(&|number| sources.contains_key(&number));
        let mut events = self.place(pieces);
        events.extend(self.open.take().map(|open| TurnEvent::TextEnded { id: open.id }));
        self.parser = MarkerParser::default();
        events
    }

    fn place(&mut self, pieces: Vec<Piece>) -> Vec<TurnEvent> {
        let mut events = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) => self.place_text(text, &mut events),
                Piece::Marker(number) => events.extend(self.cite(number)),
            }
        }
        events
    }

    fn place_text(&mut self, text: String, events: &mut Vec<TurnEvent>) {
        let parts = &mut self.parts;
        let open = self.open.get_or_insert_with(|| {
            *parts += 1;
            let id = format!("t{parts}");
            events.push(TurnEvent::TextStarted { id: id.clone() });
            OpenText { id, ..OpenText::default() }
        });
        open.follow(&text);
        events.push(TurnEvent::TextAdded { id: open.id.clone(), delta: text });
    }

    fn cite(&mut self, number: u32) -> Option<TurnEvent> {
        let Some(source) = self.sources.get(&number) else {
            self.unresolved.push(number);
            return None;
        };
        // A marker before any text has no sentence to stand on.
        let span = self.open.as_ref().map(|open| Span {
            part: self.parts - 1,
            start: open.sentence_start,
            end: open.end,
        })?;
        let same = |cited: &CitedSource| cited.passage == source.citation.passage_id;
        let position = self.cited.iter().position(same);
        let first = position.is_none();
        let position = position.unwrap_or_else(|| {
            self.cited.push(CitedSource::new(source, self.cited.len()));
            self.cited.len() - 1
        });
        let cited = self.cited.get_mut(position)?;
        if !cited.rows.contains(&source.id) {
            cited.rows.push(source.id);
        }
        if !cited.data.spans.contains(&span) {
            cited.data.spans.push(span);
        }
        Some(TurnEvent::Cited { citation_id: cited.id, first, citation: cited.data.clone() })
    }
}

impl CitedSource {
    fn new(source: &Source, cited_before: usize) -> Self {
        let citation = &source.citation;
        Self {
            id: source.id,
            passage: citation.passage_id,
            rows: Vec::new(),
            data: CitationData {
                number: u32::try_from(cited_before).unwrap_or(u32::MAX).saturating_add(1),
                page_id: citation.page_id,
                title: citation.title.clone(),
                chapter: citation.chapter.clone(),
                section: citation.section.clone(),
                url: citation.document_url.clone(),
                snippet: citation.snippet.clone(),
                verdict: None,
                spans: Vec::new(),
            },
        }
    }
}

impl OpenText {
    fn follow(&mut self, text: &str) {
        for character in text.chars() {
            let width = if character.len_utf16() == 2 { 2 } else { 1 };
            self.follow_sentence(character);
            self.length += width;
            if !character.is_whitespace() {
                self.end = self.length;
            }
        }
    }

    fn follow_sentence(&mut self, character: char) {
        use SentenceOver as Over;
        match character {
            '\n' => self.sentence_over = Over::Yes,
            blank if blank.is_whitespace() => {
                if self.sentence_over == Over::Maybe {
                    self.sentence_over = Over::Yes;
                }
            }
            _ => {
                if self.sentence_over == Over::Yes {
                    self.sentence_start = self.length;
                }
                self.sentence_over = match character {
                    '.' | '!' | '?' | '…' => Over::Maybe,
                    '。' | '！' | '？' => Over::Yes,
                    '"' | '\'' | '”' | '’' | ')' | '*' | '_' if self.sentence_over == Over::Maybe => {
                        Over::Maybe
                    }
                    _ => Over::No,
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use chatbot_protocol::PageId;
    use uuid::Uuid;

    use super::*;

    fn source(number: u32, passage: u128) -> Source {
        Source {
            id: CitationId(Uuid::from_u128(u128::from(number))),
            citation: ToolCitation {
                citation_number: number,
                page_id: PageId(Uuid::from_u128(passage)),
                passage_id: PassageId(Uuid::from_u128(passage)),
                page_revision: 1,
                title: format!("Page {passage}"),
                chapter: None,
                section: None,
                snippet: format!("Passage {passage}"),
                document_url: format!("/p/{passage}#a"),
                anchor: "a".into(),
                passage_hash: [0; 32],
            },
        }
    }

    fn writer() -> AnswerWriter {
        let mut writer = AnswerWriter::default();
        writer.add_sources([source(1, 10), source(2, 20), source(101, 10)]);
        writer
    }

    /// Number, whether it is cited for the first time, and the ends of its spans.
    type Shown = (u32, bool, Vec<(u32, u32)>);

    fn cited(events: &[TurnEvent]) -> Vec<Shown> {
        events
            .iter()
            .filter_map(|event| match event {
                TurnEvent::Cited { first, citation, .. } => Some((
                    citation.number,
                    *first,
                    citation.spans.iter().map(|span| (span.start, span.end)).collect(),
                )),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn numbers_are_given_by_first_use_one_per_passage() {
        let mut writer = writer();
        let mut events = writer.write("Ää b.【2】 C 😀 d.【1】 E.【101】");
        events.extend(writer.close());
        assert_eq!(
            cited(&events),
            [(1, true, vec![(0, 5)]), (2, true, vec![(6, 13)]), (2, false, vec![(6, 13), (14, 16)])]
        );
        assert_eq!(writer.cited()[1].rows.len(), 2);
    }

    #[test]
    fn an_unresolved_marker_is_recorded_and_not_shown() {
        let mut writer = writer();
        let events = writer.write("A.【7】 B.");
        assert_eq!(writer.unresolved(), [7]);
        assert!(cited(&events).is_empty());
    }

    #[test]
    fn two_markers_stand_on_one_sentence() {
        let mut writer = writer();
        let events = writer.write("First one. Second one.【1】【2】\n");
        assert_eq!(cited(&events), [(1, true, vec![(11, 22)]), (2, true, vec![(11, 22)])]);
    }

    #[test]
    fn each_step_is_a_text_part_of_its_own() {
        let mut writer = writer();
        writer.write("Let me look.");
        writer.close();
        let events = writer.write("A.【1】");
        let TurnEvent::Cited { citation, .. } = events.last().unwrap() else { panic!("nothing cited") };
        assert_eq!(citation.spans, [Span { part: 1, start: 0, end: 2 }]);
    }
}

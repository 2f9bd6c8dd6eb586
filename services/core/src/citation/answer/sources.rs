//! The passages of a turn, and which of them the answer cites.

use std::collections::BTreeMap;

use chatbot_protocol::data_part::{
    CitationData, MissingWords, QuotePlace as ShownPlace, QuotedWords, Span, Stretch, Verdict,
};
use chatbot_protocol::{CitationId, PassageId, TurnEvent};

use super::super::evidence::{EvidencePassage, Judgement, MissingWeight, QuotePlace, Units};
use super::whole::{CitedUse, Evidence, WholeSentence};
use super::worst;
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

#[derive(Debug, Default)]
pub(super) struct Sources {
    known: BTreeMap<u32, Source>,
    cited: Vec<CitedSource>,
}

impl Sources {
    pub fn going_on(
        sources: Vec<Source>,
        cited: impl IntoIterator<Item = (CitationId, CitationData)>,
    ) -> Self {
        let passage_of = |wanted| {
            let is_wanted = |source: &&Source| source.id == wanted;
            sources.iter().find(is_wanted).map(|source| source.citation.passage_id)
        };
        let cited = cited
            .into_iter()
            .filter_map(|(id, data)| Some(CitedSource { id, passage: passage_of(id)?, rows: vec![id], data }))
            .collect();
        let mut all = Self { cited, known: BTreeMap::new() };
        all.add(sources);
        all
    }

    pub fn add(&mut self, sources: impl IntoIterator<Item = Source>) {
        self.known.extend(sources.into_iter().map(|source| (source.citation.citation_number, source)));
    }

    pub fn has(&self, number: u32) -> bool {
        self.known.contains_key(&number)
    }

    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    pub fn cited(&self) -> &[CitedSource] {
        &self.cited
    }

    pub fn evidence<'a>(&'a self, numbers: &[u32], language: &'a str) -> Evidence<'a> {
        let cited = self.passages_of(numbers).map(|source| passage(source, language)).collect();
        let retrieved = self.known.values().map(|source| passage(source, language)).collect();
        Evidence { cited, retrieved }
    }

    /// The sources of these numbers, one per passage.
    pub fn passages_of(&self, numbers: &[u32]) -> impl Iterator<Item = &Source> {
        let mut seen: Vec<PassageId> = Vec::new();
        let sources: Vec<&Source> = numbers.iter().filter_map(|number| self.known.get(number)).collect();
        sources.into_iter().filter(move |source| {
            let is_new = !seen.contains(&source.citation.passage_id);
            seen.push(source.citation.passage_id);
            is_new
        })
    }

    /// A sentence cites a source.
    pub fn cite(&mut self, number: u32, span: Span) -> Option<TurnEvent> {
        let source = self.known.get(&number)?;
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
        if !cited.data.spans.iter().any(|known| known.is_at(&span)) {
            cited.data.spans.push(span);
        }
        Some(cited.event(first))
    }

    /// The sentence of a marker is whole, and stands elsewhere than was believed.
    pub fn correct(&mut self, number: u32, believed: &Span, whole: &Span) -> Option<TurnEvent> {
        if believed.is_at(whole) {
            return None;
        }
        let passage = self.known.get(&number)?.citation.passage_id;
        let cited = self.cited.iter_mut().find(|cited| cited.passage == passage)?;
        cited.data.spans.retain(|span| !span.is_at(believed) && !span.is_at(whole));
        cited.data.spans.push(whole.clone());
        Some(cited.event(false))
    }

    /// Notes what was found about a shown sentence, for each passage that it cites.
    pub fn judge(
        &mut self,
        sentence: &WholeSentence,
        span: &Span,
        judgement: &Judgement,
        is_hidden: &dyn Fn(&Source) -> bool,
    ) -> (Vec<TurnEvent>, Vec<CitedUse>) {
        let sources: Vec<Source> = self.passages_of(&sentence.numbers).cloned().collect();
        let (mut events, mut uses) = (Vec::new(), Vec::new());
        for (number, source) in sources.iter().enumerate() {
            let hidden = Judgement { verdict: Verdict::Hidden, ..Judgement::unchecked() };
            let is_hidden = is_hidden(source);
            let judgement = if is_hidden { &hidden } else { judgement };
            let found = found(span, judgement, number);
            uses.push(CitedUse {
                citation: source.id,
                sentence: sentence.text.clone(),
                span: found.clone(),
                verdict: judgement.verdict,
                score: judgement.score,
                quote: judgement.quotes.first().map(|quote| quote.text.clone()),
                cited_text: cited_units(judgement, number).and_then(|units| text_of(&units, source)),
            });
            events.extend(self.replace(source, found, is_hidden));
        }
        (events, uses)
    }

    fn replace(&mut self, source: &Source, found: Span, is_hidden: bool) -> Option<TurnEvent> {
        let is_same = |cited: &&mut CitedSource| cited.passage == source.citation.passage_id;
        let cited = self.cited.iter_mut().find(is_same)?;
        let known = cited.data.spans.iter_mut().find(|known| known.is_at(&found))?;
        *known = found;
        if is_hidden {
            cited.data.hide();
            return Some(cited.event(false));
        }
        cited.data.verdict = worst(cited.data.spans.iter().filter_map(|span| span.verdict));
        Some(cited.event(false))
    }
}

fn passage<'a>(source: &'a Source, language: &'a str) -> EvidencePassage<'a> {
    let citation = &source.citation;
    EvidencePassage {
        text: &citation.snippet,
        title: &citation.title,
        headings: citation.section.as_slice(),
        language,
    }
}

/// What was found about a sentence, as far as it concerns the passage of this number.
fn found(span: &Span, judgement: &Judgement, number: usize) -> Span {
    let missing = judgement.missing.iter().map(|missing| MissingWords {
        start: span.start + missing.units.start,
        end: span.start + missing.units.end,
        strong: missing.weight == MissingWeight::Strong,
    });
    let quotes = judgement.quotes.iter().map(|quote| QuotedWords {
        start: span.start + quote.units.start,
        end: span.start + quote.units.end,
        place: match quote.place {
            QuotePlace::Cited(_) => ShownPlace::Cited,
            QuotePlace::Retrieved(_) => ShownPlace::Elsewhere,
            QuotePlace::Nowhere => ShownPlace::Nowhere,
        },
    });
    let shared = judgement.shared.iter().filter(|shared| shared.passage == number);
    Span {
        verdict: Some(judgement.verdict),
        missing: missing.collect(),
        quotes: quotes.collect(),
        shared: shared.map(|shared| Stretch { start: shared.units.start, end: shared.units.end }).collect(),
        ..span.clone()
    }
}

/// The stretch of the passage of this number that says most of a sentence: what the judge named, else from the
/// first to the last word that they share.
fn cited_units(judgement: &Judgement, number: usize) -> Option<Units> {
    let named = judgement.cited_span.as_ref().filter(|named| named.passage == number);
    let mut shared =
        judgement.shared.iter().filter(|shared| shared.passage == number).map(|shared| &shared.units);
    let first = shared.next();
    let hull = |first: &Units| first.start..shared.next_back().map_or(first.end, |last| last.end);
    named.map(|named| named.units.clone()).or_else(|| first.map(hull))
}

fn text_of(units: &Units, source: &Source) -> Option<String> {
    let passage: Vec<u16> = source.citation.snippet.encode_utf16().collect();
    let stretch = passage.get(units.start as usize..units.end as usize)?;
    Some(String::from_utf16_lossy(stretch))
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

    fn event(&self, first: bool) -> TurnEvent {
        TurnEvent::Cited { citation_id: self.id, first, citation: self.data.clone() }
    }
}

//! Whole sentences of an answer, and what becomes of them.

use chatbot_protocol::CitationId;
use chatbot_protocol::data_part::{Span, Verdict};

use super::super::evidence::EvidencePassage;
use super::super::sentences::SentenceKind;

/// A whole sentence of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeSentence {
    /// What stands between it and the one before: blanks, line ends, a list's marker.
    pub before: String,
    /// The sentence without markers.
    pub text: String,
    /// What kind it is.
    pub kind: SentenceKind,
    /// The source numbers that it cites, each once, in order.
    pub numbers: Vec<u32>,
    /// Whether it has a marker that names no source.
    pub has_unresolved: bool,
    /// Where it is shown, if it is.
    pub span: Option<Span>,
}

impl WholeSentence {
    /// The sentence as the model may have written it, markers at its end.
    pub fn with_markers(&self) -> String {
        let markers: Vec<String> = self.numbers.iter().map(|number| format!("【{number}】")).collect();
        format!("{}{}{}", self.before, self.text, markers.concat())
    }
}

/// What a sentence is held against.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence<'a> {
    /// The passages that it cites, each once.
    pub cited: Vec<EvidencePassage<'a>>,
    /// Every passage that the turn brought.
    pub retrieved: Vec<EvidencePassage<'a>>,
}

/// A judged use of a passage by a sentence, for the record.
#[derive(Clone, Debug, PartialEq)]
pub struct CitedUse {
    /// The stored citation whose number the sentence names.
    pub citation: CitationId,
    /// The sentence without markers.
    pub sentence: String,
    /// Where it stands, and what was found.
    pub span: Span,
    /// The verdict.
    pub verdict: Verdict,
    /// How likely the passages hold the whole sentence, 0 to 1.
    pub score: Option<f32>,
    /// The sentence's first quotation.
    pub quote: Option<String>,
    /// The stretch of the passage that says most of the sentence: what an edit is judged by later.
    pub cited_text: Option<String>,
}

/// A marker that names no source of the turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Unresolved {
    /// The number that the model wrote.
    pub number: u32,
    /// Where its sentence is shown, if it is.
    pub span: Option<Span>,
    /// Its sentence; empty where there was none.
    pub sentence: String,
}

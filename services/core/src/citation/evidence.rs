//! The port to whoever judges whether the cited passages hold what a sentence says.
//!
//! A judge sees a sentence and passages, nothing else: no conversation, no model's opinion of itself. All
//! spans are UTF-16 code units, so that a page can use them on its own strings as they are.

use std::ops::Range;

use chatbot_protocol::data_part::Verdict;
use futures_util::future::BoxFuture;

use super::sentences::SentenceKind;

/// A stretch of a text, in UTF-16 code units.
pub type Units = Range<u32>;

/// A sentence of an answer that cites something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CitedSentence<'a> {
    /// What the student is shown: no markers, Markdown as it was written.
    pub text: &'a str,
    /// The course's language (BCP 47). Answers are mostly, but not always, in it.
    pub language: &'a str,
    /// What kind of sentence it is.
    pub kind: SentenceKind,
}

/// A passage that a sentence is held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvidencePassage<'a> {
    /// The passage's plain text.
    pub text: &'a str,
    /// The title of its page.
    pub title: &'a str,
    /// The headings above it, outermost first.
    pub headings: &'a [String],
    /// The language of its page (BCP 47).
    pub language: &'a str,
}

/// A stretch of one of the cited passages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassageSpan {
    /// Which of the cited passages, from 0.
    pub passage: usize,
    /// Where in its text.
    pub units: Units,
}

/// What a judge found. It says whether words stand somewhere, never whether they are true.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// Never `Unresolved` or `Hidden`: those are known before anything can be judged.
    pub verdict: Verdict,
    /// How likely the passages hold the whole sentence, 0 to 1; `None` when nothing was scored.
    pub score: Option<f32>,
    /// What of the sentence stands in no cited passage, in its order.
    pub missing: Vec<Missing>,
    /// The sentence's quotations, in its order.
    pub quotes: Vec<Quote>,
    /// Where the sentence's words stand in the cited passages, passage by passage, in their order.
    pub shared: Vec<PassageSpan>,
    /// The sentences of a passage that say most of it: what an edit of the page is judged by later.
    pub cited_span: Option<PassageSpan>,
}

impl Judgement {
    /// Sentence and passages cannot be compared.
    pub fn unchecked() -> Self {
        Self {
            verdict: Verdict::Unchecked,
            score: None,
            missing: Vec::new(),
            quotes: Vec::new(),
            shared: Vec::new(),
            cited_span: None,
        }
    }
}

/// A word of the sentence that stands in no cited passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Where in the sentence.
    pub units: Units,
    /// How much that says.
    pub weight: MissingWeight,
}

/// How much a missing word says against a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingWeight {
    /// A plain word: perhaps only said in other words.
    Weak,
    /// A number, a name or a piece of code: those have no other words.
    Strong,
}

/// A quotation in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// Where in the sentence, without its marks.
    pub units: Units,
    /// What is quoted, as it stands in the sentence.
    pub text: String,
    /// Where it was found.
    pub place: QuotePlace,
}

/// Where a quotation stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuotePlace {
    /// In a cited passage.
    Cited(PassageSpan),
    /// Not in what the sentence cites, but in this one of the retrieved passages, from 0.
    Retrieved(usize),
    /// In none that the turn brought.
    Nowhere,
}

/// Judges cited sentences against their evidence.
pub trait EvidenceJudge: Send + Sync {
    /// Judges a sentence against the passages it cites (several: against all of them together). `retrieved`
    /// are all passages that the turn brought: a quotation that is not in a cited one is looked for there.
    fn judge<'a>(
        &'a self,
        sentence: CitedSentence<'a>,
        cited: &'a [EvidencePassage<'a>],
        retrieved: &'a [EvidencePassage<'a>],
    ) -> BoxFuture<'a, Judgement>;

    /// Whether a sentence that cites nothing says nothing that the material could confirm or deny: no number,
    /// no quotation, few words, and none of them of a passage.
    fn is_small_talk(&self, sentence: CitedSentence<'_>, retrieved: &[EvidencePassage<'_>]) -> bool;
}

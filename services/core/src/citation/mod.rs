//! Citations: markers in a model's text, what becomes of them in the answer that a student sees, and the
//! ports to what is checked of them; and, later, what became of the texts that were cited ([`freshness`]).

pub mod answer;
pub mod evidence;
pub mod freshness;
pub mod markers;
pub mod sentences;

pub use answer::{AnswerWriter, CitedSource, CitedUse, Evidence, Source, Unresolved, WholeSentence};
pub use evidence::{CitedSentence, EvidenceJudge, EvidencePassage, Judgement};
pub use freshness::{CitedPassage, CitedText, Freshness, PassageNow, Place, Sought, Standing};
pub use markers::{MarkerParser, Piece};
pub use sentences::{Sentence, SentenceKind, SentenceSplitter};

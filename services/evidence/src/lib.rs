//! Judges whether the cited passages hold the words, names, numbers and quotations of a sentence: the
//! product's own [`EvidenceJudge`](chatbot_core::citation::EvidenceJudge), without a model.
//!
//! It tells whether something *stands there*, never whether it is *said* or true: who does what is only seen
//! in near copies, and a wrong number that also stands on the page goes unseen. It follows no instructions,
//! whatever a page says: text is compared, never obeyed. Pure: no IO, no clock. Start reading at
//! [`judge`](LocalJudge), then `cover` (what stands where), `score` (from there to how likely), `verdict`,
//! the guards of near copies (`negation`, `order`) and `quotes`.

mod cover;
mod held;
mod judge;
mod language;
mod markup;
mod negation;
mod order;
mod passage;
mod quotes;
pub mod score;
mod tokens;
mod units;
mod verdict;

pub use judge::LocalJudge;

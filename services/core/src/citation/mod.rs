//! Citations: markers in a model's text, and what becomes of them in the answer that a student sees.

pub mod answer;
pub mod markers;

pub use answer::{AnswerWriter, CitedSource, Source};
pub use markers::{MarkerParser, Piece};

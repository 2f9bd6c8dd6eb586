//! Finds passages of a course for a question: analysis, index, score. Pure: no IO, no clock, no async.
//!
//! One analysis reads pages and questions alike ([`analysis`]). [`IndexBuilder`] makes of a course's
//! passages a [`CourseIndex`] in memory: words and character 4-grams, compressed. [`CourseIndex::search`]
//! ranks by BM25F over both, with bonuses for words close together and in headings; [`Vectors`], where a
//! course has some, add what the words do not say. It never returns text and knows nothing of who may read
//! what: whoever shows a hit reads it back from the store under the caller's rights. The parameters were
//! measured; `examples/bench_search` measures them again. Start reading at [`score`].

pub mod analysis;
pub mod index;
pub mod score;
pub mod vectors;

pub use index::{CourseIndex, IndexBuilder, PassageText};
pub use score::{Hit, Question};
pub use vectors::Vectors;

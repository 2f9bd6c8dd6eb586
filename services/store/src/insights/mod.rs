//! What teachers see of a course: facts of answers, gathered as they end, and conversations without names.
//!
//! Start reading at [`gather`]; [`read`] is what a teacher's look costs.

pub mod anonymous;
pub mod gather;
pub mod read;
pub mod similar;

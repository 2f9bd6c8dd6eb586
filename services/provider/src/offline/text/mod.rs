//! What the offline model knows of words: stems and stop words, English or Finnish, sentences, sources.

pub mod formulas;
pub mod language;
pub mod lines;
pub mod sentences;
pub mod source;
pub mod stop_words;
pub mod words;

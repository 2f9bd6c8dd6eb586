//! A whole at a glance: the course, or the open page.

use super::answer::{is_error, written};
use super::select::Chosen;
use super::text::language::Speech;
use super::text::sentences::{Kind, pieces};
use super::text::source::{Source, plain_output, sources};
use super::{about, phrases};

/// How many lines of the course are shown.
const LINES: usize = 40;
/// How many sections of a page are quoted.
const SECTIONS: usize = 6;
/// How many sentences there are at least, if the page has them.
const SENTENCES: usize = 3;

/// The course, as the tool tells it.
pub fn of_course(output: &str, speech: Speech) -> String {
    let words = phrases::of(speech);
    let plain = plain_output(output);
    // Titles may speak of failures; a fault begins with the word.
    if plain.starts_with("Error") || plain.is_empty() {
        return words.structure_failed.to_owned();
    }
    let mut text = words.structure.to_owned();
    let mut in_list = false;
    // What the course is about, nobody asked.
    for line in plain.lines().filter(|line| !line.starts_with(about::DESCRIBED)).take(LINES) {
        // Lines that are no items of a list would flow into one paragraph.
        let item = line.trim_start().starts_with(['-', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
        text.push_str(if item && in_list { "\n" } else { "\n\n" });
        text.push_str(&phrases::said(line, speech));
        in_list = item;
    }
    text
}

/// The first sentence of each section of a page, or some more of its only one.
pub fn of_page(output: &str, speech: Speech) -> String {
    let words = phrases::of(speech);
    let sources = sources(output);
    if sources.is_empty() {
        return if is_error(output) { words.search_failed } else { words.no_page }.to_owned();
    }
    let mut sections: Vec<&Source> = Vec::new();
    for source in &sources {
        if sections.last().is_none_or(|last| last.heading != source.heading) {
            sections.push(source);
        }
    }
    sections.truncate(SECTIONS);
    let each = SENTENCES.div_ceil(sections.len());
    let chosen: Vec<Chosen> = sections.into_iter().flat_map(|source| first_sentences(source, each)).collect();
    if chosen.is_empty() { words.no_answer.to_owned() } else { written(&chosen) }
}

/// The first sentences of a source.
pub fn first_sentences(source: &Source, count: usize) -> Vec<Chosen> {
    let sentences = pieces(&source.text).into_iter().filter(|piece| piece.kind == Kind::Sentence);
    let chosen =
        |(place, text)| Chosen { number: source.number, kind: Kind::Sentence, text, place, goes_on: false };
    sentences.take(count).map(|piece| piece.text).enumerate().map(chosen).collect()
}

//! A passage made ready to be held against sentences: its sentences, and where which key stands.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use chatbot_core::citation::evidence::EvidencePassage;
use chatbot_core::citation::sentences::sentences;

use crate::negation::Denial;
use crate::tokens::{Form, Keys, compact, surfaces};

/// A prepared passage. It keeps no text: whoever uses it has the passage.
#[derive(Debug, Default)]
pub(crate) struct Prepared {
    /// From the start of a sentence to the start of the next.
    pub sentences: Vec<Range<usize>>,
    /// Which sentences deny something in plain words.
    pub denials: Vec<bool>,
    /// Words and numbers in their order: where they stand, and in which sentence.
    pub places: Vec<(Range<usize>, usize)>,
    /// The numbers of the places where a key stands. A word has two keys: its stem and itself.
    pub keys: HashMap<Box<str>, Vec<usize>>,
    /// Its text without white space, if there is TeX in it: formulas are looked for in that.
    pub formulas: Option<String>,
    /// What title and headings say. It counts as said in every sentence.
    pub headings: HashSet<Box<str>>,
}

impl Prepared {
    /// Prepares a passage; all keys are made in one language, the sentence's.
    pub fn of(passage: &EvidencePassage<'_>, keys: &Keys) -> Self {
        let mut prepared = Self {
            sentences: split(passage.text, keys.language()),
            formulas: passage.text.contains(['$', '\\']).then(|| compact(passage.text)),
            ..Self::default()
        };
        for (number, range) in prepared.sentences.clone().into_iter().enumerate() {
            prepared.denials.push(Denial::of(keys.language(), &passage.text[range.clone()]).is_plain());
            for surface in surfaces(passage.text, range) {
                let place = prepared.places.len();
                prepared.places.push((surface.range.clone(), number));
                let mut add = |key: String| prepared.keys.entry(key.into()).or_default().push(place);
                let key = keys.key(passage.text, &surface);
                if surface.form == Form::Word {
                    let itself = passage.text[surface.range.clone()].to_lowercase();
                    if itself != key {
                        add(itself);
                    }
                }
                add(key);
            }
        }
        for heading in passage.headings.iter().map(String::as_str).chain([passage.title]) {
            let all = surfaces(heading, 0..heading.len());
            prepared.headings.extend(all.iter().map(|surface| keys.key(heading, surface).into_boxed_str()));
        }
        prepared
    }
}

/// Where the sentences of a plain text start: lines are list items, rows, lines of code or paragraphs.
fn split(text: &str, language: &str) -> Vec<Range<usize>> {
    let mut starts = Vec::new();
    let mut line_start = 0;
    for line in text.split_inclusive('\n') {
        // What a Markdown reader drops (a list item's number) still counts, with its line.
        let inner =
            sentences(line, language).into_iter().skip(1).map(|sentence| line_start + sentence.range.start);
        if !line.trim().is_empty() {
            starts.push(line_start);
            starts.extend(inner);
        }
        line_start += line.len();
    }
    let ends = starts.iter().copied().skip(1).chain([text.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_a_passage_stands_in_one_of_its_sentences() {
        let text = "A key is unique. It is not null.\n\n1. One row\n2. Two rows\n";
        let passage =
            EvidencePassage { text, title: "Keys", headings: &["Primary".to_owned()], language: "en" };
        let prepared = Prepared::of(&passage, &Keys::of("en"));
        let sentences: Vec<&str> =
            prepared.sentences.iter().map(|range| text[range.clone()].trim()).collect();
        assert_eq!(sentences, ["A key is unique.", "It is not null.", "1. One row", "2. Two rows"]);
        assert_eq!(prepared.denials, [false, true, false, false]);
        let places = &prepared.keys["row"];
        assert_eq!(places.iter().map(|place| prepared.places[*place].1).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(prepared.keys["#2"].len(), 2);
        assert!(prepared.keys.contains_key("rows") && prepared.headings.contains("primari"));
    }
}

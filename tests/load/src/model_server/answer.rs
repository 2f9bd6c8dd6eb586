//! The words of an answer. After a search it repeats sentences of what was found and cites them, as a
//! model does that follows its instructions.

use super::message::Asked;
use super::plan::Plan;
use super::wire::{self, Piece};

/// A sentence of a source, with the source's marker.
#[derive(Debug, PartialEq, Eq)]
struct Cited<'a> {
    sentence: &'a str,
    marker: &'a str,
}

/// The answer's pieces.
pub fn pieces(plan: &Plan, asked: &Asked) -> Vec<Piece> {
    if let Some(text) = &plan.text {
        return text.split_inclusive(' ').map(wire::word).collect();
    }
    let results = asked.results.iter().filter(|_| plan.cite);
    let cited: Vec<Cited> = results.flat_map(|result| sentences(result)).collect();
    if cited.is_empty() {
        return wire::usual_words(plan.tokens);
    }
    let words = cited.iter().cycle().flat_map(|cited| {
        let words = cited.sentence.split_inclusive(' ').map(str::to_owned);
        words.chain([cited.marker.to_owned(), " ".to_owned()])
    });
    words.take(plan.tokens).map(|text| wire::word(&text)).collect()
}

/// The plain sentences of a result's sources.
fn sentences(result: &str) -> Vec<Cited<'_>> {
    let mut found = Vec::new();
    for source in result.split("<source marker=\"").skip(1) {
        let Some((marker, rest)) = source.split_once('"') else { continue };
        let Some((_, rest)) = rest.split_once(">\n") else { continue };
        let text = rest.split("\n</source>").next().unwrap_or_default();
        let prose = text.lines().filter(|line| line.starts_with(char::is_alphabetic));
        let sentences = prose.flat_map(|line| line.split_inclusive(". ")).map(str::trim);
        let whole = sentences.filter(|sentence| sentence.ends_with('.') && sentence.len() > 30);
        found.extend(whole.take(2).map(|sentence| Cited { sentence, marker }));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_of_sources_come_with_their_markers() {
        let result = "<output>\n2 passages.\n\n<source marker=\"【4】\" page=\"Keys\" section=\"\">\n# Keys\n\
            A key names each row of a table. It never changes its value later.\n</source>\n</output>";
        let found = sentences(result);
        assert_eq!(
            found,
            [
                Cited { sentence: "A key names each row of a table.", marker: "【4】" },
                Cited { sentence: "It never changes its value later.", marker: "【4】" },
            ]
        );
    }
}

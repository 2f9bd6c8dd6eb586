//! Whether the quotations of a sentence stand where they are said to.

use std::ops::Range;

use chatbot_core::citation::evidence::{EvidencePassage, PassageSpan, Quote, QuotePlace};

use super::look_alikes::as_it_looks;
use super::{Plain, find, is_title, quotations};
use crate::markup::Piece;
use crate::units::units;

/// The quotations of a sentence, and where each stands. One that only repeats a title quotes nothing.
pub(crate) fn check(
    text: &str,
    pieces: &[Piece],
    cited: &[EvidencePassage<'_>],
    retrieved: &[EvidencePassage<'_>],
) -> Vec<Quote> {
    let mut quotations = quotations(text, pieces);
    let names = |passage: &EvidencePassage<'_>, range: &Range<usize>| {
        let mut titles = passage.headings.iter().map(String::as_str).chain([passage.title]);
        titles.any(|title| is_title(&text[range.clone()], title))
    };
    quotations.retain(|range| !cited.iter().chain(retrieved).any(|passage| names(passage, range)));
    if quotations.is_empty() {
        return Vec::new();
    }
    let plain: Vec<Plain<'_>> = cited.iter().map(|passage| Plain::of(passage.text)).collect();
    let quote = |range: Range<usize>| {
        let quoted = &text[range.clone()];
        let in_cited = plain.iter().zip(cited).enumerate().find_map(|(number, (plain, passage))| {
            let found = find(quoted, plain)?;
            Some(QuotePlace::Cited(PassageSpan { passage: number, units: units(passage.text, &found) }))
        });
        let place = in_cited.unwrap_or_else(|| elsewhere(quoted, retrieved));
        Quote { units: units(text, &range), text: quoted.to_owned(), place }
    };
    quotations.into_iter().map(quote).collect()
}

fn elsewhere(quoted: &str, retrieved: &[EvidencePassage<'_>]) -> QuotePlace {
    let found = retrieved.iter().position(|passage| find(quoted, &Plain::of(passage.text)).is_some());
    found.map_or(QuotePlace::Nowhere, QuotePlace::Retrieved)
}

/// Whether the quotation shows that the sentence quotes wrongly. `foreign` are the cited passages if they
/// are all in another language than the sentence: then a quotation may be translated, and only one with
/// most of a passage's words is held against it.
pub(crate) fn is_wrong(quote: &Quote, foreign: Option<&[EvidencePassage<'_>]>) -> bool {
    match (&quote.place, foreign) {
        (QuotePlace::Cited(_), _) => false,
        (QuotePlace::Nowhere, Some(passages)) => {
            passages.iter().any(|passage| resembles(&quote.text, passage))
        }
        _ => true,
    }
}

/// Letters that only look alike make neither another language nor a translation.
fn resembles(quoted: &str, passage: &EvidencePassage<'_>) -> bool {
    let (quoted, passage) = (as_it_looks(quoted), as_it_looks(passage.text));
    let (quoted, passage) = (Plain::of(&quoted), Plain::of(&passage));
    let words: Vec<&str> = quoted.words().split(' ').filter(|word| word.chars().count() >= 3).collect();
    let there = words.iter().filter(|word| passage.find(word, 0).is_some()).count();
    there * 2 > words.len()
}

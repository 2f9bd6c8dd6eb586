//! Orders candidates: BM25 over headings and text, with a bonus for words close together.

use super::FoundPassage;
use super::candidates::Candidate;
use super::query::{Query, Term};

/// Beyond this many occurrences a word hardly counts more.
const SATURATION: f64 = 1.2;
/// A word in title or headings counts so many times one in the text.
const HEADING_WEIGHT: f64 = 3.0;
/// How much long headings and texts are held against a passage.
const HEADING_LENGTH_SHARE: f64 = 0.5;
const BODY_LENGTH_SHARE: f64 = 0.75;
/// What neighbouring words of the question are worth when they are neighbours in the passage too.
const ADJACENT_BONUS: f64 = 0.2;
/// What they are worth within [`NEAR`] words.
const NEAR_BONUS: f64 = 0.1;
const NEAR: i32 = 8;
/// What is added, as a share of the best score, for the part of the question in title and headings.
const HEADING_BONUS: f64 = 0.1;
/// What is added, as a share of the best score, when no word of the question is missing.
const COMPLETE_BONUS: f64 = 0.05;

/// Where one term stands in a passage.
struct Places {
    headings: Vec<i32>,
    body: Vec<i32>,
}

/// The candidates with their ranks, in no particular order. One that has nothing of the question but the
/// words it is asked with is left out.
pub(super) fn rank(query: &Query, candidates: Vec<Candidate>) -> Vec<FoundPassage> {
    let asks_something = query.terms.iter().any(|term| !term.is_fluff);
    let mut scored = Vec::new();
    for candidate in candidates {
        let places: Vec<_> = query.terms.iter().map(|term| Places::of(term, &candidate)).collect();
        let fits = query.terms.iter().zip(&places).any(|(term, places)| !term.is_fluff && !places.is_empty());
        if fits || !asks_something {
            scored.push((words_score(query, &candidate, &places), places, candidate.passage));
        }
    }
    let best = scored.iter().map(|(score, ..)| *score).fold(f64::MIN_POSITIVE, f64::max);
    scored
        .into_iter()
        .map(|(score, places, mut passage)| {
            passage.rank = score / best
                + HEADING_BONUS * heading_share(query, &places)
                + if is_complete(query, &places) { COMPLETE_BONUS } else { 0.0 };
            passage
        })
        .collect()
}

fn words_score(query: &Query, candidate: &Candidate, places: &[Places]) -> f64 {
    let heading_length = relative(candidate.heading_words, query.average_heading_words, HEADING_LENGTH_SHARE);
    let body_length = relative(candidate.body_words, query.average_body_words, BODY_LENGTH_SHARE);
    let words: f64 = query
        .terms
        .iter()
        .zip(places)
        .map(|(term, places)| {
            let frequency =
                HEADING_WEIGHT * count(&places.headings) / heading_length + count(&places.body) / body_length;
            term.weight * saturated(frequency)
        })
        .sum();
    words + closeness(query, places)
}

/// The bonus for terms that follow each other in the question and stand together in the passage.
fn closeness(query: &Query, places: &[Places]) -> f64 {
    let pairs = query.terms.windows(2).zip(places.windows(2));
    pairs
        .map(|(terms, places)| {
            let [first, second] = terms else { return 0.0 };
            let [before, after] = places else { return 0.0 };
            let gap = (second.position - first.position).max(1);
            let (mut adjacent, mut near) = (0.0, 0.0);
            for at in before.all() {
                let distances = || after.all().map(|other| other - at);
                adjacent += f64::from(u8::from(distances().any(|distance| (1..=gap).contains(&distance))));
                near +=
                    f64::from(u8::from(distances().any(|distance| distance != 0 && distance.abs() <= NEAR)));
            }
            first.weight.min(second.weight)
                * (ADJACENT_BONUS * saturated(adjacent) + NEAR_BONUS * saturated(near))
        })
        .sum()
}

/// The share of the question, by weight, that title and headings have.
fn heading_share(query: &Query, places: &[Places]) -> f64 {
    let whole: f64 = query.terms.iter().map(|term| term.weight).sum();
    let found = query.terms.iter().zip(places).filter(|(_, places)| !places.headings.is_empty());
    found.map(|(term, _)| term.weight).sum::<f64>() / whole.max(f64::MIN_POSITIVE)
}

/// Whether no word of a question of several is missing.
fn is_complete(query: &Query, places: &[Places]) -> bool {
    let wanted = || query.terms.iter().zip(places).filter(|(term, _)| !term.is_fluff);
    wanted().count() > 1 && wanted().all(|(_, places)| !places.is_empty())
}

impl Places {
    fn of(term: &Term, candidate: &Candidate) -> Self {
        let (mut headings, mut body) = (Vec::new(), Vec::new());
        let fits = |found: &str| {
            term.lexemes.iter().any(|lexeme| found == lexeme || (term.is_prefix && found.starts_with(lexeme)))
        };
        for (_, places) in candidate.hits.iter().filter(|(found, _)| fits(found)) {
            for (at, weight) in places {
                if *weight == 'D' {
                    body.push(*at);
                } else {
                    headings.push(*at);
                }
            }
        }
        Self { headings, body }
    }

    fn is_empty(&self) -> bool {
        self.headings.is_empty() && self.body.is_empty()
    }

    fn all(&self) -> impl Iterator<Item = i32> {
        self.headings.iter().chain(&self.body).copied()
    }
}

fn relative(length: f64, average: f64, share: f64) -> f64 {
    1.0 - share + share * length / average.max(1.0)
}

fn saturated(frequency: f64) -> f64 {
    (SATURATION + 1.0) * frequency / (frequency + SATURATION)
}

fn count(places: &[i32]) -> f64 {
    u32::try_from(places.len()).map_or(f64::MAX, f64::from)
}

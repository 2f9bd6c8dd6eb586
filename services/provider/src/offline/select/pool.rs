//! All pieces of all sources, scored against a question.

use std::collections::HashSet;

use super::score::{self, Scale};
use super::signs;
use crate::offline::question::Part;
use crate::offline::text::sentences::{Kind, cells, pieces};
use crate::offline::text::source::Source;
use crate::offline::text::words::Analyser;

/// The longest code that is shown, in lines.
const CODE_LINES: usize = 30;
/// How far code may be from a chosen piece, two for each piece between.
const NEAR_CODE: usize = 6;

/// A piece and how well it answers.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its place among all.
    pub place: usize,
    /// The place of its source.
    pub source: usize,
    /// The number of its source.
    pub number: u32,
    /// What it is.
    pub kind: Kind,
    /// Its text.
    pub text: String,
    /// The share of the question's weight in it.
    pub inside: f64,
    /// The same, its headings and surroundings counted in part.
    pub around: f64,
    /// The same of its whole passage.
    pub passage: f64,
    /// How many of the words that a definition must have stand neither in it nor around it.
    pub lacks: usize,
    /// How well it answers.
    pub score: f64,
    /// For each word of the question, how well it is there.
    pub matched: Vec<f64>,
    /// Its stems and words.
    pub stems: HashSet<String>,
    /// The rank of its source.
    pub rank: usize,
    /// The share of the question's weight in the heading right above its passage.
    pub section: f64,
    /// How many words of the question are in that heading.
    pub section_words: usize,
    /// Whether it may be quoted at all.
    quotable: bool,
}

impl Candidate {
    /// How many cells it has, as a row of a table.
    fn cells(&self) -> usize {
        cells(&self.text)
    }
}

/// The pieces.
pub struct Pool {
    /// In reading order.
    pub candidates: Vec<Candidate>,
}

impl Pool {
    /// Cuts and scores the sources.
    pub fn new(part: &Part, sources: &[Source], analyser: &Analyser) -> Self {
        let mut candidates = cut(part, sources, analyser);
        let scale = Scale::new(part, sources, &candidates, analyser);
        let mut before: Vec<f64> = Vec::new();
        let mut title: Vec<f64> = Vec::new();
        let mut source = usize::MAX;
        for candidate in &mut candidates {
            if candidate.source != source {
                source = candidate.source;
                before = vec![0.0; part.terms.len()];
                title = scale.heading(source);
            }
            if candidate.kind == Kind::Heading {
                title = title.iter().zip(&candidate.matched).map(|(a, b)| a.max(*b)).collect();
                continue;
            }
            scale.put_on(candidate, &title, &before);
            before.clone_from(&candidate.matched);
        }
        Self { candidates }
    }

    /// What may be quoted by itself.
    pub fn quotable(&self) -> impl Iterator<Item = &Candidate> {
        self.candidates.iter().filter(|candidate| {
            let leads = candidate.kind == Kind::Lead && !self.items_after(candidate.place, 1).is_empty();
            (leads || matches!(candidate.kind, Kind::Sentence | Kind::Item | Kind::Row)) && candidate.quotable
        })
    }

    /// The best piece.
    pub fn best(&self) -> Option<&Candidate> {
        self.quotable()
            .max_by(|one, other| one.score.total_cmp(&other.score).then(other.place.cmp(&one.place)))
    }

    /// The best piece of the best passage.
    pub fn best_of_first(&self) -> Option<&Candidate> {
        self.quotable()
            .filter(|candidate| candidate.rank == 0)
            .max_by(|one, other| one.score.total_cmp(&other.score).then(other.place.cmp(&one.place)))
    }

    /// The first row of the table that a row stands in.
    pub fn head_of(&self, row: usize) -> usize {
        let source = self.candidates[row].source;
        let above = self.candidates[..row].iter().rev();
        let rows = above.take_while(|above| above.source == source && above.kind == Kind::Row);
        row - rows.count()
    }

    /// Whether a row is followed by another one of its table.
    pub fn goes_on_after(&self, row: usize) -> bool {
        let is_row = |place: usize| self.candidates.get(place).filter(|piece| piece.kind == Kind::Row);
        let both = is_row(row).zip(is_row(row + 1));
        both.is_some_and(|(row, next)| row.source == next.source && row.cells() == next.cells())
    }

    /// The sentence before one, in the same source.
    pub fn before(&self, place: usize) -> Option<&Candidate> {
        let before = self.candidates.get(place.checked_sub(1)?)?;
        let same = before.source == self.candidates[place].source;
        (same && before.kind == Kind::Sentence && before.quotable).then_some(before)
    }

    /// The sentence after one, in the same source.
    pub fn after(&self, place: usize) -> Option<&Candidate> {
        let after = self.candidates.get(place + 1)?;
        let same = after.source == self.candidates[place].source;
        (same && after.kind == Kind::Sentence && after.quotable).then_some(after)
    }

    /// The items of the list right after a piece.
    pub fn items_after(&self, place: usize, most: usize) -> Vec<usize> {
        let source = self.candidates[place].source;
        self.candidates[place + 1..]
            .iter()
            .take_while(|next| next.source == source && matches!(next.kind, Kind::Item | Kind::Row))
            .filter(|next| next.quotable)
            .take(most)
            .map(|next| next.place)
            .collect()
    }

    /// The code that belongs to the chosen pieces, after the sentence that introduces it: right after one of
    /// them, else before, else what is introduced with words of the question. Code that shows how not to do it
    /// is none, unless that is asked for.
    pub fn code_near(&self, chosen: &[usize], part: &Part) -> Option<[usize; 2]> {
        let wrong_wanted = part.terms.iter().any(|term| signs::is_wrong(&term.word));
        let distance = |code: &Candidate, place: usize| {
            let same = code.source == self.candidates[place].source;
            let far = code.place.abs_diff(place) * 2 + usize::from(code.place < place);
            same.then_some(far)
        };
        self.candidates
            .iter()
            .filter(|candidate| candidate.kind == Kind::Code && candidate.text.lines().count() <= CODE_LINES)
            .filter(|code| wrong_wanted || !self.shows_what_is_wrong(code.place))
            .filter_map(|code| {
                let introduced = self.introduction(code.place)?;
                let far = chosen.iter().filter_map(|place| distance(code, *place)).min()?;
                (far <= NEAR_CODE || introduced.inside > 0.0).then_some((far, introduced.place, code.place))
            })
            .min()
            .map(|(_, introduced, code)| [introduced, code])
    }

    /// The sentence right before code.
    fn introduction(&self, code: usize) -> Option<&Candidate> {
        let before = self.candidates.get(code.checked_sub(1)?)?;
        let same = before.source == self.candidates[code].source;
        (same && before.quotable && matches!(before.kind, Kind::Sentence | Kind::Lead)).then_some(before)
    }

    /// Whether code, or what stands right before or after it, speaks of something that went wrong.
    fn shows_what_is_wrong(&self, code: usize) -> bool {
        let source = self.candidates[code].source;
        let around = self.candidates[code.saturating_sub(1)..].iter().take(3);
        around.filter(|piece| piece.source == source).any(|piece| signs::is_wrong(&piece.text))
    }

    /// Whether two pieces follow each other in a source.
    #[expect(clippy::unused_self, reason = "reads as a question to the pool")]
    pub fn are_neighbours(&self, one: &Candidate, other: &Candidate) -> bool {
        one.source == other.source && one.place.abs_diff(other.place) == 1
    }

    /// Whether one of two pieces says little that the other does not.
    pub fn says_the_same(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.candidates[one].stems, &self.candidates[other].stems);
        let fewer = one.len().min(other.len()).max(1);
        one.intersection(other).count() * 10 >= fewer * 9
    }
}

fn cut(part: &Part, sources: &[Source], analyser: &Analyser) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    let selected = part.selected.as_deref().map(letters_of);
    let read = |text: &str| selected.as_ref().is_some_and(|selected| selected.contains(&letters_of(text)));
    for (source, passage) in sources.iter().enumerate() {
        for piece in pieces(&passage.text) {
            let stems = score::read(&piece.text, analyser);
            candidates.push(Candidate {
                place: candidates.len(),
                source,
                number: passage.number,
                rank: passage.rank,
                quotable: !signs::commands_a_model(&piece.text) && !read(&piece.text),
                kind: piece.kind,
                matched: score::matches(part, &stems, analyser),
                stems,
                text: piece.text,
                inside: 0.0,
                around: 0.0,
                passage: 0.0,
                section: 0.0,
                section_words: 0,
                lacks: 0,
                score: 0.0,
            });
        }
    }
    candidates
}

/// What a text is known by, however its signs and blanks are written.
fn letters_of(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

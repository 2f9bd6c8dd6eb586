//! How much of a sentence stands in the passages it cites, and where.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::passage::Prepared;
use crate::tokens::{Kind, Token};

/// A set of a sentence's tokens: bit `n` for token `n`.
pub(crate) type Mask = u128;

/// So many sentences in a row say one thing.
const WINDOW: usize = 3;
/// So many sentences, wherever they stand in a passage, may say it together.
const PICKED: usize = 3;

/// What of a sentence one passage holds.
#[derive(Debug, Default)]
pub(crate) struct Cover {
    /// What the whole passage holds, headings too.
    pub anywhere: Mask,
    /// What the best window holds, headings too.
    pub in_window: Mask,
    /// What the best window and the best sentences picked from anywhere hold.
    pub together: Mask,
    /// What the best sentence alone holds, without headings.
    pub in_best: Mask,
    /// The best sentence.
    pub best: usize,
    /// The sentences of the best window that are needed for what it holds; empty when it holds nothing.
    pub window: Range<usize>,
    /// The places (of [`Prepared::places`]) whose words are counted.
    pub places: BTreeSet<usize>,
}

impl Cover {
    /// Looks for tokens in a passage; `text` is the passage's.
    pub fn of(tokens: &[Token], passage: &Prepared, text: &str) -> Self {
        let hits: Vec<Vec<usize>> = tokens.iter().map(|token| places_of(token, passage)).collect();
        let mut sentences: Vec<Mask> = vec![0; passage.sentences.len()];
        let mut headings: Mask = 0;
        for (number, (token, places)) in tokens.iter().zip(&hits).enumerate() {
            for place in places {
                sentences[passage.places[*place].1] |= 1 << number;
            }
            if passage.headings.contains(token.key.as_str()) || is_written(token, passage, text) {
                headings |= 1 << number;
            }
        }
        let (window, in_window) = best_window(&sentences, headings);
        let picked = best_picked(&sentences, headings);
        let best = first_best(&sentences, Mask::count_ones).unwrap_or_default();
        let mut cover = Self {
            anywhere: sentences.iter().fold(headings, |all, mask| all | mask),
            in_window,
            together: picked.iter().fold(in_window, |all, number| all | sentences[*number]),
            in_best: sentences.get(best).copied().unwrap_or_default(),
            best,
            window,
            places: BTreeSet::new(),
        };
        let is_used = |place: &&usize| {
            let sentence = passage.places[**place].1;
            cover.window.contains(&sentence) || picked.contains(&sentence)
        };
        cover.places = hits.iter().flatten().filter(is_used).copied().collect();
        cover
    }
}

/// Whether a formula or signs of code stand in the passage. Where does not matter.
fn is_written(token: &Token, passage: &Prepared, text: &str) -> bool {
    let apart = |formulas: &str, formula: &str| {
        formulas.match_indices(formula).any(|(at, _)| {
            let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '_' | '^');
            !formulas[..at].ends_with(goes_on) && !formulas[at + formula.len()..].starts_with(goes_on)
        })
    };
    match (token.formula(), token.signs(), &passage.formulas) {
        (Some(formula), _, Some(formulas)) => apart(formulas, formula),
        (_, Some(signs), _) => text.contains(signs),
        _ => false,
    }
}

fn places_of(token: &Token, passage: &Prepared) -> Vec<usize> {
    if let Some(places) = passage.keys.get(token.key.as_str()) {
        return places.clone();
    }
    if token.kind != Kind::Word || passage.headings.contains(token.key.as_str()) {
        return Vec::new();
    }
    let like = passage.keys.iter().filter(|(key, _)| is_like(&token.key, key));
    like.flat_map(|(_, places)| places).copied().collect()
}

/// Whether two words are probably forms of one: what stemmers miss, most of all in languages that inflect.
fn is_like(one: &str, other: &str) -> bool {
    let longer = one.chars().count().max(other.chars().count());
    let common = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    common >= 4 && common * 10 >= longer * 6
}

/// The first sentence whose measure is greatest, if that is more than nothing.
fn first_best(sentences: &[Mask], measure: impl Fn(Mask) -> u32) -> Option<usize> {
    let best = sentences.iter().map(|mask| measure(*mask)).max().filter(|best| *best > 0)?;
    sentences.iter().position(|mask| measure(*mask) == best)
}

fn best_window(sentences: &[Mask], headings: Mask) -> (Range<usize>, Mask) {
    let held = |range: Range<usize>| sentences[range].iter().fold(headings, |all, mask| all | mask);
    let windows: Vec<Mask> =
        (0..sentences.len()).map(|start| held(start..sentences.len().min(start + WINDOW))).collect();
    let Some(start) = first_best(&windows, |mask| (mask & !headings).count_ones()) else {
        return (0..0, headings);
    };
    let mask = windows[start];
    let (mut first, mut end) = (start, sentences.len().min(start + WINDOW));
    while end - first > 1 && held(first..end - 1) == mask {
        end -= 1;
    }
    while end - first > 1 && held(first + 1..end) == mask {
        first += 1;
    }
    (first..end, mask)
}

/// Picks one by one the sentence that adds most.
fn best_picked(sentences: &[Mask], headings: Mask) -> Vec<usize> {
    let (mut held, mut picked) = (headings, Vec::new());
    while picked.len() < PICKED {
        let Some(next) = first_best(sentences, |mask| (mask & !held).count_ones()) else { break };
        held |= sentences[next];
        picked.push(next);
    }
    picked
}

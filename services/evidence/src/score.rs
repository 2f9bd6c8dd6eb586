//! From what was found to how likely the passages hold the whole sentence.
//!
//! The weights were fitted by logistic regression; `examples/bench_evidence` fits them again, by cross-validation
//! too, and `docs/decisions/` says what else was tried.

use crate::cover::{Cover, Mask};
use crate::tokens::{Kind, Token};

/// What the score is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Features {
    /// How many tokens the sentence has: words that say something, numbers, names, code.
    pub tokens: f64,
    /// The share of them that the best windows hold.
    pub in_window: f64,
    /// The share that the passages hold anywhere.
    pub anywhere: f64,
    /// How many numbers, months, names and pieces of code are missing.
    pub missing_strong: f64,
    /// How many plain words are missing.
    pub missing_weak: f64,
}

impl Features {
    /// Of a sentence's tokens and what each passage holds of them.
    pub(crate) fn of(tokens: &[Token], covers: &[&Cover]) -> Self {
        let all = |of: fn(&Cover) -> Mask| covers.iter().fold(0, |all, cover| all | of(cover));
        let share = |mask: Mask| f64::from(mask.count_ones()) / count(tokens.len()).max(1.0);
        let held = all(|cover| cover.together);
        let missing = |is_strong: bool| {
            let is_missing = |(number, token): &(usize, &Token)| {
                held & (1 << *number) == 0 && (token.kind != Kind::Word) == is_strong
            };
            count(tokens.iter().enumerate().filter(is_missing).count())
        };
        Self {
            tokens: count(tokens.len()),
            in_window: share(all(|cover| cover.in_window)),
            anywhere: share(all(|cover| cover.anywhere)),
            missing_strong: missing(true),
            missing_weak: missing(false),
        }
    }

    /// What the weights are for. The number of tokens counts for [`PARTLY`] alone: of a longer sentence,
    /// the same share is less likely to stand there by chance.
    pub fn terms(&self) -> [f64; 4] {
        [self.in_window, self.anywhere, self.missing_strong.ln_1p(), self.tokens.max(1.0).ln()]
    }

    /// How likely the passages hold all of it, 0 to 1.
    pub fn fully(&self) -> f64 {
        logistic(&self.terms(), &FULLY)
    }

    /// How likely they hold at least a part of it, 0 to 1.
    pub fn partly(&self) -> f64 {
        logistic(&self.terms(), &PARTLY)
    }
}

/// Weights of [`Features::terms`]; the last stands alone.
pub const FULLY: [f64; 5] = [2.96, 1.88, -2.27, 0.0, -3.08];
/// As [`FULLY`], for at least a part.
pub const PARTLY: [f64; 5] = [6.89, 2.36, -0.32, 1.08, -5.12];

fn logistic(terms: &[f64], weights: &[f64]) -> f64 {
    let sum: f64 = terms.iter().chain([&1.0]).zip(weights).map(|(term, weight)| term * weight).sum();
    1.0 / (1.0 + (-sum).exp())
}

fn count(of: usize) -> f64 {
    f64::from(u32::try_from(of).unwrap_or(u32::MAX))
}

//! From the score to the three verdicts that it can tell apart.

use chatbot_protocol::data_part::Verdict;

use crate::cover::Mask;
use crate::score::Features;
use crate::tokens::{Kind, Token};

/// From here on a sentence counts as found.
const FOUND: f64 = 0.5;
/// From here on a part of it does.
const PARTLY_FOUND: f64 = 0.6;
/// With fewer tokens there is too little to make a share of.
const FEWEST_TOKENS: usize = 3;

/// Whether the sentence has enough to make a share of.
pub(crate) fn is_scored(tokens: &[Token]) -> bool {
    tokens.len() >= FEWEST_TOKENS
}

/// The verdict on a sentence of which the passages hold `found`.
pub(crate) fn of(tokens: &[Token], found: Mask, features: &Features) -> Verdict {
    if !is_scored(tokens) {
        return of_few(tokens, found);
    }
    // However long a sentence is: with a number or a name that is not there it is not all there.
    if features.fully() >= FOUND && features.missing_strong < 1.0 {
        Verdict::Supported
    } else if features.partly() >= PARTLY_FOUND {
        Verdict::Partly
    } else {
        Verdict::Unsupported
    }
}

/// Of one or two tokens: all found is found. A number or name that is not there is missing; a plain word
/// that is not there may only be said in other words, so nothing is claimed of it.
fn of_few(tokens: &[Token], found: Mask) -> Verdict {
    let is_found = |number: usize| found & (1 << number) != 0;
    let strong_missing =
        tokens.iter().enumerate().any(|(number, token)| !is_found(number) && token.kind != Kind::Word);
    match (0..tokens.len()).filter(|number| is_found(*number)).count() {
        all if all == tokens.len() => Verdict::Supported,
        0 if strong_missing => Verdict::Unsupported,
        0 => Verdict::Unchecked,
        _ => Verdict::Partly,
    }
}

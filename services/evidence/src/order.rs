//! Whether two things have changed places: "a key refers to a table" is not "a table refers to a key".

use std::ops::Range;

use crate::tokens::Token;

/// Languages whose order of words tells who does what; others show it by endings.
const ORDERED: [&str; 5] = ["en", "sv", "fr", "es", "no"];

/// Whether a sentence says, in one sentence of a passage, the same tokens with two stretches of them swapped
/// around something that stays. `there` are the tokens of that sentence. Only if all tokens are there, each
/// once: of anything looser the order says nothing.
pub(crate) fn is_swapped(
    language: &str,
    (text, tokens): (&str, &[Token]),
    (said, there): (&str, &[Token]),
) -> bool {
    // What somebody does is done by somebody.
    let is_passive = |text: &str| text.split_whitespace().any(|word| word == "by");
    if !ORDERED.contains(&language) || is_passive(text) != is_passive(said) {
        return false;
    }
    let only = |token: &Token| match token.ranges.as_slice() {
        [Range { start, .. }] => Some(*start),
        _ => None,
    };
    let mut places = Vec::new();
    for token in tokens {
        let Some(other) = there.iter().find(|other| other.key == token.key) else { return false };
        if let (Some(here), Some(there)) = (only(token), only(other)) {
            places.push((here, there));
        }
    }
    places.sort_unstable();
    let order: Vec<usize> =
        places.iter().map(|(_, there)| places.iter().filter(|(_, other)| other < there).count()).collect();
    is_exchange(&order)
}

/// Whether an order is that of 0, 1, 2, ... with two stretches exchanged, and at least one place between
/// them that stays.
fn is_exchange(order: &[usize]) -> bool {
    let Some(first) = order.iter().enumerate().position(|(place, value)| place != *value) else {
        return false;
    };
    let end =
        order.iter().enumerate().rposition(|(place, value)| place != *value).map_or(first, |last| last + 1);
    let middle: Vec<usize> = order[first..end].iter().map(|value| value - first).collect();
    let length = middle.len();
    let (Some(start), Some(last)) = (middle.first(), middle.last()) else { return false };
    let (taken_forward, taken_back) = (length - start, last + 1);
    if taken_forward + taken_back >= length {
        return false;
    }
    let wanted =
        (length - taken_forward..length).chain(taken_back..length - taken_forward).chain(0..taken_back);
    middle.iter().copied().eq(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markup;
    use crate::tokens::Keys;

    #[test]
    fn an_exchange_keeps_what_is_between() {
        for (order, wanted) in [
            (&[2, 1, 0][..], true),
            (&[0, 3, 2, 1], true),
            (&[3, 4, 2, 0, 1], true),
            (&[0, 1, 2], false),
            (&[1, 0], false),
            (&[1, 2, 0], false),
            (&[3, 1, 0, 2], false),
            (&[], false),
        ] {
            assert_eq!(is_exchange(order), wanted, "{order:?}");
        }
    }

    #[test]
    fn who_does_what_is_seen_in_the_order_of_words() {
        let said = "A foreign key refers to the column of another table.";
        let keys = Keys::of("en");
        let tokens = |text: &str| keys.tokens(text, &markup::pieces(text));
        for (text, wanted) in [
            ("A column refers to the foreign key of another table.", true),
            ("Another table refers to the column of a foreign key.", true),
            ("A foreign key refers to the column of another table.", false),
            ("A column of another table is referred to by a foreign key.", false),
            ("A table refers to many columns of a foreign key.", false),
        ] {
            assert_eq!(is_swapped("en", (text, &tokens(text)), (said, &tokens(said))), wanted, "{text}");
        }
        assert!(!is_swapped("fi", (said, &tokens(said)), (said, &tokens(said))));
    }
}

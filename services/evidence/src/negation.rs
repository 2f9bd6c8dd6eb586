//! What a text denies. Words alone do not show it: "not" is in every stop list.

use crate::markup::{Piece, PieceKind};
use crate::tokens::{Keys, Token, lexicon};

/// Words of denial in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Denial {
    /// Where they end, in bytes.
    pub ends: Vec<usize>,
    /// Whether it denies in another way: "forbidden" is "not allowed".
    pub is_soft: bool,
}

impl Denial {
    /// Of a text in a language (primary subtag).
    pub fn of(language: &str, text: &str) -> Self {
        let mut denial = Self::default();
        let mut at = 0;
        for word in text.split(|c: char| !c.is_alphanumeric()) {
            let end = at + word.len();
            // No word of denial is longer.
            if (1..=32).contains(&word.len()) {
                let lower = word.to_lowercase();
                let is_short = language == "en" && lower == "t" && text[..at].ends_with(['\'', '’']);
                if is_short || lexicon::denies(language, &lower) {
                    denial.ends.push(end);
                }
                denial.is_soft |= lexicon::denies_softly(language, &lower);
            }
            at = end + text[end..].chars().next().map_or(0, char::len_utf8);
        }
        denial
    }

    /// Whether it denies in plain words.
    pub fn is_plain(&self) -> bool {
        !self.ends.is_empty()
    }
}

/// What a sentence says, and what of it it denies.
#[derive(Debug)]
pub(crate) struct Said {
    denial: Denial,
    tokens: Vec<Token>,
    /// The keys of what is denied: the next token after each word of denial.
    denied: Vec<String>,
}

impl Said {
    /// By a sentence.
    pub fn of(text: &str, keys: &Keys) -> Self {
        let tokens = keys.tokens(text, &[Piece { range: 0..text.len(), kind: PieceKind::Words }]);
        let denial = Denial::of(keys.language(), text);
        let next = |token: &Token, end: usize| {
            token.ranges.iter().map(|range| range.start).find(|start| *start >= end)
        };
        let first_after =
            |end: &usize| tokens.iter().filter_map(|token| Some((next(token, *end)?, &token.key))).min();
        let denied = denial.ends.iter().filter_map(first_after).map(|(_, key)| key.clone()).collect();
        Self { denial, tokens, denied }
    }

    /// Whether it denies more than a passage's sentences do. If it is near to one of them each denial counts,
    /// otherwise only whether there is any.
    pub fn denies_more_than(&self, there: &[Self], is_near: bool) -> bool {
        let own = self.denial.ends.len();
        let count: usize = there.iter().map(|said| said.denial.ends.len()).sum();
        let softly = there.iter().any(|said| said.denial.is_soft);
        !softly && own > if is_near { count } else { count.saturating_mul(own) }
    }

    /// Whether it says without denial what a passage's sentence denies, and that sentence is about the same:
    /// it has half of the tokens. If something else is denied here, it may be only a part of that sentence,
    /// so then nearly all of that must be here.
    pub fn drops_a_denial_of(&self, there: &Self, tokens: &[Token]) -> bool {
        let has = |tokens: &[Token], key: &str| tokens.iter().any(|token| token.key == key);
        let shared = there.tokens.iter().filter(|token| has(tokens, &token.key)).count();
        let is_about_the_same = shared * 2 >= tokens.len();
        let is_whole = !self.denial.is_plain() || shared * 10 >= there.tokens.len() * 8;
        let is_dropped =
            |key: &String| has(tokens, key) && !key.starts_with('#') && !self.denied.contains(key);
        self.denial.ends.len() < there.denial.ends.len()
            && is_about_the_same
            && is_whole
            && there.denied.iter().any(is_dropped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn denials_are_told_by_their_language() {
        for (language, text, wanted) in [
            ("en", "A key must not be null.", true),
            ("en", "It isn’t.", true),
            ("en", "A knot is note; it's forbidden.", false),
            ("fi", "Avain ei saa olla tyhjä.", true),
            ("fi", "No niin, avain on tässä.", false),
            ("sv", "Den får inte vara tom.", true),
            ("de", "Er darf Keine Lücke haben.", true),
            ("fr", "Elle n'est pas nulle.", true),
            ("ru", "Ключ Не пуст.", true),
            ("xx", "not", false),
        ] {
            assert_eq!(Denial::of(language, text).is_plain(), wanted, "{text}");
        }
        assert_eq!(Denial::of("en", "It can’t be no key."), Denial { ends: vec![10, 16], is_soft: false });
        assert!(Denial::of("en", "Null is Forbidden.").is_soft);
    }
}

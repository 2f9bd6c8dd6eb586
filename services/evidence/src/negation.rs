//! Whether a text denies something. Words alone do not show it: "not" is in every stop list.

use crate::tokens::lexicon;

/// How a text denies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Denies {
    /// With a word of denial.
    Plainly,
    /// In another way: "forbidden" is "not allowed".
    Softly,
}

/// What of a text denies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Denial {
    /// Where its words of denial end, in bytes.
    pub ends: Vec<usize>,
    /// Whether it denies in another way.
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

    /// How it denies, if it does.
    pub fn kind(&self) -> Option<Denies> {
        let softly = self.is_soft.then_some(Denies::Softly);
        if self.ends.is_empty() { softly } else { Some(Denies::Plainly) }
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
            assert_eq!(Denial::of(language, text).kind() == Some(Denies::Plainly), wanted, "{text}");
        }
        assert_eq!(Denial::of("en", "It can’t be no key."), Denial { ends: vec![10, 16], is_soft: false });
        assert_eq!(Denial::of("en", "Null is Forbidden.").kind(), Some(Denies::Softly));
    }
}

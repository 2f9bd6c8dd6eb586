//! Whether a text denies something. Words alone do not show it: "not" is in every stop list.

use crate::tokens::lexicon;

/// Whether there is a word of denial in a text of this language (primary subtag).
pub(crate) fn denies(language: &str, text: &str) -> bool {
    let english = language == "en" && (text.contains("n't") || text.contains("n’t"));
    english
        || text
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| (1..=24).contains(&word.len()) && lexicon::denies(language, &word.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn denials_are_told_by_their_language() {
        for (language, text, wanted) in [
            ("en", "A key must not be null.", true),
            ("en", "It isn’t.", true),
            ("en", "A knot is note.", false),
            ("fi", "Avain ei saa olla tyhjä.", true),
            ("fi", "No niin, avain on tässä.", false),
            ("sv", "Den får inte vara tom.", true),
            ("de", "Er darf Keine Lücke haben.", true),
            ("fr", "Elle n'est pas nulle.", true),
            ("ru", "Ключ Не пуст.", true),
            ("xx", "not", false),
        ] {
            assert_eq!(denies(language, text), wanted, "{text}");
        }
    }
}

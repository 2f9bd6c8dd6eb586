//! Masks what leads to a person in texts that others are to read: names, e-mail addresses, telephone numbers.
//!
//! Names are those of the people of a course, each part of them, in any case of letters and with the endings of an
//! inflected language. Somebody whom nobody knows is not found: a text stays a text of a person.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// What stands for whatever was masked.
pub const MASK: &str = "[…]";
/// Shorter parts of names (de, of, Li) are words of every text.
const SHORTEST_PART: usize = 3;
/// The longest ending that a name is looked for without (Saara: Saarallekin).
const LONGEST_ENDING: usize = 7;

static CONTACTS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let patterns = [
        // E-mail addresses.
        r"[\p{L}\p{N}._%+'-]+[@＠][\p{L}\p{N}-]+(?:[.．][\p{L}\p{N}-]+)+",
        // Telephone numbers: with a country, with a leading 0, and in groups of three and four.
        r"\+\d[\d\s().-]{6,18}\d",
        r"\b0\d{1,3}[\s-]?\d{3,4}[\s-]?\d{3,5}\b",
        r"\(?\b\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}\b",
        // Finnish personal identity codes.
        r"\b\d{6}[-+A-FU-Y]\d{3}[0-9A-Z]\b",
    ];
    Regex::new(&patterns.join("|")).ok()
});

/// Masks the people of a course.
#[derive(Clone, Debug, Default)]
pub struct Mask {
    parts: HashSet<String>,
    /// Those that are names in small letters, too: all of them unless something says otherwise.
    small: Option<HashSet<String>>,
}

impl Mask {
    /// A mask for people of these names.
    pub fn of<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let parts = names.into_iter().flat_map(str::unicode_words).map(|part| as_read(part).to_lowercase());
        Self { parts: parts.filter(|part| part.chars().count() >= SHORTEST_PART).collect(), small: None }
    }

    /// The same for answers to these questions: who answers writes names with a capital, unless they were asked in small
    /// letters. The teacher and the key that a page speaks of are nobody, whoever is called Teacher or Key.
    #[must_use]
    pub fn for_answers_to<'q>(&self, questions: impl IntoIterator<Item = &'q str>) -> Self {
        let words =
            questions.into_iter().flat_map(str::unicode_words).map(|word| as_read(word).to_lowercase());
        let small = words.filter(|word| self.parts.contains(word)).collect();
        Self { parts: self.parts.clone(), small: Some(small) }
    }

    /// The text, masked.
    pub fn apply(&self, text: &str) -> String {
        // Nobody sees them, and they take a name apart.
        let text = text.replace(['\u{200B}', '\u{2060}', '\u{FEFF}'], "");
        let text = match &*CONTACTS {
            Some(contacts) => contacts.replace_all(&text, MASK),
            // The patterns are ours and compile; a test reads them.
            None => return MASK.to_owned(),
        };
        let mut masked = String::with_capacity(text.len());
        let mut was_name = false;
        for piece in text.split_word_bounds() {
            let is_name = self.is_name(piece);
            // A first and a last name are one mask.
            match (is_name, was_name) {
                (true, true) => masked.truncate(masked.trim_end().len()),
                (true, false) => masked.push_str(MASK),
                (false, _) => masked.push_str(piece),
            }
            was_name = is_name || (was_name && piece.trim().is_empty());
        }
        masked
    }

    fn is_name(&self, word: &str) -> bool {
        let word = as_read(word);
        let lower = word.to_lowercase();
        // Only what is written like a name may have an ending: “annat” is no Anna.
        if !word.chars().next().is_some_and(char::is_uppercase) {
            return self.small.as_ref().unwrap_or(&self.parts).contains(&lower);
        }
        if self.parts.contains(&lower) {
            return true;
        }
        let ends: Vec<usize> = lower.char_indices().map(|(at, _)| at).skip(SHORTEST_PART).collect();
        ends.iter().rev().take(LONGEST_ENDING).any(|end| self.parts.contains(&lower[..*end]))
    }
}

/// A word as people read it: full-width letters are letters, and what joins or hyphenates is not seen.
fn as_read(word: &str) -> String {
    word.nfkc().filter(|c| !matches!(c, '\u{AD}' | '\u{200C}' | '\u{200D}')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(text: &str) -> String {
        Mask::of(["Saara Student", "Otto von Other", "Jean-Luc Ó Briain", "Li Na"]).apply(text)
    }

    #[test]
    fn names_are_masked_whole_in_parts_and_with_endings() {
        for (text, expected) in [
            ("I am Saara Student.", "I am […]."),
            ("saara here", "[…] here"),
            ("Kerro Saaralle, että Oton vuoro.", "Kerro […], että Oton vuoro."),
            ("Ask Otto's group", "Ask […] group"),
            ("Jean-Luc and Briain", "[…]-[…] and […]"),
            ("SAARA", "[…]"),
            ("Saa\u{AD}ra, S\u{200B}aara, Sa\u{200D}ara and Ｓａａｒａ", "[…], […], […] and […]"),
            ("The saaristo is no name, nor is a von.", "The saaristo is no name, nor is a [...]."),
        ] {
            let expected = expected.replace("a [...]", "a […]");
            assert_eq!(masked(text), expected, "{text}");
        }
    }

    #[test]
    fn in_answers_names_have_a_capital_unless_somebody_asked_without() {
        let mask = Mask::of(["Tuula Teacher", "Saara Key"]);
        let answer = "saara, the responsible teacher says to Teacher what a key is.";
        for (questions, expected) in [
            (vec!["What is an index?"], "saara, the responsible teacher says to […] what a key is."),
            (vec!["hi, saara here", "more"], "[…], the responsible teacher says to […] what a key is."),
        ] {
            assert_eq!(mask.for_answers_to(questions).apply(answer), expected);
        }
    }

    #[test]
    fn addresses_and_numbers_of_telephones_are_masked() {
        for (text, expected) in [
            ("Mail me: saara.s@example.org!", "Mail me: […]!"),
            ("Call +358 40 123 4567 or 040-1234567.", "Call […] or […]."),
            ("(555) 123-4567", "[…]"),
            ("saara＠example.org, saara@\u{200B}example．org", "[…], […]"),
            ("131052-308T", "[…]"),
        ] {
            assert_eq!(masked(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_asked_stays() {
        for text in [
            "Why is 3.14159265 not 2026-11-30?",
            "select * from orders where id = 12345678;",
            "x@ y, a@b",
            "Mikä on pääavain?",
            "",
        ] {
            assert_eq!(masked(text), text);
        }
    }
}

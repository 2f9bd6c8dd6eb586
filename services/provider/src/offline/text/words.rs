//! Words and their stems.

use rust_stemmers::{Algorithm, Stemmer};
use unicode_segmentation::UnicodeSegmentation as _;

use super::stop_words::is_stop_word;

/// Operators that a question may be about.
const OPERATOR: &str = "%*/=<>!+-&|^~";

/// Reads words of one language.
pub struct Analyser {
    stemmer: Option<Stemmer>,
    compounds: bool,
}

/// The last part of such a word has so many characters at least: shorter ones end words of all kinds.
const SHORTEST_END: usize = 6;

/// Languages that write several words as one.
const COMPOUNDING: [&str; 9] = ["fi", "sv", "de", "nl", "da", "no", "nb", "nn", "hu"];

impl Analyser {
    /// For a BCP 47 tag; a language without a stemmer keeps its words whole.
    pub fn of(language: &str) -> Self {
        let primary = language.split(['-', '_']).next().unwrap_or_default().to_lowercase();
        let compounds = COMPOUNDING.contains(&primary.as_str());
        let algorithm = match primary.as_str() {
            "en" | "" => Algorithm::English,
            "fi" => Algorithm::Finnish,
            "sv" => Algorithm::Swedish,
            "de" => Algorithm::German,
            "fr" => Algorithm::French,
            "es" => Algorithm::Spanish,
            "pt" => Algorithm::Portuguese,
            "it" => Algorithm::Italian,
            "nl" => Algorithm::Dutch,
            "da" => Algorithm::Danish,
            "no" | "nb" | "nn" => Algorithm::Norwegian,
            "ru" => Algorithm::Russian,
            "hu" => Algorithm::Hungarian,
            "ro" => Algorithm::Romanian,
            "tr" => Algorithm::Turkish,
            _ => return Self { stemmer: None, compounds },
        };
        Self { stemmer: Some(Stemmer::create(algorithm)), compounds }
    }

    /// Whether the language writes several words as one.
    pub const fn compounds(&self) -> bool {
        self.compounds
    }

    /// The stem of a lower-case word.
    pub fn stem(&self, word: &str) -> String {
        match &self.stemmer {
            Some(stemmer) if !is_operator(word) => stemmer.stem(word).into_owned(),
            _ => word.to_owned(),
        }
    }

    /// Stems of all words that are no stop words, and of those that are, the words themselves: a
    /// question about the `while` loop looks for "while".
    pub fn stems(&self, text: &str) -> Vec<String> {
        words(text).map(|word| if is_stop_word(&word) { word } else { self.stem(&word) }).collect()
    }
}

/// Lower-case words, and operators.
pub fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split_word_bounds()
        .scan(String::new(), |operator, piece| {
            // Operators come one character at a time and are put together.
            if piece.chars().all(|c| OPERATOR.contains(c)) {
                operator.push_str(piece);
                return Some(Vec::new());
            }
            let mut found = Vec::new();
            if !operator.is_empty() {
                found.push(std::mem::take(operator));
            }
            found.extend(
                piece
                    .split(['_', '\'', '’'])
                    .filter(|word| word.chars().any(char::is_alphanumeric))
                    .map(str::to_lowercase),
            );
            Some(found)
        })
        .flatten()
}

/// Whether it is an operator and no word.
pub fn is_operator(word: &str) -> bool {
    word.chars().all(|c| OPERATOR.contains(c))
}

/// Whether a word that is put together of several ends in a form of another: `kurssitodistus`, `todistuksen`.
pub fn is_end_of(compound: &str, word: &str) -> bool {
    let Some((end, _)) = word.char_indices().nth(SHORTEST_END) else { return false };
    let begins = compound.char_indices().nth(2).map_or(compound.len(), |(place, _)| place);
    let found = compound[begins..].find(&word[..end]).map(|place| &compound[begins + place..]);
    found.is_some_and(|rest| share_beginning(rest, word))
}

/// Whether a word begins with the stem that is looked for, or with most of a long one. Stemmers cut words
/// of one kind at different letters, and words of different kinds at the same ones.
pub fn holds_most_letters(word: &str, stem: &str, other: &str) -> bool {
    let common = |text: &str| text.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let length = stem.chars().count();
    let wanted = if length >= 6 { length - 1 } else { length };
    common(stem) >= wanted || common(word) + 1 >= word.chars().count()
}

/// Whether two stems are forms of one word, judged by what they begin with: for languages in which a
/// stemmer leaves several stems of a word.
pub fn share_beginning(one: &str, other: &str) -> bool {
    let common = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let longer = one.chars().count().max(other.chars().count());
    common >= 4 && common * 10 >= longer * 7
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_are_told_from_words_that_begin_alike() {
        let finnish = Analyser::of("fi");
        let english = Analyser::of("en");
        for (analyser, asked, there, same) in [
            (&finnish, "pääavain", "pääavaimen", true),
            (&finnish, "pääavaimella", "pääavain", true),
            (&finnish, "tietokanta", "tietokannan", true),
            (&finnish, "liitos", "liitokset", true),
            (&finnish, "näkymä", "näkymien", true),
            (&finnish, "puhelin", "puhelimet", true),
            (&finnish, "perusavain", "perustuu", false),
            (&finnish, "perusavain", "perusteet", false),
            (&finnish, "näkymä", "näkyviin", false),
            (&finnish, "tietorakenne", "tietokanta", false),
            (&english, "normalisation", "normalised", true),
            (&english, "deadlock", "deadlocked", true),
            (&english, "transition", "transaction", false),
            (&english, "constructor", "constraint", false),
            (&english, "transistor", "transitive", false),
        ] {
            let stem = analyser.stem(asked);
            assert_eq!(holds_most_letters(asked, &stem, there), same, "{asked} {there}");
        }
    }
}

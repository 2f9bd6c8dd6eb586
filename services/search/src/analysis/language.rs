//! What is known of a language: its stemmer, its stop words, the words that questions are asked with.

use std::borrow::Cow;
use std::collections::HashSet;

use rust_stemmers::{Algorithm, Stemmer};

use super::{Word, stop_words};

/// A language, as far as we know it.
pub struct Language {
    code: String,
    stemmer: Option<Stemmer>,
    stop_words: Option<&'static HashSet<&'static str>>,
    fluff: &'static str,
}

impl Language {
    /// The language of a BCP 47 tag. Of one that we do not know words are kept as they are.
    pub fn of(tag: &str) -> Self {
        let subtag = tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        let code = if matches!(subtag.as_str(), "nb" | "nn") { "no".to_owned() } else { subtag };
        Self {
            stemmer: algorithm(&code).map(Stemmer::create),
            stop_words: stop_words::of(&code),
            fluff: FLUFF.iter().find(|(known, _)| *known == code).map_or("", |(_, words)| words),
            code,
        }
    }

    /// The primary subtag, lower case.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// Whether the word is too frequent in the language to be searched for.
    pub fn is_stop_word(&self, word: &Word) -> bool {
        !word.is_piece && self.stop_words.is_some_and(|list| list.contains(word.text.as_str()))
    }

    /// Whether questions are asked with the word rather than about it. Such words count little, because a
    /// page that says "explain" often is no better an answer.
    pub fn is_fluff(&self, word: &Word) -> bool {
        self.fluff.split(' ').any(|fluff| fluff == word.text)
    }

    /// What stands in the index for the word.
    pub fn stem<'w>(&self, word: &'w Word) -> Cow<'w, str> {
        match (&self.stemmer, word.text.as_str()) {
            // The English stemmer makes `ad` of these, but leaves `add`.
            (Some(_), "adding" | "added") if self.code == "en" => Cow::Borrowed("add"),
            (Some(stemmer), text) if !word.is_piece => stemmer.stem(text),
            (_, text) => Cow::Borrowed(text),
        }
    }
}

fn algorithm(code: &str) -> Option<Algorithm> {
    Some(match code {
        "ar" => Algorithm::Arabic,
        "da" => Algorithm::Danish,
        "nl" => Algorithm::Dutch,
        "en" => Algorithm::English,
        "fi" => Algorithm::Finnish,
        "fr" => Algorithm::French,
        "de" => Algorithm::German,
        "el" => Algorithm::Greek,
        "hu" => Algorithm::Hungarian,
        "it" => Algorithm::Italian,
        "no" => Algorithm::Norwegian,
        "pt" => Algorithm::Portuguese,
        "ro" => Algorithm::Romanian,
        "ru" => Algorithm::Russian,
        "es" => Algorithm::Spanish,
        "sv" => Algorithm::Swedish,
        "ta" => Algorithm::Tamil,
        "tr" => Algorithm::Turkish,
        _ => return None,
    })
}

/// See [`Language::is_fluff`].
const FLUFF: [(&str, &str); 6] = [
    (
        "en",
        "please explain tell give help understand mean means meaning know want need question course hi hello \
         hey thanks thank could would let describe define answer say says thing something wondering work works",
    ),
    (
        "fi",
        "selitä kerro tarkoittaa tarkoittaako kurssi kurssilla sivu luku kiitos hei moi voisitko voitko auta \
         ymmärrä esimerkki tehdään miksi miten kuinka ero",
    ),
    (
        "sv",
        "förklara berätta betyder kurs kursen sida kapitel tack hej hjälp förstår exempel snälla skillnaden \
         varför hur använder",
    ),
    (
        "de",
        "erkläre erklären bitte bedeutet kurs seite kapitel danke hallo hilfe verstehe beispiel unterschied \
         warum wie wozu funktioniert",
    ),
    (
        "fr",
        "expliquer expliquez explique signifie cours page chapitre merci bonjour aide comprends exemple svp \
         différence pourquoi comment utiliser quelle quel",
    ),
    (
        "es",
        "explica explicar significa curso página capítulo gracias hola ayuda entiendo ejemplo favor diferencia \
         cómo cuál usar funciona",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::words;

    fn only_word(text: &str) -> Word {
        words(text).remove(0)
    }

    #[test]
    fn words_are_stemmed_by_their_language() {
        for (tag, word, stem) in [
            ("en", "Indexes", "index"),
            ("en-GB", "adding", "add"),
            ("EN_us", "C++", "cplusplus"),
            ("ru-RU", "Книгами", "книг"),
            ("pt-BR", "chaves", "chav"),
            ("nn", "nøklene", "nøkl"),
            ("xx", "indexes", "indexes"),
            ("", "indexes", "indexes"),
        ] {
            assert_eq!(Language::of(tag).stem(&only_word(word)), stem, "{tag}: {word}");
        }
    }

    #[test]
    fn stop_words_and_politeness_belong_to_a_language() {
        for (tag, word, is_stop_word, is_fluff) in [
            ("en-GB", "The", true, false),
            ("fi", "the", false, false),
            ("fi", "että", true, false),
            ("en", "please", false, true),
            ("fi", "please", false, false),
            ("fi", "kiitos", false, true),
            ("nb", "ikke", true, false),
            ("zh", "请", false, false),
            ("en", "key", false, false),
        ] {
            let (language, word) = (Language::of(tag), only_word(word));
            let seen = (language.is_stop_word(&word), language.is_fluff(&word));
            assert_eq!(seen, (is_stop_word, is_fluff), "{tag}: {word:?}");
        }
    }
}

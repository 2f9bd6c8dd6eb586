//! Tells languages apart, but only when it is sure: a name, a word of code or a term is no other language.

use std::collections::HashSet;
use std::sync::LazyLock;

use chatbot_search::analysis::{Language, Word, words};

/// So much of a text is looked at, in words.
const MOST_WORDS: usize = 80;

/// With fewer letters a script says nothing.
const FEWEST_LETTERS: usize = 12;

/// Endings of words that are frequent in a language and rare in the others here.
const ENDINGS: [(&str, &str); 7] = [
    ("en", "ing tion tions ness ment ally ould ght ed"),
    (
        "fi",
        "ssa ssä sta stä lla llä lta ltä lle ksi sti aa ää ii oon uu yy uus yys inen isen isia isiä isten jen ien \
         oja öjä ia iä tta ttä vat vät aan ään een iin daan nut nyt lö ö ä",
    ),
    ("sv", "ning ningar erna arna orna ande het aste ör ället å"),
    ("de", "ung ungen keit heit isch lich liche schaft sch ß ieren ierung"),
    ("es", "ción ciones mente idad ado ados adas ía ías ón"),
    ("fr", "tion tions ment eux eaux ité ités ée ées ès é"),
    ("ru", ""),
];

/// Letters that a language has and English has not.
const LETTERS: [(&str, &str); 6] =
    [("fi", "äö"), ("sv", "åäö"), ("de", "äöüß"), ("es", "ñáíóú"), ("fr", "éèêçàûœ"), ("pt", "ãõçáéíóúê")];

/// The languages that are told apart by their words.
static KNOWN: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let codes = ["en", "fi", "sv", "de", "es", "fr", "ru", "da", "no", "nl", "it", "pt", "hu", "tr"];
    let of = |lists: &[(&str, &'static str)], code: &str| {
        lists.iter().find(|(known, _)| *known == code).map_or("", |(_, list)| *list)
    };
    codes
        .into_iter()
        .map(|code| Known {
            language: Language::of(code),
            endings: of(&ENDINGS, code),
            letters: of(&LETTERS, code),
        })
        .collect()
});

struct Known {
    language: Language,
    endings: &'static str,
    letters: &'static str,
}

/// The scripts that are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Script {
    Latin,
    Cyrillic,
    Greek,
    Arabic,
    Hebrew,
    Devanagari,
    Thai,
    /// Chinese and Japanese: they share characters.
    Han,
    Hangul,
}

/// What a text shows of its language.
#[derive(Debug)]
pub(crate) struct Traits {
    script: Option<Script>,
    /// For each different word which of [`KNOWN`] it speaks for, as bits.
    words: Vec<u32>,
}

impl Traits {
    /// Of a text that is all words.
    pub fn of(text: &str) -> Self {
        let is_spoken = |word: &Word| !word.is_piece && !word.text.starts_with(|c: char| c.is_ascii_digit());
        // Each word speaks once: a list of "War Memorial" is no German.
        let mut seen = HashSet::new();
        let is_new = |word: &Word| seen.insert(word.text.clone());
        let words = words(text).into_iter().filter(is_spoken).take(MOST_WORDS).filter(is_new);
        Self { script: script_of(text), words: words.map(|word| languages_of(&word)).collect() }
    }

    /// The language of a text that is surely not in the one that it is said to be in, if it can be told.
    pub fn language_if_not(&self, told: &str) -> Option<&'static str> {
        if !self.is_surely_not(told) {
            return None;
        }
        let marks = |place: &usize| self.words.iter().filter(|word| *word & (1 << *place) != 0).count();
        let place = (0..KNOWN.len()).rev().max_by_key(marks)?;
        (self.words.len() >= 12 && marks(&place) * 4 >= self.words.len())
            .then(|| KNOWN[place].language.code())
    }

    /// Whether the text is surely in another language than `language` (primary subtag).
    pub fn is_surely_not(&self, language: &str) -> bool {
        if let (Some(own), Some(other)) = (self.script, script_of_language(language))
            && own != other
        {
            return true;
        }
        self.speaks_for_another(language, |own, other| {
            let least = if own == 0 { 2 } else { own * 3 + 2 };
            self.words.len() >= 4 && other >= least && other * 4 >= self.words.len()
        })
    }

    /// Whether nothing speaks for `language`, and something for another one.
    pub fn is_perhaps_not(&self, language: &str) -> bool {
        self.words.len() >= 3 && self.speaks_for_another(language, |own, other| own == 0 && other > 0)
    }

    /// Whether the words that speak for `language` and not for another one, and those that do the opposite,
    /// are as wanted for any other one.
    fn speaks_for_another(&self, language: &str, is_wanted: impl Fn(usize, usize) -> bool) -> bool {
        let Some(own) = KNOWN.iter().position(|known| known.language.code() == language) else {
            return false;
        };
        let only = |one: usize, not: usize| {
            self.words.iter().filter(|word| *word & (1 << one) != 0 && *word & (1 << not) == 0).count()
        };
        (0..KNOWN.len()).any(|other| is_wanted(only(own, other), only(other, own)))
    }
}

/// Which of [`KNOWN`] a word speaks for, as bits.
fn languages_of(word: &Word) -> u32 {
    let length = word.text.chars().count();
    // A letter alone is a stop word in many languages, and a variable in all.
    if length < 2 {
        return 0;
    }
    let speaks_for = |known: &Known| {
        known.language.is_stop_word(word)
            || (length >= 4 && known.endings.split_whitespace().any(|ending| word.text.ends_with(ending)))
            || (length >= 4 && word.text.contains(|c| known.letters.contains(c)))
    };
    KNOWN.iter().enumerate().fold(0, |all, (place, known)| all | (u32::from(speaks_for(known)) << place))
}

/// The script of a text, if it is clear: three quarters of its letters, or a third for scripts other than
/// Latin, because Latin words are mixed into all of them.
fn script_of(text: &str) -> Option<Script> {
    let mut counts: Vec<(Script, usize)> = Vec::new();
    for script in text.chars().filter_map(script_of_char) {
        // A character of Chinese is half a word.
        let weight = if matches!(script, Script::Han | Script::Hangul) { 3 } else { 1 };
        match counts.iter_mut().find(|(counted, _)| *counted == script) {
            Some((_, count)) => *count += weight,
            None => counts.push((script, weight)),
        }
    }
    let all: usize = counts.iter().map(|(_, count)| count).sum();
    let is_clear = |(script, count): &(Script, usize)| {
        let is_most = if *script == Script::Latin { count * 4 >= all * 3 } else { count * 3 >= all };
        is_most && *count >= FEWEST_LETTERS
    };
    counts.into_iter().filter(is_clear).max_by_key(|(_, count)| *count).map(|(script, _)| script)
}

fn script_of_char(c: char) -> Option<Script> {
    Some(match u32::from(c) {
        0x41..=0x5A | 0x61..=0x7A | 0xC0..=0x24F | 0x1E00..=0x1EFF => Script::Latin,
        0x370..=0x3FF => Script::Greek,
        0x400..=0x52F => Script::Cyrillic,
        0x590..=0x5FF => Script::Hebrew,
        0x600..=0x6FF => Script::Arabic,
        0x900..=0x97F => Script::Devanagari,
        0xE00..=0xE7F => Script::Thai,
        0x3041..=0x30FF | 0x3400..=0x9FFF => Script::Han,
        0xAC00..=0xD7A3 => Script::Hangul,
        _ => return None,
    })
}

fn script_of_language(language: &str) -> Option<Script> {
    Some(match language {
        "en" | "fi" | "sv" | "de" | "es" | "fr" | "da" | "no" | "nl" | "it" | "pt" | "hu" | "tr" | "et" => {
            Script::Latin
        }
        "ru" | "uk" | "bg" => Script::Cyrillic,
        "el" => Script::Greek,
        "ar" | "fa" => Script::Arabic,
        "he" => Script::Hebrew,
        "hi" | "ne" => Script::Devanagari,
        "th" => Script::Thai,
        "zh" | "ja" => Script::Han,
        "ko" => Script::Hangul,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_language_is_told_when_it_is_sure() {
        for (text, language, wanted) in [
            ("Pääavain yksilöi taulun jokaisen rivin.", "en", true),
            ("The key of a row identifies it.", "fi", true),
            ("Der Schlüssel ist eindeutig.", "en", true),
            ("La clé primaire est unique.", "en", true),
            ("Ключ определяет каждую строку.", "en", true),
            ("键是唯一的，用 SELECT 查询。", "en", true),
            ("The primary key identifies every row.", "en", false),
            ("Pääavain yksilöi taulun jokaisen rivin.", "fi", false),
            ("PostgreSQL, SQLite and MariaDB", "en", false),
            ("Edgar Codd, IBM Research", "fi", false),
            ("SELECT name FROM student", "fi", false),
            ("Virtanen ja Nieminen", "en", false),
            ("42", "en", false),
            ("Pääavain on", "xx", false),
            ("用 JavaScript 调用 console.log 函数即可打印。", "en", true),
        ] {
            assert_eq!(Traits::of(text).is_surely_not(language), wanted, "{language}: {text}");
        }
        assert!(Traits::of("Korjaus toimii hyvin.").is_perhaps_not("en"));
        assert!(!Traits::of("MongoDB replaced 40 databases.").is_perhaps_not("en"));
    }

    #[test]
    fn a_page_in_another_language_than_its_course_is_known() {
        let text =
            "The primary key identifies every row of the table, and it must not be null in any of them.";
        assert_eq!(Traits::of(text).language_if_not("fi"), Some("en"));
        assert_eq!(Traits::of(text).language_if_not("en"), None);
        assert_eq!(Traits::of("SELECT 1").language_if_not("fi"), None);
    }
}

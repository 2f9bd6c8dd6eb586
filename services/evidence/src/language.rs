//! Tells languages apart, but only when it is sure: a name, a word of code or a term is no other language.

use std::sync::LazyLock;

use chatbot_search::analysis::{Language, words};

/// So much of a text is looked at, in words.
const MOST_WORDS: usize = 200;

/// Endings of words that are frequent in a language and rare in the others here.
const ENDINGS: [(&str, &str); 7] = [
    ("en", "ing tion tions ness ment ally ould ght"),
    (
        "fi",
        "ssa ssä sta stä lla llä lta ltä lle ksi aan ään een iin oon uus yys inen isen isia isten jen ien oja \
         öjä ia iä tta ttä vat vät taan tään daan nut nyt lö ö ä",
    ),
    ("sv", "ning ningar erna arna orna ande het aste ör ället å"),
    ("de", "ung ungen keit heit isch lich liche schaft sch ß ieren ierung"),
    ("es", "ción ciones mente idad ado ados adas ía ías ón"),
    ("fr", "tion tions ment eux eaux ité ités ée ées ès é"),
    ("ru", ""),
];

/// The languages that are told apart by their words.
static KNOWN: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let codes = ["en", "fi", "sv", "de", "es", "fr", "ru", "da", "no", "nl", "it", "pt", "hu", "tr"];
    let endings = |code: &str| ENDINGS.iter().find(|(known, _)| *known == code).map_or("", |(_, list)| list);
    codes.into_iter().map(|code| Known { language: Language::of(code), endings: endings(code) }).collect()
});

struct Known {
    language: Language,
    endings: &'static str,
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
#[derive(Clone, Debug, Default)]
pub(crate) struct Traits {
    script: Option<Script>,
    words: usize,
    /// How many words speak for each of [`KNOWN`].
    marks: Vec<usize>,
}

impl Traits {
    /// Of a text that is all words.
    pub fn of(text: &str) -> Self {
        let mut traits = Self { script: script_of(text), words: 0, marks: vec![0; KNOWN.len()] };
        for word in words(text).into_iter().filter(|word| !word.is_piece).take(MOST_WORDS) {
            if word.text.starts_with(|c: char| c.is_ascii_digit()) {
                continue;
            }
            traits.words += 1;
            for (known, marks) in KNOWN.iter().zip(&mut traits.marks) {
                let by_ending = || {
                    let mut endings = known.endings.split_whitespace();
                    word.text.chars().count() >= 4 && endings.any(|ending| word.text.ends_with(ending))
                };
                // A letter alone is a stop word in many languages, and a variable in all.
                let is_word = word.text.chars().count() > 1;
                *marks += usize::from(is_word && (known.language.is_stop_word(&word) || by_ending()));
            }
        }
        traits
    }

    /// The language of a text that is surely not in the one that it is said to be in, if it can be told.
    pub fn language_if_not(&self, told: &str) -> Option<&'static str> {
        if !self.is_surely_not(told) {
            return None;
        }
        let (place, marks) =
            self.marks.iter().enumerate().max_by_key(|(place, marks)| (**marks, usize::MAX - place))?;
        (self.words >= 12 && marks * 4 >= self.words).then(|| KNOWN[place].language.code())
    }

    /// Whether the text is surely in another language than `language` (primary subtag).
    pub fn is_surely_not(&self, language: &str) -> bool {
        if let (Some(own), Some(other)) = (self.script, script_of_language(language))
            && own != other
        {
            return true;
        }
        let Some(expected) = KNOWN.iter().position(|known| known.language.code() == language) else {
            return false;
        };
        let expected = self.marks[expected];
        self.marks.iter().any(|marks| {
            *marks >= 2 && *marks >= expected * 3 + 2 - usize::from(expected == 0) && *marks * 4 >= self.words
        })
    }
}

/// The script of at least three quarters of a text's letters, if they are enough to tell.
fn script_of(text: &str) -> Option<Script> {
    let mut counts = [(Script::Latin, 0usize); 9];
    let scripts = [
        Script::Latin,
        Script::Cyrillic,
        Script::Greek,
        Script::Arabic,
        Script::Hebrew,
        Script::Devanagari,
        Script::Thai,
        Script::Han,
        Script::Hangul,
    ];
    for (count, script) in counts.iter_mut().zip(scripts) {
        count.0 = script;
    }
    for script in text.chars().filter_map(script_of_char) {
        for (counted, count) in &mut counts {
            *count += usize::from(*counted == script);
        }
    }
    let all: usize = counts.iter().map(|(_, count)| count).sum();
    let (script, most) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    // One character of Chinese is as much as a word.
    let least = if matches!(script, Script::Han | Script::Hangul) { 4 } else { 12 };
    (most >= least && most * 4 >= all * 3).then_some(script)
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

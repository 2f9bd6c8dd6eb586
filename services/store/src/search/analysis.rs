//! How text is split into words for searching: the same for pages and for queries.
//!
//! Postgres's own parser would keep `docker-compose.yml` in one piece, turn `C++` into `c`, fold case by
//! the database's locale, and find no words in Chinese or Thai. So it is handed plain words only, one
//! space apart; the text search configuration then stems them and drops stop words.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A longer word (base64, a hash) is cut: nobody types it, and Postgres takes none beyond 2 kB.
const LONGEST_WORD_CHARS: usize = 60;
/// What of one text is searchable, in bytes; a tsvector holds no more than 1 MB.
const MOST_BYTES: usize = 300_000;

/// Operators that students ask about, as words that the parser leaves alone. Longer ones first.
const OPERATORS: [(&str, &str); 12] = [
    ("===", "opidentical"),
    ("!==", "opnotidentical"),
    ("==", "opequals"),
    ("!=", "opnotequals"),
    ("+=", "opplusassign"),
    ("-=", "opminusassign"),
    ("*=", "optimesassign"),
    ("=>", "oparrow"),
    ("&&", "opandand"),
    ("||", "oporor"),
    ("**", "oppower"),
    (":=", "opwalrus"),
];

/// The words of a text, separated by single spaces.
pub(crate) fn searchable(text: &str) -> String {
    let mut joined = String::new();
    for word in words(text) {
        if joined.len() + word.len() >= MOST_BYTES {
            break;
        }
        if !joined.is_empty() {
            joined.push(' ');
        }
        joined.push_str(&word);
    }
    joined
}

/// The words of a text, in lower case.
pub(crate) fn words(text: &str) -> Vec<String> {
    let folded: Vec<char> = text.nfkc().flat_map(char::to_lowercase).collect();
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(c) = folded.get(at) {
        if let Some(script) = Script::of(*c) {
            let end = run_end(&folded, at, script);
            script.push_words(&folded, at..end, &mut words);
            at = end;
        } else {
            at += push_operator(&folded[at..], &mut words);
        }
    }
    words
}

/// How a run of characters is split.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    /// Words with something between them.
    Spaced,
    /// Chinese, Japanese, Korean: pairs of characters.
    Pairs,
    /// Thai, Lao, Khmer, Burmese: triples of characters.
    Triples,
}

impl Script {
    /// `None` for what stands between words.
    fn of(c: char) -> Option<Self> {
        match u32::from(c) {
            0x0E01..=0x0E3A | 0x0E40..=0x0E4E | 0x0E81..=0x0ECD | 0x1000..=0x1049 | 0x1780..=0x17D3 => {
                Some(Self::Triples)
            }
            0x3005
            | 0x3041..=0x3096
            | 0x309D..=0x309F
            | 0x30A1..=0x30FA
            | 0x30FC..=0x30FF
            | 0x3400..=0x4DBF
            | 0x4E00..=0x9FFF
            | 0xAC00..=0xD7A3
            | 0xF900..=0xFAFF
            | 0x20000..=0x3FFFF => Some(Self::Pairs),
            _ if c.is_alphanumeric() || is_combining_mark(c) => Some(Self::Spaced),
            _ => None,
        }
    }

    fn push_words(self, text: &[char], run: std::ops::Range<usize>, into: &mut Vec<String>) {
        let size = match self {
            Self::Spaced => {
                into.push(spaced_word(text, run));
                return;
            }
            Self::Pairs => 2,
            Self::Triples => 3,
        };
        let run = &text[run];
        if run.len() <= size {
            into.push(run.iter().collect());
        } else {
            into.extend(run.windows(size).map(|window| window.iter().collect::<String>()));
        }
    }
}

fn run_end(text: &[char], start: usize, script: Script) -> usize {
    let same = |c: &char| match Script::of(*c) {
        Some(other) => other == script || (script != Script::Spaced && is_combining_mark(*c)),
        None => false,
    };
    start + text[start..].iter().take_while(|c| same(c)).count()
}

/// A word, with the names that end or start in punctuation spelled out.
fn spaced_word(text: &[char], run: std::ops::Range<usize>) -> String {
    let word: String = text[run.clone()].iter().take(LONGEST_WORD_CHARS).collect();
    let after = |sign: &str| {
        let mut rest = text[run.end..].iter();
        sign.chars().all(|c| rest.next() == Some(&c)) && rest.next().is_none_or(|c| Script::of(*c).is_none())
    };
    let is_dotted = run.start > 0
        && text[run.start - 1] == '.'
        && (run.start < 2 || Script::of(text[run.start - 2]).is_none());
    match word.as_str() {
        "c" if after("++") => "cplusplus".to_owned(),
        "c" | "f" | "j" if after("#") => format!("{word}sharp"),
        "net" if is_dotted => "dotnet".to_owned(),
        // Postgres's English stemmer makes `ad` of these, but leaves `add`.
        "adding" | "added" => "add".to_owned(),
        _ => word,
    }
}

/// Takes an operator, or else one character; says how many characters that was.
fn push_operator(text: &[char], into: &mut Vec<String>) -> usize {
    for (operator, word) in OPERATORS {
        let length = operator.len();
        if text.len() >= length && text[..length].iter().copied().eq(operator.chars()) {
            into.push(word.to_owned());
            return length;
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_becomes_plain_words() {
        for (text, expected) in [
            ("Docker-compose.yml, os.environ a/b", "docker compose yml os environ a b"),
            ("C++ and C# on .NET, not c or net", "cplusplus and csharp on dotnet not c or net"),
            ("i++; c = 1", "i c 1"),
            ("Adding added adds", "add add adds"),
            ("x += 1 == y", "x opplusassign 1 opequals y"),
            ("snake_case don’t", "snake case don t"),
            ("ＦＵＬＬ ﬁne ÅÄÖ КНИГИ", "full fine åäö книги"),
            ("数据库 SQL语句", "数据 据库 sql 语句"),
            ("ภาษาไทย", "ภาษ าษา ษาไ าไท ไทย"),
            ("데이터", "데이 이터"),
            ("🙂 \0 \u{200B} ' \" \\ : & | ! ( ) <->", ""),
        ] {
            assert_eq!(searchable(text), expected, "{text}");
        }
    }

    #[test]
    fn endless_words_and_texts_are_cut() {
        assert_eq!(searchable(&"a".repeat(5000)).len(), LONGEST_WORD_CHARS);
        assert!(searchable(&"äö ".repeat(1_000_000)).len() <= MOST_BYTES);
    }
}

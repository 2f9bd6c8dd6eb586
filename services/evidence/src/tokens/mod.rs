//! What of a text can be looked for: numbers, months, names, code and words, each under a key that is the
//! same on both sides however it is written or inflected.

pub(crate) mod lexicon;
mod numbers;
mod surface;

use std::ops::Range;

use chatbot_search::analysis::{Language, Word, words};
use unicode_normalization::UnicodeNormalization;

use crate::markup::{Piece, PieceKind};
pub(crate) use surface::{Form, Surface, surfaces};

/// So many tokens of a sentence are looked at.
pub(crate) const MOST_TOKENS: usize = 128;

/// Words of how sentences hang together, as far as no stop list has them.
const EMPTY_WORDS: [(&str, &str); 2] = [
    ("en", "also however therefore thus may might must shall would now"),
    ("fi", "myös kuitenkin siis voi voidaan"),
];

/// Words that lead in what a page says ("According to the page, ..."): no page says them of itself.
const LEAD_IN_WORDS: [(&str, &str); 2] = [
    (
        "en",
        "according page pages course material chapter section text says said states mentions describes explains",
    ),
    (
        "fi",
        "mukaan sivu sivun sivulla kurssi kurssin materiaali materiaalin materiaalissa luvun luvussa kerrotaan \
         sanotaan",
    ),
];
/// So many words of a sentence may be a lead-in.
const LONGEST_LEAD_IN: usize = 6;

/// What kind of thing a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Number,
    Month,
    Name,
    Code,
    Word,
}

/// Something of a sentence that a page has to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub key: String,
    pub kind: Kind,
    /// Everywhere it stands in the sentence, in bytes.
    pub ranges: Vec<Range<usize>>,
}

impl Token {
    /// The formula that it is, without white space.
    pub fn formula(&self) -> Option<&str> {
        self.key.strip_prefix('$')
    }

    /// The signs of code that it is, without any word or number in them.
    pub fn signs(&self) -> Option<&str> {
        self.key.strip_prefix('`')
    }
}

/// How keys are made in a language.
pub(crate) struct Keys {
    language: Language,
}

impl Keys {
    /// Of a language by its primary subtag.
    pub fn of(language: &str) -> Self {
        Self { language: Language::of(language) }
    }

    /// The primary subtag.
    pub fn language(&self) -> &str {
        self.language.code()
    }

    /// The key of what stands in a text.
    pub fn key(&self, text: &str, surface: &Surface) -> String {
        let written = &text[surface.range.clone()];
        match &surface.form {
            Form::Number(number) => format!("#{number}"),
            Form::Month(month) => format!("@{month}"),
            Form::Identifier | Form::Piece => written.to_lowercase(),
            Form::Word => self.word_key(written),
        }
    }

    fn word_key(&self, written: &str) -> String {
        let parts = words(written);
        let [word] = parts.as_slice() else {
            return parts.into_iter().map(|word| word.text).collect();
        };
        let is_capital = written.starts_with(char::is_uppercase);
        if let Some(month) = lexicon::month(self.language(), &word.text, is_capital) {
            return format!("@{month}");
        }
        if let Some(number) = lexicon::number(self.language(), &word.text) {
            return format!("#{number}");
        }
        folded(&self.language.stem(word))
    }

    fn says_nothing(&self, written: &str, is_early: bool) -> bool {
        words(written).iter().all(|word| {
            self.language.is_stop_word(word)
                || self.is_in(&EMPTY_WORDS, word)
                || (is_early && self.is_in(&LEAD_IN_WORDS, word))
        })
    }

    fn is_in(&self, lists: &[(&str, &str)], word: &Word) -> bool {
        let list = lists.iter().find(|(known, _)| *known == self.language()).map_or("", |(_, list)| list);
        list.split_whitespace().any(|known| known == word.text)
    }

    /// What of a sentence has to be found.
    pub fn tokens(&self, text: &str, pieces: &[Piece]) -> Vec<Token> {
        let mut tokens = Vec::new();
        for piece in pieces {
            match piece.kind {
                PieceKind::Words => self.push_words(text, piece.range.clone(), &mut tokens),
                PieceKind::Code => push_code(text, piece.range.clone(), &mut tokens),
                PieceKind::Formula => push_formula(text, piece.range.clone(), &mut tokens),
                PieceKind::Other => {}
            }
        }
        tokens.truncate(MOST_TOKENS);
        tokens
    }

    fn push_words(&self, text: &str, range: Range<usize>, tokens: &mut Vec<Token>) {
        let surfaces = surfaces(text, range);
        let is_shouted = is_shouted(text, &surfaces);
        for (number, surface) in surfaces.iter().enumerate() {
            let written = &text[surface.range.clone()];
            let is_acronym = !is_shouted && is_acronym(written);
            let key = self.key(text, surface);
            let is_plain = !key.starts_with(['#', '@']) && surface.form == Form::Word && !is_acronym;
            if is_plain && (self.says_nothing(written, number < LONGEST_LEAD_IN) || is_initial(text, surface))
            {
                continue;
            }
            let kind = match (&surface.form, key.as_bytes().first()) {
                (_, Some(b'#')) => Kind::Number,
                (_, Some(b'@')) => Kind::Month,
                (Form::Identifier, _) => Kind::Name,
                (Form::Word, _) if is_acronym || (!is_shouted && self.is_name(text, &surfaces, number)) => {
                    Kind::Name
                }
                _ => Kind::Word,
            };
            push(tokens, key, kind, surface.range.clone());
        }
    }

    /// Whether the capital letter of a surface says that it is a name.
    fn is_name(&self, text: &str, surfaces: &[Surface], number: usize) -> bool {
        let is_capital = |surface: &Surface| {
            text[surface.range.clone()].starts_with(char::is_uppercase) && surface.form == Form::Word
        };
        let is_apart = |number: usize| {
            number == 0
                || text[surfaces[number - 1].range.end..surfaces[number].range.start].contains(is_break)
        };
        // German writes every noun so.
        if self.language() == "de" || !is_capital(&surfaces[number]) {
            return false;
        }
        // A sentence's first word has its capital letter for nothing, unless a name goes on.
        let next = surfaces.get(number + 1).filter(|_| !is_apart(number + 1));
        !is_apart(number)
            || next
                .is_some_and(|next| is_capital(next) && !self.says_nothing(&text[next.range.clone()], false))
    }
}

fn push(tokens: &mut Vec<Token>, key: String, kind: Kind, range: Range<usize>) {
    match tokens
        .iter_mut()
        .find(|token| token.key == key && (token.kind == Kind::Code) == (kind == Kind::Code))
    {
        Some(same) => same.ranges.push(range),
        None => tokens.push(Token { key, kind, ranges: vec![range] }),
    }
}

/// Code has to be there as it is written, but for capital letters.
fn push_code(text: &str, range: Range<usize>, tokens: &mut Vec<Token>) {
    let surfaces = surfaces(text, range.clone());
    if surfaces.is_empty() && !text[range.clone()].trim().is_empty() {
        push(tokens, format!("`{}", text[range.clone()].trim()), Kind::Code, range);
        return;
    }
    for surface in surfaces {
        let key = match surface.form {
            Form::Number(number) => format!("#{number}"),
            Form::Month(month) => format!("@{month}"),
            _ => text[surface.range.clone()].to_lowercase(),
        };
        push(tokens, key, Kind::Code, surface.range);
    }
}

fn push_formula(text: &str, range: Range<usize>, tokens: &mut Vec<Token>) {
    let formula = compact(&text[range.clone()]);
    if !formula.is_empty() {
        push(tokens, format!("${formula}"), Kind::Code, range);
    }
}

/// Without white space: formulas are the same however they are spaced.
pub(crate) fn compact(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Whether a capital letter after the character says nothing.
fn is_break(c: char) -> bool {
    matches!(c, ':' | '|' | '\n' | '"' | '“' | '”' | '„' | '«' | '»' | '(' | '–' | '—' | '•')
}

fn is_acronym(written: &str) -> bool {
    written.chars().count() >= 2 && written.chars().all(char::is_uppercase)
}

fn is_shouted(text: &str, surfaces: &[Surface]) -> bool {
    let words: Vec<&str> = surfaces
        .iter()
        .filter(|surface| surface.form == Form::Word)
        .map(|surface| &text[surface.range.clone()])
        .collect();
    let shouted = words.iter().filter(|word| is_acronym(word)).count();
    words.len() >= 4 && shouted * 10 >= words.len() * 6
}

/// The `E` of "E. F. Codd": pages write first names out.
fn is_initial(text: &str, surface: &Surface) -> bool {
    let written = &text[surface.range.clone()];
    let after = &text[surface.range.end..];
    written.chars().count() == 1
        && written.starts_with(char::is_uppercase)
        && after.strip_prefix('.').is_some_and(|rest| rest.trim_start().starts_with(char::is_uppercase))
}

/// Without accents: names are spelt with and without.
fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    text.nfd().filter(|c| !matches!(u32::from(*c), 0x0300..=0x036F)).nfc().collect()
}

#[cfg(test)]
mod tests;

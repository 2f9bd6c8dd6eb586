//! Finds citation markers in text that comes in pieces: `【n】`, `【n†…】`, `【a:n†…】`, several numbers in one
//! pair of brackets, and `[n]` when n is a source and nothing speaks against it. Inside code spans and code
//! blocks everything is text, and so is `[n]` inside formulas. Works on any split of the text.

mod formulas;
mod numbers;

use formulas::Formulas;
use numbers::numbers_of;

/// A piece of parsed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text for the student.
    Text(String),
    /// A marker naming a source, or a number that no source has.
    Marker(u32),
}

/// The longest `【…】` that can be a marker, in characters.
const LONGEST_MARKER: usize = 80;
/// The longest `[n]` that can be a marker, in characters.
const LONGEST_PLAIN_MARKER: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Code {
    None,
    /// Inside a code span opened by so many backticks.
    Span(usize),
    /// Inside a fenced block opened by so many of this character.
    Block(char, usize),
}

/// The parser. Push text as it comes, then finish.
#[derive(Debug)]
pub struct MarkerParser {
    code: Code,
    /// A run of backticks or tildes whose length is not known yet.
    run: Option<(char, usize)>,
    formulas: Formulas,
    /// Whether only blanks stand before the current character on its line.
    line_start: bool,
    newlines: usize,
    last: Option<char>,
    /// What may become a marker: from its opening bracket on.
    candidate: String,
    /// Blanks whose fate depends on what follows.
    blanks: String,
    after_marker: bool,
    out: Vec<Piece>,
}

impl Default for MarkerParser {
    fn default() -> Self {
        Self {
            code: Code::None,
            run: None,
            formulas: Formulas::default(),
            line_start: true,
            newlines: 0,
            last: None,
            candidate: String::new(),
            blanks: String::new(),
            after_marker: false,
            out: Vec::new(),
        }
    }
}

impl MarkerParser {
    /// Takes more text; gives what is certain by now. `is_source` tells whether a number is a source.
    pub fn push(&mut self, text: &str, is_source: &dyn Fn(u32) -> bool) -> Vec<Piece> {
        for character in text.chars() {
            self.take(character, is_source);
        }
        std::mem::take(&mut self.out)
    }

    /// Gives what was held back.
    pub fn finish(&mut self, is_source: &dyn Fn(u32) -> bool) -> Vec<Piece> {
        if !self.candidate.is_empty() {
            self.close_candidate(None, is_source);
        }
        self.end_run();
        self.blanks.clear();
        std::mem::take(&mut self.out)
    }

    fn take(&mut self, character: char, is_source: &dyn Fn(u32) -> bool) {
        if !self.candidate.is_empty() && !self.extend_candidate(character, is_source) {
            return;
        }
        if let Some((of, length)) = self.run {
            if of == character {
                self.run = Some((of, length + 1));
                return;
            }
            self.end_run();
        }
        match character {
            '`' => self.run = Some(('`', 1)),
            '~' if self.line_start => self.run = Some(('~', 1)),
            '【' | '[' if self.code == Code::None => self.candidate.push(character),
            _ => self.emit(character),
        }
    }

    /// Whether `character` still has to be taken as ordinary text.
    fn extend_candidate(&mut self, character: char, is_source: &dyn Fn(u32) -> bool) -> bool {
        let plain = self.candidate.starts_with('[');
        if plain && self.candidate.ends_with(']') {
            self.close_candidate(Some(character), is_source);
            return true;
        }
        let closing = if plain { ']' } else { '】' };
        let longest = if plain { LONGEST_PLAIN_MARKER } else { LONGEST_MARKER };
        if character == closing {
            self.candidate.push(character);
            if !plain {
                self.close_candidate(None, is_source);
            }
            return false;
        }
        let fits = if plain { character.is_ascii_digit() } else { character != '\n' && character != '【' };
        if !fits || self.candidate.chars().count() >= longest {
            self.spill_candidate();
            return true;
        }
        self.candidate.push(character);
        false
    }

    fn close_candidate(&mut self, next: Option<char>, is_source: &dyn Fn(u32) -> bool) {
        let numbers = numbers_of(&self.candidate);
        let plain = self.candidate.starts_with('[');
        let believed = if plain {
            let after_word = self.blanks.is_empty()
                && !self.after_marker
                && self
                    .last
                    .is_some_and(|last| last.is_alphanumeric() || matches!(last, '_' | ']' | ')' | '\\'));
            !after_word
                && !self.formulas.is_open(!self.blanks.is_empty())
                && !matches!(next, Some('(' | ':' | '['))
                && numbers.iter().all(|number| is_source(*number))
        } else {
            true
        };
        if numbers.is_empty() || !believed {
            self.spill_candidate();
            return;
        }
        self.candidate.clear();
        self.blanks.truncate(1);
        self.out.extend(numbers.into_iter().map(Piece::Marker));
        self.after_marker = true;
    }

    fn spill_candidate(&mut self) {
        for character in std::mem::take(&mut self.candidate).chars() {
            self.emit(character);
        }
    }

    fn end_run(&mut self) {
        let Some((of, length)) = self.run.take() else { return };
        let opens_block = self.line_start && length >= 3;
        self.code = match self.code {
            Code::None if opens_block => Code::Block(of, length),
            Code::None if of == '`' => Code::Span(length),
            Code::Span(open) if of == '`' && open == length => Code::None,
            Code::Block(kind, open) if kind == of && self.line_start && length >= open => Code::None,
            unchanged => unchanged,
        };
        for _ in 0..length {
            self.emit(of);
        }
    }

    fn emit(&mut self, character: char) {
        if character == ' ' && self.code == Code::None {
            // One blank around a marker is enough.
            if !self.after_marker || self.blanks.is_empty() {
                self.blanks.push(character);
            }
            return;
        }
        if self.code == Code::None {
            self.formulas.take(character, !self.blanks.is_empty());
        }
        let sticks = matches!(character, '.' | ',' | ';' | ':' | '!' | '?' | ')' | '\n' | '…');
        if !(self.after_marker && sticks) {
            let blanks = std::mem::take(&mut self.blanks);
            self.push_text(&blanks);
        }
        self.blanks.clear();
        self.after_marker = false;
        self.push_text(character.encode_utf8(&mut [0; 4]));
        self.follow_lines(character);
        self.last = Some(character);
    }

    fn follow_lines(&mut self, character: char) {
        if character == '\n' {
            self.newlines += 1;
            self.line_start = true;
            if self.newlines >= 2 {
                self.formulas = Formulas::default();
            }
            // A code span ends with its paragraph, so that one stray backtick does not hide every marker.
            if self.newlines >= 2 && matches!(self.code, Code::Span(_)) {
                self.code = Code::None;
            }
        } else if !character.is_whitespace() {
            self.newlines = 0;
            self.line_start = false;
        }
    }

    fn push_text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        match self.out.last_mut() {
            Some(Piece::Text(open)) => open.push_str(text),
            _ => self.out.push(Piece::Text(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests;

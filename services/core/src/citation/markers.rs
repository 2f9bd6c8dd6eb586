//! Finds citation markers in text that comes in pieces: `【n】`, `【n†…】`, `【a:n†…】`, several numbers in one
//! pair of brackets, and `[n]` when n is a source and nothing speaks against it. Inside code spans and code
//! blocks everything is text. Works on any split of the text.

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
                && self.last.is_some_and(|last| last.is_alphanumeric() || matches!(last, '_' | ']' | ')'));
            !after_word
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

/// The source numbers in a bracketed candidate; empty when it is no marker.
fn numbers_of(candidate: &str) -> Vec<u32> {
    let inner = candidate.trim_start_matches(['【', '[']).trim_end_matches(['】', ']']);
    if inner.len() == candidate.len() || !candidate.ends_with(['】', ']']) {
        return Vec::new();
    }
    let named = inner.split('†').next().unwrap_or(inner);
    let numbers = named.rsplit(':').next().unwrap_or(named);
    numbers
        .split(',')
        .map(|number| number.trim().parse::<u32>().ok().filter(|number| *number > 0))
        .collect::<Option<Vec<u32>>>()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(pieces: &[&str]) -> Vec<Piece> {
        let is_source = |number: u32| number <= 3;
        let mut parser = MarkerParser::default();
        let mut out: Vec<Piece> = Vec::new();
        let parsed = pieces.iter().flat_map(|piece| parser.push(piece, &is_source)).collect::<Vec<_>>();
        for piece in parsed.into_iter().chain(parser.finish(&is_source)) {
            match (out.last_mut(), piece) {
                (Some(Piece::Text(open)), Piece::Text(more)) => open.push_str(&more),
                (_, piece) => out.push(piece),
            }
        }
        out
    }

    fn shown(text: &str) -> String {
        parse(&[text])
            .into_iter()
            .map(|piece| match piece {
                Piece::Text(text) => text,
                Piece::Marker(number) => format!("<{number}>"),
            })
            .collect()
    }

    #[test]
    fn every_accepted_form_is_a_marker() {
        for (text, wanted) in [
            ("A key.【1】 Next", "A key.<1> Next"),
            ("A key 【1】.", "A key<1>."),
            ("A key【1†source】 is", "A key<1> is"),
            ("A key【4:2†source】", "A key<2>"),
            ("A【1】【2】 b", "A<1><2> b"),
            ("A 【1, 2】 b", "A<1><2> b"),
            ("A key. [2] Next", "A key.<2> Next"),
            ("A key.[2]", "A key.<2>"),
            ("A key【99】.", "A key<99>."),
        ] {
            assert_eq!(shown(text), wanted, "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_a_marker_is_text() {
        for text in [
            "x[1] = 2",
            "see [2](https://example.org)",
            "[9] is no source",
            "【重要】",
            "【1",
            "`a【1】`",
            "``a ` 【1】``",
            "```\n【1】\n```\nend",
            "~~~py\nx = [1]\n~~~",
            "an open [",
            "[]",
            "[0]",
        ] {
            assert_eq!(shown(text), text);
        }
    }

    #[test]
    fn a_stray_backtick_hides_markers_only_to_the_end_of_its_paragraph() {
        assert_eq!(shown("a ` b\n\nc.【1】"), "a ` b\n\nc.<1>");
    }

    proptest! {
        #[test]
        fn any_split_gives_the_same(text in "[a`\\[\\]【】†1-3: .\n~]{0,40}", cuts in prop::collection::vec(0usize..40, 0..6)) {
            let whole = parse(&[&text]);
            let chars: Vec<char> = text.chars().collect();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(chars.len())).collect();
            cuts.extend([0, chars.len()]);
            cuts.sort_unstable();
            let pieces: Vec<String> = cuts.windows(2).map(|pair| chars[pair[0]..pair[1]].iter().collect()).collect();
            let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
            prop_assert_eq!(parse(&pieces), whole);
        }
    }
}

//! A passage in pieces that can be quoted: sentences, items of lists, rows of tables, blocks of code.

use std::sync::LazyLock;

use regex::Regex;
use unicode_segmentation::UnicodeSegmentation as _;

use super::formulas;
use super::lines::{self, Line};

#[allow(clippy::unwrap_used, reason = "a literal that the tests compile")]
static LINK: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\[([^\]\n]+)\]\([^)\s]*\)").unwrap());
#[allow(clippy::unwrap_used, reason = "a literal that the tests compile")]
static ABBREVIATION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|dr|mr|mrs|ms|prof|st|no|fig|eq|sec|ch|approx|resp|esim|ks|mm|ts|yms|ns|nk|n|[a-zåäö]|\d+)\.$",
    )
    .unwrap()
});

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A sentence.
    Sentence,
    /// A sentence that announces what comes after it.
    Lead,
    /// An item of a list.
    Item,
    /// A row of a table.
    Row,
    /// A heading inside the passage.
    Heading,
    /// A block of code.
    Code,
    /// A formula that stands between sentences and belongs to none.
    Formula,
}

/// A piece of a passage, as it stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it is.
    pub kind: Kind,
    /// Its text on one line; code keeps its lines.
    pub text: String,
}

/// Between the cells of a row.
const BORDER: &str = " | ";

/// How many cells a row has.
pub fn cells(row: &str) -> usize {
    row.matches(BORDER).count() + 1
}

/// The pieces of a passage, in order.
pub fn pieces(text: &str) -> Vec<Piece> {
    let mut cutter = Cutter::default();
    let lines: Vec<&str> = text.lines().collect();
    let formulas = formulas::lines(&lines);
    for (place, line) in lines.iter().enumerate() {
        if formulas.contains(&place) {
            cutter.formula(line);
            continue;
        }
        // The rows of a table have as many borders as their neighbours.
        let borders = lines::borders(line);
        let neighbours = [place.checked_sub(1), Some(place + 1)].map(|place| lines.get(place?));
        let in_table =
            borders > 0 && neighbours.into_iter().flatten().any(|other| lines::borders(other) == borders);
        cutter.line(line, in_table);
    }
    cutter.end_block();
    cutter.pieces
}

#[derive(Default)]
struct Cutter {
    pieces: Vec<Piece>,
    prose: String,
    item: Option<String>,
    code: Vec<String>,
    fenced: bool,
    /// An empty line was read; the paragraph may yet go on, with a formula or after one.
    paused: bool,
}

impl Cutter {
    fn line(&mut self, line: &str, in_table: bool) {
        let in_code = !self.code.is_empty();
        let kind = match lines::kind(line, in_code && !self.fenced) {
            Line::Prose(text) if in_table => Line::Row(text),
            kind => kind,
        };
        if self.fenced && kind != Line::Fence {
            self.code.push(line.to_owned());
            return;
        }
        // Code ends where another kind of line begins; a blank line inside it belongs to it.
        if in_code && !matches!(kind, Line::Code | Line::Blank) {
            self.end_code();
        }
        if kind == Line::Blank && !in_code && self.item.is_none() {
            self.paused = true;
            return;
        }
        self.go_on(matches!(kind, Line::Prose(text) if formulas::goes_on_after(&self.prose, text)));
        match kind {
            Line::Fence => {
                self.end_of_fence();
            }
            Line::Blank if in_code => self.code.push(String::new()),
            Line::Blank => self.end_block(),
            Line::Heading(text) => self.whole(Kind::Heading, text),
            Line::Row(text) => self.row(text),
            Line::Item(text) => {
                self.end_block();
                self.item = Some(text.to_owned());
            }
            Line::Code => {
                if !in_code {
                    self.end_block();
                }
                self.code.push(line.trim_end().to_owned());
            }
            Line::Prose(text) => self.prose(text),
        }
    }

    /// A line of a formula. A sentence that it stands in keeps it: without it, it would be another sentence.
    fn formula(&mut self, line: &str) {
        self.end_code();
        self.go_on(formulas::goes_on_with(&self.prose));
        self.prose(line.trim());
    }

    /// After an empty line, ends the block unless it goes on.
    fn go_on(&mut self, goes_on: bool) {
        if std::mem::take(&mut self.paused) && !goes_on {
            self.end_block();
        }
    }

    fn end_of_fence(&mut self) {
        if self.fenced {
            self.end_code();
        } else {
            self.end_block();
        }
        self.fenced = !self.fenced;
    }

    fn prose(&mut self, text: &str) {
        let open = self.item.as_mut().unwrap_or(&mut self.prose);
        if !open.is_empty() {
            open.push(' ');
        }
        open.push_str(text);
    }

    fn whole(&mut self, kind: Kind, text: &str) {
        self.end_block();
        self.pieces.push(Piece { kind, text: text.to_owned() });
    }

    fn row(&mut self, text: &str) {
        let cells: Vec<_> =
            text.trim_matches('|').split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect();
        if cells.iter().any(|cell| cell.chars().any(char::is_alphanumeric)) {
            self.whole(Kind::Row, &cells.join(BORDER));
        }
    }

    fn end_code(&mut self) {
        let code = std::mem::take(&mut self.code).join("\n");
        let code = code.trim_matches('\n').trim_end();
        if !code.is_empty() {
            self.pieces.push(Piece { kind: Kind::Code, text: code.to_owned() });
        }
    }

    fn end_block(&mut self) {
        self.end_code();
        if let Some(item) = self.item.take() {
            self.pieces.push(Piece { kind: Kind::Item, text: without_links(&item) });
        }
        let prose = std::mem::take(&mut self.prose);
        let prose = without_links(prose.trim());
        if prose.is_empty() {
            return;
        }
        if formulas::is_alone(&prose) {
            self.pieces.push(Piece { kind: Kind::Formula, text: prose });
            return;
        }
        if is_title(&prose) {
            self.pieces.push(Piece { kind: Kind::Heading, text: prose });
            return;
        }
        for text in sentences(&prose) {
            let kind = if text.ends_with(':') { Kind::Lead } else { Kind::Sentence };
            self.pieces.push(Piece { kind, text });
        }
    }
}

/// A short line without an end is a title.
fn is_title(prose: &str) -> bool {
    !prose.ends_with(['.', '!', '?', ':', '…', '。', '？', '！', ')', '"', '”', '`', ';'])
        && prose.split_whitespace().count() <= 8
        && !prose.contains(formulas::MARK)
        && !prose.chars().any(|c| c as u32 > 0x2E80)
}

fn without_links(text: &str) -> String {
    LINK.replace_all(text, "$1").into_owned()
}

/// The sentences of a paragraph. Unicode's rules, except that abbreviations, numbers, code spans and open
/// brackets do not end one.
pub fn sentences(paragraph: &str) -> Vec<String> {
    let mut sentences: Vec<String> = Vec::new();
    let mut open = String::new();
    let cuts_formula = |text: &str| formulas::has_whole_ones(paragraph) && !formulas::has_whole_ones(text);
    for bound in paragraph.split_sentence_bounds() {
        open.push_str(bound);
        let so_far = open.trim();
        if so_far.is_empty() || ABBREVIATION.is_match(so_far) || is_unbalanced(so_far) || cuts_formula(so_far)
        {
            continue;
        }
        sentences.push(so_far.to_owned());
        open.clear();
    }
    let rest = open.trim();
    if !rest.is_empty() {
        sentences.push(rest.to_owned());
    }
    sentences
}

fn is_unbalanced(text: &str) -> bool {
    let count = |sign: char| text.matches(sign).count();
    count('`') % 2 == 1 || (count('(') > count(')') && text.len() < 600)
}

#[cfg(test)]
mod tests;

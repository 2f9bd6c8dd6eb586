//! A page on its way from markup to plain text: units in sections.

use std::ops::Range;

use crate::text::visible;

/// A block, list item or table row: what a passage is put together from.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    /// Which section it is of: an index into [`Plain::sections`].
    pub section: usize,
    /// Byte range in the plain text.
    pub range: Range<usize>,
    /// Code blocks and formulas: never cut.
    pub atomic: bool,
    /// Byte ranges in the plain text that are never cut: code and formulas within a line.
    pub whole: Vec<Range<usize>>,
    /// Whether this is the line of a heading.
    pub heading: bool,
}

/// The text under one heading, up to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Section {
    /// The headings that lead to it, with their levels.
    pub path: Vec<(u8, String)>,
    /// The id of its heading.
    pub anchor: String,
}

/// A page in plain text.
#[derive(Debug)]
pub(super) struct Plain {
    pub text: String,
    pub sections: Vec<Section>,
    pub units: Vec<Unit>,
}

/// What kind of unit is being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Running text: white space at the start is dropped.
    Text,
    /// Code: kept to the letter, in one piece.
    Code,
}

#[derive(Debug)]
struct Open {
    kind: Kind,
    text: String,
    whole: Vec<Range<usize>>,
    /// Written before the unit once something comes: the bullet of a list item.
    prefix: String,
}

/// Collects units; a reader of some markup drives it. What only a program reads of a page is in none of them.
#[derive(Debug)]
pub(super) struct Draft {
    plain: Plain,
    open: Option<Open>,
    /// Whether the next unit stands right on the next line: in lists and tables.
    tight: bool,
    bullet: String,
}

impl Default for Draft {
    fn default() -> Self {
        let plain = Plain { text: String::new(), sections: vec![Section::default()], units: Vec::new() };
        Self { plain, open: None, tight: false, bullet: String::new() }
    }
}

impl Draft {
    /// Ends the unit in work and starts one of a kind.
    pub fn start(&mut self, kind: Kind) {
        self.close();
        self.open_unit(kind);
    }

    /// The bullet that the next unit starts with.
    pub fn bullet(&mut self, bullet: String) {
        self.close();
        self.bullet = bullet;
    }

    /// Puts the next unit on the very next line, without an empty line between.
    pub fn tighten(&mut self) {
        self.tight = true;
    }

    /// Sets an empty line before the next unit.
    pub fn loosen(&mut self) {
        self.tight = false;
    }

    /// Adds text to the unit in work, or starts a unit of running text with it.
    pub fn push(&mut self, text: &str) {
        let (text, open) = (visible(text), self.unit());
        let text = if open.kind == Kind::Text && open.text.is_empty() { text.trim_start() } else { &*text };
        open.text.push_str(text);
    }

    /// Adds text in which white space counts as one space.
    pub fn push_collapsed(&mut self, text: &str) {
        let open = self.unit();
        for c in visible(text).chars() {
            match c {
                ' ' | '\n' | '\t' | '\r' | '\u{c}' => {
                    if !open.text.is_empty() && !open.text.ends_with([' ', '\n']) {
                        open.text.push(' ');
                    }
                }
                c => open.text.push(c),
            }
        }
    }

    /// Adds text that is never cut.
    pub fn push_whole(&mut self, text: &str) {
        let (text, open) = (visible(text), self.unit());
        let text = if open.text.is_empty() { text.trim_start() } else { &*text };
        let start = open.text.len();
        open.text.push_str(text);
        open.whole.push(start..open.text.len());
    }

    /// Sets the border between two table cells.
    pub fn push_border(&mut self) {
        let open = self.unit();
        open.text.truncate(open.text.trim_end_matches(' ').len());
        open.text.push_str(if open.text.is_empty() { "| " } else { " | " });
    }

    /// Starts a new line within the unit.
    pub fn break_line(&mut self) {
        if let Some(open) = &mut self.open
            && !open.text.is_empty()
        {
            open.text.truncate(open.text.trim_end_matches(' ').len());
            open.text.push('\n');
        }
    }

    /// Ends the unit in work; nothing happens when it is blank.
    pub fn close(&mut self) {
        let Some(open) = self.open.take() else { return };
        if open.text.trim().is_empty() {
            self.bullet = open.prefix;
            return;
        }
        self.add(&open, false);
    }

    /// Ends the unit in work as a heading, which starts a section. `id` is its id on the page; a heading
    /// without one is reached by the anchor above it.
    pub fn close_as_heading(&mut self, level: u8, id: Option<&str>) {
        let open = self.open.take();
        let text = open.as_ref().map_or("", |open| open.text.trim());
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut section = self.plain.sections.last().cloned().unwrap_or_default();
        section.path.retain(|(above, _)| *above < level);
        if !line.is_empty() {
            section.path.push((level, line));
        }
        if let Some(id) = id {
            id.clone_into(&mut section.anchor);
        }
        self.plain.sections.push(section);
        self.tight = false;
        if let Some(open) = open.filter(|open| !open.text.trim().is_empty()) {
            self.add(&open, true);
        }
    }

    /// The page so far.
    pub fn finish(mut self) -> Plain {
        self.close();
        self.plain
    }

    fn unit(&mut self) -> &mut Open {
        if self.open.is_none() {
            self.open_unit(Kind::Text);
        }
        let prefix = &mut self.bullet;
        self.open.get_or_insert_with(|| Open::new(Kind::Text, std::mem::take(prefix)))
    }

    fn open_unit(&mut self, kind: Kind) {
        self.open = Some(Open::new(kind, std::mem::take(&mut self.bullet)));
    }

    fn add(&mut self, open: &Open, heading: bool) {
        let (plain, tight) = (&mut self.plain, self.tight);
        if !plain.text.is_empty() {
            plain.text.push_str(if tight { "\n" } else { "\n\n" });
        }
        let start = plain.text.len();
        plain.text.push_str(&open.prefix);
        let base = plain.text.len();
        let text = match open.kind {
            Kind::Text => open.text.trim_end(),
            Kind::Code => trim_blank_lines(&open.text),
        };
        plain.text.push_str(text);
        let end = plain.text.len();
        let whole = open.whole.iter().map(|range| base + range.start..(base + range.end).min(end));
        plain.units.push(Unit {
            section: plain.sections.len() - 1,
            range: start..end,
            atomic: open.kind == Kind::Code,
            whole: whole.filter(|range| range.start < range.end).collect(),
            heading,
        });
    }
}

impl Open {
    fn new(kind: Kind, prefix: String) -> Self {
        Self { kind, text: String::new(), whole: Vec::new(), prefix }
    }
}

/// What the next item of the innermost list begins with. `lists` are those around it, each with the number of its next
/// item, if it counts.
pub(super) fn bullet(lists: &mut [Option<u64>]) -> String {
    let indent = "  ".repeat(lists.len().saturating_sub(1));
    match lists.last_mut() {
        Some(Some(number)) => {
            let bullet = format!("{indent}{number}. ");
            *number = number.saturating_add(1);
            bullet
        }
        _ => format!("{indent}- "),
    }
}

/// Code without blank lines before and after it; the indentation of the first line stays.
fn trim_blank_lines(code: &str) -> &str {
    let code = code.trim_end();
    let mut start = 0;
    for line in code.split_inclusive('\n') {
        if !line.trim().is_empty() {
            break;
        }
        start += line.len();
    }
    &code[start..]
}

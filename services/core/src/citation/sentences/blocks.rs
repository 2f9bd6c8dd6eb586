//! What a line of Markdown begins with.

use super::growing::{Growing, Known};

/// Where a line stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Place {
    /// After an empty line or another block.
    #[default]
    Open,
    /// In a paragraph.
    Prose,
    /// Right after a list item's marker.
    ItemStart,
    /// In a list item.
    Item,
}

impl Place {
    /// Where text that stands here goes on.
    pub fn inside(self) -> Self {
        match self {
            Self::Open | Self::Prose => Self::Prose,
            Self::ItemStart | Self::Item => Self::Item,
        }
    }
}

/// What a line begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Nothing, and nothing more comes.
    Over,
    /// An empty line, `---`, a table's rule; what follows starts at `next`.
    Separator { next: usize },
    /// The marker of a list item or a quoted block; the rest of the line starts at `content`.
    Marker { content: usize, place: Place },
    /// A fenced block, up to its closing fence.
    Fence { end: usize },
    /// A heading, up to the end of its line.
    Heading { end: usize },
    /// A table's row.
    TableRow { end: usize },
    /// A formula on lines of its own.
    Formula,
    /// Anything else.
    Text,
}

impl Line {
    /// Whether a paragraph ends before such a line.
    pub fn ends_paragraph(self) -> bool {
        // A quoted block's next line goes on with the paragraph.
        !matches!(self, Self::Text | Self::Marker { place: Place::Open | Place::Prose, .. })
    }
}

/// What stands at the start of a line, or behind a marker, and where it starts.
pub(super) fn line(text: Growing<'_>, at: usize, place: Place) -> Known<(usize, Line)> {
    let start = text.skip_blanks(at)?;
    let Some(first) = text.char(start)? else { return Ok((start, Line::Over)) };
    let line = match first {
        '\n' => Line::Separator { next: start + 1 },
        '`' | '~' => fence(text, start, first)?,
        '$' if text.starts_with(start, "$$")? => Line::Formula,
        '\\' if text.starts_with(start, "\\[")? => Line::Formula,
        // "- 3. luku": one marker is enough.
        _ if place == Place::ItemStart => Line::Text,
        '#' => heading(text, start)?,
        '|' => table_line(text, start)?,
        '>' => Line::Marker { content: start + 1, place },
        '-' | '*' | '+' | '_' | '=' | '•' => rule_or_item(text, start, first)?,
        '0'..='9' => numbered_item(text, start, place)?,
        _ => Line::Text,
    };
    Ok((start, line))
}

fn fence(text: Growing<'_>, start: usize, mark: char) -> Known<Line> {
    let opened = text.skip(start, |c| c == mark)?;
    let length = opened - start;
    if length < 3 {
        return Ok(Line::Text);
    }
    let mut at = text.line_end(opened)?;
    if mark == '`' && text.text[opened..at].contains('`') {
        return Ok(Line::Text);
    }
    loop {
        if text.char(at)?.is_none() {
            return Ok(Line::Fence { end: at });
        }
        let first = text.skip(at + 1, |c| matches!(c, ' ' | '\t' | '>'))?;
        let end = text.skip(first, |c| c == mark)?;
        at = text.line_end(end)?;
        if end - first >= length && text.text[end..at].trim().is_empty() {
            return Ok(Line::Fence { end });
        }
    }
}

fn heading(text: Growing<'_>, start: usize) -> Known<Line> {
    let end = text.skip(start, |c| c == '#')?;
    let is_heading = end - start <= 6 && text.char(end)?.is_none_or(char::is_whitespace);
    Ok(if is_heading { Line::Heading { end: text.line_end(end)? } } else { Line::Text })
}

fn table_line(text: Growing<'_>, start: usize) -> Known<Line> {
    let end = text.line_end(start)?;
    let line = &text.text[start..end];
    let is_rule =
        line.contains('-') && line.chars().all(|c| matches!(c, '|' | '-' | ':') || c.is_whitespace());
    Ok(if is_rule { Line::Separator { next: after_line(text, end)? } } else { Line::TableRow { end } })
}

fn after_line(text: Growing<'_>, line_end: usize) -> Known<usize> {
    Ok(if text.char(line_end)?.is_some() { line_end + 1 } else { line_end })
}

/// `---`, `* * *`, the line under a heading; or the marker of a list item.
fn rule_or_item(text: Growing<'_>, start: usize, mark: char) -> Known<Line> {
    let (mut at, mut marks) = (start, 0);
    while let Some(c) = text.char(at)?.filter(|c| *c == mark || (*c != '\n' && c.is_whitespace())) {
        marks += usize::from(c == mark);
        at += c.len_utf8();
    }
    if marks >= 3 && text.char(at)?.is_none_or(|c| c == '\n') {
        return Ok(Line::Separator { next: after_line(text, at)? });
    }
    if matches!(mark, '_' | '=') {
        return Ok(Line::Text);
    }
    item(text, start + mark.len_utf8())
}

fn numbered_item(text: Growing<'_>, start: usize, place: Place) -> Known<Line> {
    let end = text.skip(start, |c| c.is_ascii_digit())?;
    let number = &text.text[start..end];
    // "It happened in\n1984. Nobody": only a list's first item can break into a paragraph.
    let may_begin = place != Place::Prose || number == "1";
    if number.len() > 9 || !may_begin || !matches!(text.char(end)?, Some('.' | ')')) {
        return Ok(Line::Text);
    }
    item(text, end + 1)
}

/// A list item, if a blank follows its marker.
fn item(text: Growing<'_>, after: usize) -> Known<Line> {
    if text.char(after)?.is_some_and(|c| !c.is_whitespace()) {
        return Ok(Line::Text);
    }
    let content = text.skip_blanks(after)?;
    let content = match text.char(content)? {
        Some('[') => after_checkbox(text, content)?,
        _ => content,
    };
    Ok(Line::Marker { content, place: Place::ItemStart })
}

/// Past `[ ]` or `[x]` of a task.
fn after_checkbox(text: Growing<'_>, start: usize) -> Known<usize> {
    for checkbox in ["[ ] ", "[x] ", "[X] "] {
        if text.starts_with(start, checkbox)? {
            return Ok(start + checkbox.len());
        }
    }
    Ok(start)
}

//! Cuts HTML into tags and text.

use super::text::decode;

/// A tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::passage) struct Tag {
    /// In lower case.
    pub name: String,
    /// Whether it ends an element.
    pub closing: bool,
    /// Whether it closes itself.
    pub empty: bool,
    attributes: String,
}

/// A tag, or the text up to the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'h> {
    Tag(Tag),
    Text(&'h str),
}

impl Tag {
    /// Reads one tag, from `<` to `>`; `None` when it is none (a comment).
    pub fn parse(raw: &str) -> Option<Self> {
        let inner = raw.strip_prefix('<')?.strip_suffix('>')?;
        let (closing, inner) = match inner.strip_prefix('/') {
            Some(inner) => (true, inner),
            None => (false, inner),
        };
        if !inner.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let name_end = inner.find(|c: char| c.is_ascii_whitespace() || c == '/').unwrap_or(inner.len());
        let (name, attributes) = inner.split_at(name_end);
        Some(Self {
            name: name.to_ascii_lowercase(),
            closing,
            empty: attributes.trim_end().ends_with('/'),
            attributes: attributes.to_owned(),
        })
    }

    /// The value of an attribute, its entities decoded.
    pub fn attribute(&self, wanted: &str) -> Option<String> {
        let mut rest = self.attributes.as_str();
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
            if rest.is_empty() {
                return None;
            }
            let name_end = rest[1..].find(|c: char| c.is_ascii_whitespace() || c == '=' || c == '/');
            let (name, after) = rest.split_at(name_end.map_or(rest.len(), |end| end + 1));
            let (value, after) = value_of(after.trim_start());
            if name.eq_ignore_ascii_case(wanted) {
                return Some(decode(value).into_owned());
            }
            rest = after;
        }
    }
}

/// The value of an attribute (empty when it has none), and what follows it.
fn value_of(text: &str) -> (&str, &str) {
    let Some(text) = text.strip_prefix('=') else {
        return ("", text);
    };
    let text = text.trim_start();
    for quote in ['"', '\''] {
        if let Some(quoted) = text.strip_prefix(quote) {
            return quoted.split_once(quote).unwrap_or((quoted, ""));
        }
    }
    text.split_at(text.find(|c: char| c.is_ascii_whitespace()).unwrap_or(text.len()))
}

/// The tags and texts of a page, comments and declarations left out. What only looks like a tag is text.
pub(super) fn tokens(html: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut ends = Ends::default();
    let (mut rest, mut from) = (html, 0);
    while let Some(at) = rest[from..].find('<').map(|at| at + from) {
        let Some(length) = ends.markup_length(&rest[at..]) else {
            from = at + 1;
            continue;
        };
        if at > 0 {
            tokens.push(Token::Text(&rest[..at]));
        }
        let markup = &rest[at..at + length];
        rest = &rest[at + length..];
        from = 0;
        if let Some(tag) = Tag::parse(markup) {
            let raw = matches!(tag.name.as_str(), "script" | "style") && !tag.closing && !tag.empty;
            let end = format!("</{}", tag.name);
            tokens.push(Token::Tag(tag));
            if raw {
                // Its content is no markup: it ends at its own end tag only.
                rest = find_ignoring_case(rest, &end).map_or("", |at| &rest[at..]);
            }
        }
    }
    if !rest.is_empty() {
        tokens.push(Token::Text(rest));
    }
    tokens
}

/// Finds the ends of markup. Remembers which ends the page does not have any more, so that a page of
/// nothing but beginnings takes no longer than any other.
#[derive(Default)]
struct Ends {
    missing: Vec<&'static str>,
}

impl Ends {
    /// How long the tag, comment or declaration at the start is; `None` when there is none.
    fn markup_length(&mut self, text: &str) -> Option<usize> {
        let after = &text[1..];
        if after.starts_with("!--") {
            return self.through(text, 4, "-->");
        }
        if after.starts_with("![CDATA[") {
            return self.through(text, 9, "]]>");
        }
        if after.starts_with('!') || after.starts_with('?') {
            return self.through(text, 1, ">");
        }
        let name = after.strip_prefix('/').unwrap_or(after);
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let simple = self.through(text, 1, ">")?;
        Some(quoted_end(text).unwrap_or(simple))
    }

    fn through(&mut self, text: &str, from: usize, end: &'static str) -> Option<usize> {
        if self.missing.contains(&end) {
            return None;
        }
        let found = text.get(from..).and_then(|rest| rest.find(end)).map(|at| from + at + end.len());
        if found.is_none() {
            self.missing.push(end);
        }
        found
    }
}

/// Where a tag ends, a `>` within quoted attribute values not counted.
fn quoted_end(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match quote {
            Some(open) => {
                if c == open {
                    quote = None;
                }
            }
            None if c == '>' => return Some(at + 1),
            None => {
                if (c == '"' || c == '\'') && before == '=' {
                    quote = Some(c);
                }
            }
        }
        if !c.is_ascii_whitespace() {
            before = c;
        }
    }
    None
}

fn find_ignoring_case(text: &str, wanted: &str) -> Option<usize> {
    let (text, wanted) = (text.as_bytes(), wanted.as_bytes());
    text.windows(wanted.len()).position(|window| window.eq_ignore_ascii_case(wanted))
}

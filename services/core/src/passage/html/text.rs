//! Character references in HTML text.

use std::borrow::Cow;

use pulldown_cmark::{Event, Parser};

/// Text with its character references (`&amp;`, `&#228;`) resolved.
pub(super) fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        decoded.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = reference_length(rest);
        match resolve(&rest[..length]) {
            Some(character) => decoded.push_str(&character),
            None => decoded.push_str(&rest[..length]),
        }
        rest = &rest[length..];
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

/// The longest name of a character reference is shorter than this.
const LONGEST_REFERENCE: usize = 40;

/// How long the reference at the start is; 1 (the `&` alone) when there is none.
fn reference_length(text: &str) -> usize {
    let name = text[1..].find(|c: char| !(c.is_ascii_alphanumeric() || c == '#')).map(|end| end + 1);
    match name {
        Some(end) if end > 1 && end < LONGEST_REFERENCE && text[end..].starts_with(';') => end + 1,
        _ => 1,
    }
}

/// Markdown knows the references of HTML: its parser has the table.
fn resolve(reference: &str) -> Option<String> {
    if reference.len() < 3 {
        return None;
    }
    Parser::new(reference).find_map(|event| match event {
        Event::Text(text) if *text != *reference => Some(text.into_string()),
        _ => None,
    })
}

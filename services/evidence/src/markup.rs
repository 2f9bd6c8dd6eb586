//! What of a sentence's Markdown is words, what is code, and what is neither.

use std::ops::Range;

/// A stretch of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// In bytes; code without its backticks.
    pub range: Range<usize>,
    pub kind: PieceKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceKind {
    Words,
    Code,
    /// A formula, without its marks.
    Formula,
    /// An address: nothing that a page says in words.
    Other,
}

/// The pieces of a sentence, in its order.
pub(crate) fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < text.len() {
        match special(text, at) {
            Some((outer, piece)) => {
                push_words(&mut pieces, start..outer.start);
                (start, at) = (outer.end, outer.end);
                pieces.push(piece);
            }
            None => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    push_words(&mut pieces, start..text.len());
    pieces
}

fn push_words(pieces: &mut Vec<Piece>, range: Range<usize>) {
    if !range.is_empty() {
        pieces.push(Piece { range, kind: PieceKind::Words });
    }
}

/// What starts at an offset and is no words: where it stands with its marks, and its piece.
fn special(text: &str, at: usize) -> Option<(Range<usize>, Piece)> {
    let rest = &text[at..];
    let other = |length: usize| {
        let range = at..at + length;
        (range.clone(), Piece { range, kind: PieceKind::Other })
    };
    let formula_of = |length: usize| {
        let marks = if rest.starts_with('$') && !rest.starts_with("$$") { 1 } else { 2 };
        let range = at + marks..at + length - marks;
        (at..at + length, Piece { range, kind: PieceKind::Formula })
    };
    match rest.as_bytes().first()? {
        b'`' => code(rest).map(|(marks, length)| {
            let range = at + marks..at + marks + length;
            (at..range.end + marks, Piece { range, kind: PieceKind::Code })
        }),
        b'$' => formula(rest).map(formula_of),
        b'\\' => enclosed(rest, "\\(", "\\)").or_else(|| enclosed(rest, "\\[", "\\]")).map(formula_of),
        b']' => enclosed(rest, "](", ")").map(other),
        b'<' | b'h' | b'H' => address(text, at).map(other),
        _ => None,
    }
}

/// How many backticks open it, and how long the code is.
fn code(rest: &str) -> Option<(usize, usize)> {
    let marks = rest.len() - rest.trim_start_matches('`').len();
    let mut at = marks;
    loop {
        at += rest[at..].find('`')?;
        let run = rest[at..].len() - rest[at..].trim_start_matches('`').len();
        if run == marks {
            return Some((marks, at - marks));
        }
        at += run;
    }
}

fn enclosed(rest: &str, open: &str, close: &str) -> Option<usize> {
    let inner = rest.strip_prefix(open)?;
    Some(open.len() + inner.find(close)? + close.len())
}

fn formula(rest: &str) -> Option<usize> {
    if rest.starts_with("$$") {
        return enclosed(rest, "$$", "$$");
    }
    // "$5 and $6" are prices.
    let inner = rest.strip_prefix('$').filter(|inner| !inner.starts_with(char::is_whitespace))?;
    let length = inner.find('$').filter(|length| !inner[..*length].ends_with(char::is_whitespace))?;
    let is_price = inner[length + 1..].starts_with(|c: char| c.is_ascii_digit());
    (!is_price).then_some(length + 2)
}

fn address(text: &str, at: usize) -> Option<usize> {
    let rest = text[at..].trim_start_matches('<');
    let is_address = rest.starts_with("http://") || rest.starts_with("https://");
    if !is_address || text[..at].ends_with(char::is_alphanumeric) {
        return None;
    }
    text[at..]
        .find(|c: char| c.is_whitespace() || matches!(c, ')' | '>' | '"' | '”'))
        .or(Some(text.len() - at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<(PieceKind, &str)> {
        pieces(text).into_iter().map(|piece| (piece.kind, &text[piece.range])).collect()
    }

    #[test]
    fn code_formulas_and_addresses_are_told_from_words() {
        use PieceKind::{Code, Formula, Other, Words};
        assert_eq!(
            shown("Use `a b` or ``c ` d``, $x$, \\(y\\) [here](http://e.org) at https://e.org/a."),
            [
                (Words, "Use "),
                (Code, "a b"),
                (Words, " or "),
                (Code, "c ` d"),
                (Words, ", "),
                (Formula, "x"),
                (Words, ", "),
                (Formula, "y"),
                (Words, " [here"),
                (Other, "](http://e.org)"),
                (Words, " at "),
                (Other, "https://e.org/a."),
            ]
        );
        assert_eq!(shown("a ` b, $5 or $6"), [(Words, "a ` b, $5 or $6")]);
        assert_eq!(shown(""), []);
    }
}

//! Whether text is inside a formula: `$…$`, `$$…$$`, `\(…\)`, `\[…\]`. A formula ends with its paragraph.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fence {
    /// So many dollar signs.
    Dollars(usize),
    /// A backslash and this bracket.
    Escaped(char),
}

/// Follows text character by character; blanks are only told with the character after them.
#[derive(Debug, Default)]
pub(super) struct Formulas {
    open: Option<Fence>,
    /// Dollar signs of which the next character tells what they are.
    dollars: usize,
    last: Option<char>,
}

impl Formulas {
    /// Takes a character of the text.
    pub fn take(&mut self, character: char, after_blank: bool) {
        let escaped = self.last == Some('\\') && !after_blank;
        self.last = Some(character);
        if character == '$' && !escaped {
            if after_blank {
                self.end_dollars(None);
            }
            self.dollars += 1;
            return;
        }
        self.end_dollars((!after_blank).then_some(character));
        match (character, self.open) {
            ('(', None) if escaped => self.open = Some(Fence::Escaped(')')),
            ('[', None) if escaped => self.open = Some(Fence::Escaped(']')),
            (_, Some(Fence::Escaped(end))) if escaped && character == end => self.open = None,
            _ => {}
        }
    }

    /// Whether an opening bracket that comes next would stand inside a formula.
    pub const fn is_open(&self, after_blank: bool) -> bool {
        match (self.open, self.dollars) {
            (open, 0) => open.is_some(),
            (Some(_), _) => false,
            (None, dollars) => dollars == 2 || !after_blank,
        }
    }

    /// What dollar signs were, given the character right after them. One before a number is money.
    fn end_dollars(&mut self, next: Option<char>) {
        let dollars = std::mem::take(&mut self.dollars);
        let begins = |next: char| {
            !next.is_whitespace()
                && !next.is_ascii_digit()
                && !matches!(next, '.' | ',' | ';' | ':' | '!' | '?' | ')')
        };
        self.open = match (self.open, dollars) {
            (open, 0) => open,
            (Some(Fence::Dollars(open)), _) if dollars >= open => None,
            (None, 2) => Some(Fence::Dollars(2)),
            (None, 1) if next.is_some_and(begins) => Some(Fence::Dollars(1)),
            (open, _) => open,
        };
    }
}

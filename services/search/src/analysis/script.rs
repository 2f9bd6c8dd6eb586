//! Which scripts write words apart.

use unicode_normalization::char::is_combining_mark;

/// How a run of characters is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    /// Words with something between them.
    Spaced,
    /// Chinese, Japanese, Korean: pairs of characters.
    Pairs,
    /// Thai, Lao, Khmer, Burmese: triples of characters.
    Triples,
}

impl Script {
    /// `None` for what stands between words.
    pub(super) fn of(c: char) -> Option<Self> {
        if c.is_ascii() {
            return c.is_ascii_alphanumeric().then_some(Self::Spaced);
        }
        match u32::from(c) {
            0x0E01..=0x0E3A | 0x0E40..=0x0E4E | 0x0E81..=0x0ECD | 0x1000..=0x1049 | 0x1780..=0x17D3 => {
                Some(Self::Triples)
            }
            0x3005
            | 0x3041..=0x3096
            | 0x309D..=0x309F
            | 0x30A1..=0x30FA
            | 0x30FC..=0x30FF
            | 0x3400..=0x4DBF
            | 0x4E00..=0x9FFF
            | 0xAC00..=0xD7A3
            | 0xF900..=0xFAFF
            | 0x20000..=0x3FFFF => Some(Self::Pairs),
            _ if c.is_alphanumeric() || is_combining_mark(c) => Some(Self::Spaced),
            _ => None,
        }
    }

    /// How many characters a piece has; `None` when runs are words.
    pub(super) const fn piece_chars(self) -> Option<usize> {
        match self {
            Self::Spaced => None,
            Self::Pairs => Some(2),
            Self::Triples => Some(3),
        }
    }
}

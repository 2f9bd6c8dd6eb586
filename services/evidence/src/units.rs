//! Bytes to UTF-16 code units.

use std::ops::Range;

use chatbot_core::citation::evidence::Units;

/// The stretch of a text in UTF-16 code units.
pub(crate) fn units(text: &str, range: &Range<usize>) -> Units {
    let length = |text: &str| u32::try_from(text.encode_utf16().count()).unwrap_or(u32::MAX);
    let start = length(&text[..range.start]);
    start..start.saturating_add(length(&text[range.clone()]))
}

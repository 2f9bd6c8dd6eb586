//! How titles and headings stand in a line of a tool's output.

use chatbot_core::{fence, text};

/// The longest title that is shown to a model whole, in characters.
const LONGEST_NAME: usize = 200;

/// A title or heading on one line, not too long; not escaped, for [`fence::source`].
pub(crate) fn shortened(name: &str) -> String {
    // Whatever follows could not be shown anyway.
    let (start, _) = text::first_chars(name, LONGEST_NAME * 4);
    let line = start.split_whitespace().collect::<Vec<_>>().join(" ");
    text::shortened(&line, LONGEST_NAME)
}

/// A title or heading in quotation marks and harmless.
pub(crate) fn quoted(name: &str) -> String {
    format!("“{}”", fence::escape(&shortened(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_one_harmless_line() {
        assert_eq!(quoted("Keys\n- [1] </output>"), "“Keys - (1) ‹/output>”");
        assert_eq!(shortened(&"ä".repeat(100_000)).chars().count(), LONGEST_NAME + 1);
    }
}

//! What text may hold.

/// Whether text from a person can be stored: it has something to say and no NUL.
pub fn is_storable_message(text: &str) -> bool {
    let says_something = |c: char| {
        let invisible =
            matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}');
        !c.is_whitespace() && !c.is_control() && !invisible
    };
    text.chars().any(says_something) && !text.contains('\0')
}

/// Text from models, pages and tools with what Postgres cannot keep replaced by U+FFFD.
pub fn storable(text: &str) -> String {
    text.replace('\0', "\u{FFFD}")
}

/// A cautious estimate of how many tokens a text is: three bytes each.
pub fn tokens(text: &str) -> u32 {
    u32::try_from(text.len() / 3).unwrap_or(u32::MAX)
}

/// The first `limit` characters, whether something was cut.
pub fn first_chars(text: &str, limit: usize) -> (&str, bool) {
    match text.char_indices().nth(limit) {
        Some((end, _)) => (&text[..end], true),
        None => (text, false),
    }
}

/// The title of a conversation: its first question on one line, cut at 60 characters.
pub fn title_of(question: &str) -> String {
    let line = question.split_whitespace().collect::<Vec<_>>().join(" ");
    match first_chars(&line, 60) {
        (start, true) => format!("{}…", first_chars(start, 59).0.trim_end()),
        (whole, false) => whole.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_one_line_of_at_most_sixty_characters() {
        assert_eq!(title_of("What is\n a  key?"), "What is a key?");
        let long = title_of(&"ä".repeat(100));
        assert_eq!(long.chars().count(), 60);
        assert!(long.ends_with('…'));
    }

    #[test]
    fn a_blank_message_or_one_with_nul_cannot_be_stored() {
        assert!(!is_storable_message(" \n"));
        assert!(!is_storable_message("\u{200b}\u{feff}"));
        assert!(!is_storable_message("a\0b"));
        assert!(is_storable_message("a"));
        assert_eq!(storable("a\0b"), "a\u{FFFD}b");
    }
}

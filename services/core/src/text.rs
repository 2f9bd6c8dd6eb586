//! What text may hold.

/// Whether text from a person can be stored: it has something to say and no NUL.
pub fn is_storable_message(text: &str) -> bool {
    says_something(text) && !text.contains('\0')
}

/// Whether there is anything to see in it.
fn says_something(text: &str) -> bool {
    let invisible = |c: char| matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}') || turns_text(c);
    text.chars().any(|c| !c.is_whitespace() && !c.is_control() && !invisible(c))
}

/// Whether a character does nothing but change the direction in which text runs: it can make a line say something else
/// than it does.
const fn turns_text(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text as a line of a list shows it: blanks of any kind become one, controls and what turns text are left out. Nothing
/// where there is nothing to see.
pub fn line_of(text: &str) -> String {
    let seen: String =
        text.chars().filter(|c| c.is_whitespace() || !(c.is_control() || turns_text(*c))).collect();
    if says_something(&seen) { seen.split_whitespace().collect::<Vec<_>>().join(" ") } else { String::new() }
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
    let line = line_of(question);
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
    fn what_hides_or_turns_text_is_in_no_line() {
        for (text, line) in [
            ("\u{202e}gpj.exe\u{202c}", "gpj.exe"),
            ("a\u{2067}b\u{2069}\u{200f}\u{61c}c", "abc"),
            ("a\u{1b}[31m\u{7f}\u{85}b\tc\r\n", "a[31m b c"),
            ("a\0b", "ab"),
            // Joiners are letters' own: emoji and Persian words fall apart without them.
            ("👩\u{200d}🎓 می\u{200c}خواهم", "👩\u{200d}🎓 می\u{200c}خواهم"),
            ("\u{202e}\u{200d} ", ""),
        ] {
            assert_eq!(line_of(text), line, "{text:?}");
        }
        assert_eq!(title_of("What is \u{202e}a key?"), "What is a key?");
        assert!(!is_storable_message("\u{2066}\u{2069}"));
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

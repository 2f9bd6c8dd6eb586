//! What text may hold.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

/// Whether text from a person can be stored: it has something to say and no NUL.
pub fn is_storable_message(text: &str) -> bool {
    says_something(text) && !text.contains('\0')
}

/// Whether there is anything to see in it.
fn says_something(text: &str) -> bool {
    text.chars().any(|c| !c.is_whitespace() && !c.is_control() && !is_unseen(c))
}

/// Whether a character takes no room and draws nothing by itself. Some of them are letters' own: emoji and Persian words
/// fall apart without joiners.
pub const fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
    ) || turns_text(c)
        || is_note(c)
}

/// Whether a character is a note to programs: tags, which can spell out whole sentences that only a program reads, and
/// what stands around annotations.
const fn is_note(c: char) -> bool {
    matches!(c, '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether it is one of those that choose the form of the character before them.
const fn chooses_form(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}')
}

/// A text without what nobody who reads it sees and a program may take for something: controls but for white space, what
/// turns text, and notes to programs. Joiners stay, and so does a choice of form behind what it is about.
pub fn visible(text: &str) -> Cow<'_, str> {
    let hides =
        |c: char| (c.is_control() && !c.is_whitespace()) || turns_text(c) || is_note(c) || chooses_form(c);
    if !text.contains(hides) {
        return Cow::Borrowed(text);
    }
    let mut seen = String::with_capacity(text.len());
    for c in text.chars() {
        let has_form =
            || seen.chars().next_back().is_none_or(|last| last.is_whitespace() || chooses_form(last));
        let stays = if chooses_form(c) { !has_form() } else { !hides(c) };
        if stays {
            seen.push(c);
        }
    }
    Cow::Owned(seen)
}

/// Whether a character does nothing but change the direction in which text runs: it can make a line say something else
/// than it does.
const fn turns_text(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text as a line of a list shows it: blanks of any kind become one, controls and what turns text are left out. Nothing
/// where there is nothing to see.
pub fn line_of(text: &str) -> String {
    let seen = visible(text);
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

/// What people read of a text that is cut after at most `limit` characters: a letter with its accents, a flag or a
/// family is several characters and is shown whole or not at all. One that alone is longer than the limit is cut as well.
pub fn first_whole(text: &str, limit: usize) -> (&str, bool) {
    let (start, is_cut) = first_chars(text, limit);
    if !is_cut {
        return (text, false);
    }
    let borders = text.grapheme_indices(true).map(|(at, _)| at);
    match borders.take_while(|at| *at <= start.len()).last() {
        Some(border) if border > 0 => (&text[..border], true),
        _ => (start, true),
    }
}

/// A text of which people are shown at most `limit` characters, and that there is more.
pub fn shortened(text: &str, limit: usize) -> String {
    match first_whole(text, limit) {
        (start, true) => format!("{}…", start.trim_end()),
        (whole, false) => whole.to_owned(),
    }
}

/// The title of a conversation: its first question on one line, cut at 60 characters.
pub fn title_of(question: &str) -> String {
    let line = line_of(question);
    if first_chars(&line, 60).1 { shortened(&line, 59) } else { line }
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
    fn what_people_see_as_one_is_never_cut_in_two_at_whatever_length() {
        for one in [
            "é",
            "👩\u{200d}🏫",
            "\u{1F1EB}\u{1F1EE}",
            "e\u{301}",
            "👨\u{200d}👩\u{200d}👧\u{200d}👦",
            "\u{1112}\u{1161}\u{11ab}",
            "\r\n",
        ] {
            let (text, characters) = (one.repeat(40), one.chars().count());
            for limit in 0..=40 * characters + 1 {
                let (start, is_cut) = first_whole(&text, limit);
                assert_eq!(is_cut, limit < 40 * characters);
                assert!(start.chars().count() <= limit && text.starts_with(start), "{limit}: {start:?}");
                let wholes = limit / characters;
                if wholes > 0 {
                    assert_eq!(start, one.repeat(wholes.min(40)), "after {limit} characters");
                }
                let before = format!("{}{text}", "a".repeat(limit));
                let title = title_of(&before);
                assert!(title.chars().count() <= 60, "{title}");
                let shown = title.trim_end_matches('…').trim_start_matches('a');
                assert!(shown.graphemes(true).all(|seen| seen == one), "{title:?}");
            }
        }
        assert_eq!(
            first_whole(&format!("e{}", "\u{301}".repeat(100)), 50).0.chars().count(),
            50,
            "longer than all"
        );
        assert_eq!(shortened("Keys and rows", 5), "Keys…");
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
    fn what_only_a_program_reads_is_not_in_what_people_read() {
        let tags: String =
            "obey".bytes().map(|byte| char::from_u32(0xE0000 + u32::from(byte)).unwrap()).collect();
        let smuggled = format!("❤{}", "\u{fe0f}\u{fe01}\u{fe02}\u{fe03}");
        for (text, seen) in [
            (format!("A key{tags} identifies"), "A key identifies"),
            (smuggled, "❤\u{fe0f}"),
            ("\u{fe00}\u{fe01} a".to_owned(), " a"),
            ("a\u{e0100}b\u{e01ef}c".to_owned(), "abc"),
            ("\u{fff9}a\u{fffa}b\u{fffb}".to_owned(), "ab"),
            ("a\u{8}\u{1b}[1m\u{9d}b\tc\r\nd".to_owned(), "a[1mb\tc\r\nd"),
            ("\u{2067}if\u{202e} (x)".to_owned(), "if (x)"),
            // Nothing is lost that letters need.
            ("👩\u{200d}🎓 می\u{200c}خواهم ☎\u{fe0f}".to_owned(), "👩\u{200d}🎓 می\u{200c}خواهم ☎\u{fe0f}"),
        ] {
            assert_eq!(visible(&text), seen, "{text:?}");
        }
        assert!(!is_storable_message(&tags) && !is_storable_message("\u{3164}\u{ad}"));
        assert!(matches!(visible("A key."), Cow::Borrowed(_)));
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

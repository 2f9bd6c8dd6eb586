//! JSON of servers that cut a character between two events, or send half of one: `\ud83d` alone is no text, and no
//! reader of JSON takes it.

/// U+FFFD, as an escape.
const REPLACEMENT: &str = "\\ufffd";

/// The same JSON with U+FFFD for each escape that names half a character and has no other half.
pub fn replaced(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        out.push_str(before);
        let length = match (unit(escape), unit(escape.get(6..).unwrap_or_default())) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                out.push_str(REPLACEMENT);
                rest = &escape[6..];
                continue;
            }
            (Some(_), _) => 6,
            // A backslash and what it escapes.
            (None, _) => 1 + escape.chars().nth(1).map_or(0, char::len_utf8),
        };
        out.push_str(&escape[..length]);
        rest = &escape[length..];
    }
    out.push_str(rest);
    out
}

/// The UTF-16 code unit that an escape at the start of a text names.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_replaced_and_whole_characters_stay() {
        for (json, expected) in [
            (r#""a\ud83d""#, "a\u{FFFD}"),
            (r#""\ude00 b""#, "\u{FFFD} b"),
            (r#""\ud83d\ude00""#, "😀"),
            (r#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"),
            (r#""\ud83d\n\\ud83d\u00e4ä\"""#, "\u{FFFD}\n\\ud83dää\""),
            (r#""no escape""#, "no escape"),
        ] {
            assert_eq!(serde_json::from_str::<String>(&replaced(json)).unwrap(), expected, "{json}");
        }
        for broken in ["\"\\", "\"\\u12", "\\", "\\ä"] {
            assert_eq!(replaced(broken), broken);
        }
    }
}

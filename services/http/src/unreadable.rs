//! Bodies that cannot be read: which field, and what is expected there, in words of ours.

use chatbot_protocol::ErrorCode;
use serde::de::IgnoredAny;
use serde_json::error::Category;

use crate::error::HttpError;

/// What is expected of each field of a body.
const EXPECTED: &[(&str, &str)] = &[
    ("id", "an id, as text"),
    ("message", "a message: `role` as text, and `parts` as a list"),
    ("messages", "a list of messages, each with `role` as text and `parts` as a list"),
    ("role", "`user` or `assistant`"),
    ("parts", "a list"),
    ("trigger", "`submit-message` or `regenerate-message`"),
    ("messageId", "a message's id, as text"),
    ("pageId", "a page's id, a UUID"),
    ("selection", "text"),
    ("toolChoice", "`auto`, `none`, `required`, or an object that names a tool"),
    ("title", "text"),
    ("acceptedDisclaimerVersion", "a whole number"),
    ("rating", "`up` or `down`"),
    ("reason", "`wrong`, `wrong_source`, `off_topic`, `unclear`, `incomplete` or `other`"),
    ("comment", "text"),
    ("settings", "the settings of a chatbot, whole"),
    ("viewAs", "`student` or `me`"),
    ("question", "text"),
    ("name", "text"),
    ("enabled", "`true` or `false`"),
    ("prompt", "text"),
    ("suggestedMessages", "a list of texts"),
    ("allowedTools", "a list of the names of tools"),
    ("languages", "a list of BCP 47 tags"),
    ("temperature", "a number"),
    ("opensAt", "a time, RFC 3339"),
    ("closesAt", "a time, RFC 3339"),
    ("retentionDays", "a whole number"),
    ("limits", "the limits, whole numbers"),
    ("invalidCalls", "an object with `retries` and `unhandled`"),
];

const HALF_A_CHARACTER: &str =
    "The body holds half a character, or bytes that are none, which cannot be stored.";

/// A body that could not be read.
pub(crate) struct Unreadable<'a> {
    pub body: &'a [u8],
    /// By which code half a character is refused.
    pub of_half_characters: ErrorCode,
}

impl Unreadable<'_> {
    /// Its refusal, where it could not be read at this path.
    pub fn refusal(&self, path: &str, error: &serde_json::Error) -> HttpError {
        let code =
            if has_half_a_character(error) { self.of_half_characters } else { ErrorCode::InvalidRequest };
        HttpError::with_detail(code, detail_of(self.body, path, error))
    }
}

fn detail_of(body: &[u8], path: &str, error: &serde_json::Error) -> String {
    if has_half_a_character(error) {
        return HALF_A_CHARACTER.to_owned();
    }
    // Where a word is expected, the reader takes `null` or a number for no JSON at all.
    let is_json = || serde_json::from_slice::<IgnoredAny>(body).is_ok();
    if error.classify() != Category::Data && !is_json() {
        return format!("The body is not valid JSON at line {}, column {}.", error.line(), error.column());
    }
    let within = path.trim_start_matches(['.', '?']);
    let said = error.to_string();
    // The last message of a list is read on its own, and a field that is not there is at no place.
    let missing = said.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
    if said.starts_with("unknown field `") {
        return format!("There is no field `{within}` here.");
    }
    match missing {
        Some(field) => {
            let place = if within.is_empty() { field.to_owned() } else { format!("{within}.{field}") };
            format!("The body lacks `{place}`: expected is {}.", expected(&place))
        }
        None if within.is_empty() => "The body is not the JSON object that is expected.".to_owned(),
        None => format!("`{within}` cannot be read: expected is {}.", expected(within)),
    }
}

/// What is expected at a place: of the innermost field that has a name of ours.
fn expected(path: &str) -> &'static str {
    let mut fields = path.split(['.', '[']).rev();
    let known = fields.find_map(|field| EXPECTED.iter().find(|(name, _)| *name == field));
    known.map_or("something else", |(_, expected)| *expected)
}

/// Whether it is JSON, with a surrogate alone in it.
fn has_half_a_character(error: &serde_json::Error) -> bool {
    let text = error.to_string();
    text.contains("surrogate") || text.contains("hex escape") || text.contains("unicode code point")
}

#[cfg(test)]
mod tests {
    use chatbot_protocol::send_message::SendMessageBody;

    use super::*;

    fn detail(body: &str) -> String {
        let mut reader = serde_json::Deserializer::from_str(body);
        let read: Result<SendMessageBody, _> = serde_path_to_error::deserialize(&mut reader);
        let error = read.unwrap_err();
        detail_of(body.as_bytes(), &error.path().to_string(), error.inner())
    }

    #[test]
    fn a_body_that_cannot_be_read_is_told_by_its_field_and_what_is_expected() {
        for (body, told) in [
            ("{}", "The body lacks `id`: expected is an id, as text."),
            (r#"{"id":7}"#, "`id` cannot be read: expected is an id, as text."),
            (r#"{"id":"c","pageId":"here"}"#, "`pageId` cannot be read: expected is a page's id, a UUID."),
            (
                r#"{"id":"c","trigger":"delete"}"#,
                "`trigger` cannot be read: expected is `submit-message` or `regenerate-message`.",
            ),
            (
                r#"{"id":"c","message":{"parts":[]}}"#,
                "The body lacks `message.role`: expected is `user` or `assistant`.",
            ),
            (
                r#"{"id":"c","message":{"role":"user","parts":7}}"#,
                "`message.parts` cannot be read: expected is a list.",
            ),
            (
                r#"{"id":"c","messages":[{}]}"#,
                "The body lacks `messages.role`: expected is `user` or `assistant`.",
            ),
            (
                r#"{"id":"c","messages":[7]}"#,
                "`messages` cannot be read: expected is a list of messages, each with `role` as text and \
                 `parts` as a list.",
            ),
            (
                r#"{"id":"c","toolChoice":"sometimes"}"#,
                "`toolChoice` cannot be read: expected is `auto`, `none`, `required`, or an object that names a \
                 tool.",
            ),
            (
                r#"{"id":"c","trigger":null}"#,
                "`trigger` cannot be read: expected is `submit-message` or `regenerate-message`.",
            ),
            (
                r#"{"id":"c","trigger":1e308}"#,
                "`trigger` cannot be read: expected is `submit-message` or `regenerate-message`.",
            ),
            (r#"{"id":1e999}"#, "`id` cannot be read: expected is an id, as text."),
            (r#"{"id":"\ud800"}"#, HALF_A_CHARACTER),
            (r#"{"id":"c","#, "The body is not valid JSON at line 1, column 10."),
        ] {
            assert_eq!(detail(body), told, "{body}");
        }
    }
}

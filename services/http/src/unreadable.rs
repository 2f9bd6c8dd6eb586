//! Bodies that cannot be read: which field, and what is expected there, in words of ours.

use chatbot_protocol::ErrorCode;
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

/// The refusal of a body that could not be read at this path.
pub(crate) fn refusal(path: &str, error: &serde_json::Error) -> HttpError {
    HttpError::with_detail(code_of(error), detail_of(path, error))
}

fn detail_of(path: &str, error: &serde_json::Error) -> String {
    if error.classify() != Category::Data {
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

/// Lone surrogates are what cannot be stored of a message; anything else is a broken request.
fn code_of(error: &serde_json::Error) -> ErrorCode {
    let text = error.to_string();
    if text.contains("surrogate") || text.contains("hex escape") || text.contains("unicode code point") {
        ErrorCode::InvalidMessage
    } else {
        ErrorCode::InvalidRequest
    }
}

#[cfg(test)]
mod tests {
    use chatbot_protocol::send_message::SendMessageBody;

    use super::*;

    fn detail(body: &str) -> String {
        let mut reader = serde_json::Deserializer::from_str(body);
        let read: Result<SendMessageBody, _> = serde_path_to_error::deserialize(&mut reader);
        let error = read.unwrap_err();
        detail_of(&error.path().to_string(), error.inner())
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
            (r#"{"id":"c","#, "The body is not valid JSON at line 1, column 10."),
        ] {
            assert_eq!(detail(body), told, "{body}");
        }
    }
}

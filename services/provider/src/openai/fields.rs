//! Fields of JSON that other people's servers send, read with tolerance: each may be missing, null or of another type
//! than OpenAI documents, and what is not understood is left out.

use chatbot_core::model::Finish;
use chatbot_core::text::{first_chars, storable};
use chatbot_protocol::data_part::Usage;
use serde_json::Value;

use super::overflow;

/// How much of a reported error is kept.
const ERROR_CHARS: usize = 500;
/// What stands for an error without words.
pub const NO_WORDS: &str = "no further words";

/// A string; anything else is none.
pub fn text(value: &Value) -> String {
    value.as_str().map(storable).unwrap_or_default()
}

/// A string, a part with a text, or a list of those. Parts of other types (thinking, references) are not
/// the answer.
pub fn push_content(content: &Value, text: &mut String) {
    match content {
        Value::String(more) => text.push_str(&storable(more)),
        Value::Array(parts) => parts.iter().for_each(|part| push_content(part, text)),
        Value::Object(part) => {
            let kind = part.get("type").and_then(Value::as_str).unwrap_or("text");
            if matches!(kind, "" | "text" | "output_text" | "refusal") {
                push_content(part.get("text").unwrap_or(&Value::Null), text);
                push_content(part.get("refusal").unwrap_or(&Value::Null), text);
            }
        }
        _ => {}
    }
}

/// Arguments of a call, or a piece of them: some servers send JSON instead of a text that holds JSON.
pub fn arguments(value: &Value) -> String {
    match value {
        Value::String(more) => storable(more),
        whole @ (Value::Object(_) | Value::Array(_)) => whole.to_string(),
        _ => String::new(),
    }
}

/// The error that an event reports, wherever it stands in it.
pub fn error_of(value: &Value) -> Option<String> {
    let text = match &value["error"] {
        Value::Null | Value::Bool(false) => flat_error(value)?,
        Value::String(text) if text.is_empty() => return None,
        Value::String(text) => text.clone(),
        error => in_words(error, error["message"].as_str()).unwrap_or_else(|| error.to_string()),
    };
    Some(first_chars(&text, ERROR_CHARS).0.to_owned())
}

/// `{"object":"error","message":…}`, `{"type":"error","code":…,"message":…}` and `{"detail":…}`.
fn flat_error(value: &Value) -> Option<String> {
    let no_reply = value.get("choices").is_none();
    let reported = value["object"] == "error" || value["type"] == "error" || value.get("detail").is_some();
    (no_reply && reported).then(|| {
        let text = value["message"].as_str().or_else(|| value["detail"].as_str());
        in_words(value, text).unwrap_or_else(|| NO_WORDS.to_owned())
    })
}

/// An error's message, or the whole of it where that says of a request that is too long and the message does not.
fn in_words(error: &Value, message: Option<&str>) -> Option<String> {
    if message.is_some_and(overflow::is_said) {
        return message.map(str::to_owned);
    }
    let whole = error.to_string();
    if overflow::is_said(&whole) { Some(whole) } else { message.map(str::to_owned) }
}

/// What a reply cost, in the words of both APIs.
pub fn usage_of(value: &Value) -> Option<Usage> {
    [&value["usage"], &value["x_groq"]["usage"]].into_iter().find_map(|usage| {
        let count = |names: [&str; 2]| {
            names
                .into_iter()
                .find_map(|name| number(&usage[name]))
                .map(|n| u32::try_from(n).unwrap_or(u32::MAX))
        };
        let input = count(["prompt_tokens", "input_tokens"]);
        let output = count(["completion_tokens", "output_tokens"]);
        (input.is_some() || output.is_some()).then(|| Usage {
            input_tokens: input.unwrap_or_default(),
            output_tokens: output.unwrap_or_default(),
        })
    })
}

/// A whole number, also when it is written as a float or as text.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked, and casts saturate")]
pub fn number(value: &Value) -> Option<u64> {
    match value {
        Value::String(text) => text.trim().parse().ok(),
        value => value.as_u64().or_else(|| value.as_f64().filter(|n| *n >= 0.0).map(|n| n as u64)),
    }
}

/// Why a reply ended. Unknown reasons are the vendor's words for "done".
pub fn finish_of(reason: &str) -> Finish {
    match reason.to_ascii_lowercase().as_str() {
        "length" | "max_tokens" | "max_output_tokens" | "model_length" => Finish::Length,
        "content_filter" | "content-filter" | "safety" | "recitation" | "blocklist"
        | "prohibited_content" => Finish::Filtered,
        _ => Finish::Done,
    }
}

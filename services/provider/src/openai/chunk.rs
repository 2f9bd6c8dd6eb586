//! One chunk of a streamed reply, read with tolerance: every field may be missing, null or of another
//! type than OpenAI documents, and what is not understood is left out.

use chatbot_core::text::{first_chars, storable};
use chatbot_protocol::data_part::Usage;
use serde_json::Value;

use super::overflow;

/// How much of a reported error is kept.
const ERROR_CHARS: usize = 500;

/// What a chunk says.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Chunk {
    /// An error reported inside the stream; nothing else of the chunk counts then.
    pub error: Option<String>,
    /// More text; a refusal's text is text.
    pub text: String,
    /// Pieces of calls.
    pub calls: Vec<CallPiece>,
    /// Why the reply ended, in the server's words.
    pub finish: Option<String>,
    /// What it cost so far.
    pub usage: Option<Usage>,
}

/// A piece of a call.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct CallPiece {
    /// The call's number in the reply, where the server gives one.
    pub index: Option<u64>,
    /// The call's id, or a part of nothing.
    pub id: String,
    /// Its name, or more of it.
    pub name: String,
    /// More of its arguments.
    pub arguments: String,
}

impl Chunk {
    /// Reads a chunk. `None` for JSON that is no object: nothing of a reply.
    pub fn read(value: &Value) -> Option<Self> {
        value.as_object()?;
        let mut chunk = Self { error: error_of(value), usage: usage_of(value), ..Self::default() };
        let Some(choice) = first_choice(value) else {
            return Some(chunk);
        };
        chunk.usage = chunk.usage.or_else(|| usage_of(choice));
        chunk.finish =
            choice["finish_reason"].as_str().filter(|reason| !reason.is_empty()).map(str::to_owned);
        let delta = &choice["delta"];
        push_content(&delta["content"], &mut chunk.text);
        push_content(&delta["refusal"], &mut chunk.text);
        if let Some(calls) = delta["tool_calls"].as_array() {
            chunk.calls = calls.iter().filter(|call| call.is_object()).map(call_piece).collect();
        }
        Some(chunk)
    }
}

/// The choice that we asked for; others (`n` greater than 1) are not ours.
fn first_choice(value: &Value) -> Option<&Value> {
    let choices = value["choices"].as_array()?;
    choices.iter().find(|choice| number(&choice["index"]).is_none_or(|index| index == 0))
}

/// A string, a part with a text, or a list of those. Parts of other types (thinking, references) are not
/// the answer.
fn push_content(content: &Value, text: &mut String) {
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

fn call_piece(call: &Value) -> CallPiece {
    let function = &call["function"];
    let text = |value: &Value| value.as_str().map(storable).unwrap_or_default();
    CallPiece {
        index: number(&call["index"]),
        id: text(&call["id"]),
        name: text(&function["name"]),
        arguments: match &function["arguments"] {
            Value::String(more) => storable(more),
            whole @ (Value::Object(_) | Value::Array(_)) => whole.to_string(),
            _ => String::new(),
        },
    }
}

fn error_of(value: &Value) -> Option<String> {
    let text = match &value["error"] {
        Value::Null | Value::Bool(false) => flat_error(value)?,
        Value::String(text) if text.is_empty() => return None,
        Value::String(text) => text.clone(),
        error => {
            let whole = error.to_string();
            // The code may say what the message does not.
            let message = error["message"]
                .as_str()
                .filter(|said| overflow::is_said(said) || !overflow::is_said(&whole));
            message.map_or(whole.clone(), str::to_owned)
        }
    };
    Some(first_chars(&text, ERROR_CHARS).0.to_owned())
}

/// `{"object":"error","message":…}` and `{"detail":…}`, as some servers report.
fn flat_error(value: &Value) -> Option<String> {
    let no_reply = value.get("choices").is_none();
    let reported = value["object"] == "error" || value["type"] == "error" || value.get("detail").is_some();
    (no_reply && reported).then(|| {
        let text = value["message"].as_str().or_else(|| value["detail"].as_str());
        text.map_or_else(|| "no further words".to_owned(), str::to_owned)
    })
}

fn usage_of(value: &Value) -> Option<Usage> {
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
fn number(value: &Value) -> Option<u64> {
    match value {
        Value::String(text) => text.trim().parse().ok(),
        value => value.as_u64().or_else(|| value.as_f64().filter(|n| *n >= 0.0).map(|n| n as u64)),
    }
}

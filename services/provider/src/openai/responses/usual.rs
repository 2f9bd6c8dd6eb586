//! The usual event, a piece of text and nothing else, read without a tree of values: there are thousands a second.

use chatbot_core::text::storable;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::event::Event;

#[derive(Deserialize)]
struct Usual {
    #[serde(rename = "type")]
    _kind: Kind,
    delta: String,
    error: Option<IgnoredAny>,
    detail: Option<IgnoredAny>,
}

/// Any other kind is not read here.
#[derive(Deserialize)]
enum Kind {
    #[serde(rename = "response.output_text.delta")]
    TextDelta,
}

/// The event, when it is a usual one; any other is for [`Event::read`].
pub fn read(data: &str) -> Option<Event> {
    let Usual { delta, error, detail, .. } = serde_json::from_str(data).ok()?;
    (error.is_none() && detail.is_none()).then(|| Event::Text(storable(&delta)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_usual_event_is_read_like_any_other_and_what_is_not_usual_is_left() {
        for (data, usual) in [
            (
                r#"{"type":"response.output_text.delta","item_id":"m","output_index":0,"delta":"a\u0000ä"}"#,
                true,
            ),
            (r#"{"delta":"","type":"response.output_text.delta","logprobs":[],"error":null}"#, true),
            (r#"{"type":"response.output_text.delta","delta":"a","error":"no"}"#, false),
            (r#"{"type":"response.output_text.delta","delta":{"text":"a"}}"#, false),
            (r#"{"type":"response.refusal.delta","delta":"a"}"#, false),
            (r#"{"type":"response.reasoning_text.delta","delta":"a"}"#, false),
            (r#"{"delta":"a"}"#, false),
            (r#"{"type":"response.output_text.delta"}"#, false),
        ] {
            let read = read(data);
            assert_eq!(read.is_some(), usual, "{data}");
            if let Some(event) = read {
                assert_eq!(Event::read("", &serde_json::from_str(data).unwrap()), Some(event), "{data}");
            }
        }
    }
}

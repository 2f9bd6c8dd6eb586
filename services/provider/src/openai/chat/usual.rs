//! The usual chunk, a piece of text and nothing else, read without a tree of values: there are thousands a second.

use chatbot_core::text::storable;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::chunk::Chunk;

#[derive(Deserialize)]
struct Usual {
    /// Exactly one.
    choices: (Choice,),
    error: Option<IgnoredAny>,
    usage: Option<IgnoredAny>,
    x_groq: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Choice {
    index: Option<u64>,
    finish_reason: Option<IgnoredAny>,
    usage: Option<IgnoredAny>,
    delta: Delta,
}

#[derive(Deserialize)]
struct Delta {
    content: String,
    refusal: Option<IgnoredAny>,
    tool_calls: Option<IgnoredAny>,
}

/// The chunk, when it is a usual one; any other is for [`Chunk::read`].
pub fn read(data: &str) -> Option<Chunk> {
    let Usual { choices: (choice,), error, usage, x_groq } = serde_json::from_str(data).ok()?;
    let Delta { content, refusal, tool_calls } = choice.delta;
    let others = [error, usage, x_groq, choice.finish_reason, choice.usage, refusal, tool_calls];
    let usual = others.iter().all(Option::is_none) && choice.index.is_none_or(|index| index == 0);
    usual.then(|| Chunk { text: storable(&content), ..Chunk::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_usual_chunk_is_read_like_any_other_and_what_is_not_usual_is_left() {
        for (data, usual) in [
            (r#"{"choices":[{"index":0,"delta":{"content":"a\u0000ä"},"finish_reason":null}]}"#, true),
            (r#"{"id":"x","choices":[{"delta":{"role":"assistant","content":""}}],"usage":null}"#, true),
            (r#"{"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}"#, false),
            (r#"{"choices":[{"delta":{"content":"a"}}],"usage":{"prompt_tokens":1}}"#, false),
            (r#"{"choices":[{"delta":{"content":"a","tool_calls":[{"id":"x"}]}}]}"#, false),
            (r#"{"choices":[{"delta":{"content":"a"}}],"error":"no"}"#, false),
            (r#"{"choices":[{"index":1,"delta":{"content":"a"}}]}"#, false),
            (r#"{"choices":[{"delta":{"content":"a"}},{"delta":{"content":"b"}}]}"#, false),
            (r#"{"choices":[{"delta":{"content":["a"]}}]}"#, false),
            (r#"{"choices":[]}"#, false),
        ] {
            let read = read(data);
            assert_eq!(read.is_some(), usual, "{data}");
            if let Some(chunk) = read {
                assert_eq!(Chunk::read(&serde_json::from_str(data).unwrap()), Some(chunk), "{data}");
            }
        }
    }
}

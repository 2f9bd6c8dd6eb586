//! One chunk of a streamed reply, read with tolerance: every field may be missing, null or of another
//! type than OpenAI documents, and what is not understood is left out.

use chatbot_protocol::data_part::Usage;
use serde_json::Value;

use crate::openai::fields::{arguments, error_of, number, push_content, text, usage_of};

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

fn call_piece(call: &Value) -> CallPiece {
    let function = &call["function"];
    CallPiece {
        index: number(&call["index"]),
        id: text(&call["id"]),
        name: text(&function["name"]),
        arguments: arguments(&function["arguments"]),
    }
}

//! The messages of a request, as far as a plan needs them.

use serde_json::Value;

/// What the model reads of a request.
#[derive(Debug)]
pub struct Asked {
    /// The last question.
    pub question: String,
    /// How many rounds of calls followed it.
    pub rounds: usize,
    /// What the tools returned since.
    pub results: Vec<String>,
    pub tools_offered: Vec<String>,
}

impl Asked {
    pub fn read(body: &Value) -> Self {
        let messages = body["messages"].as_array().map_or(&[][..], Vec::as_slice);
        let at = messages.iter().rposition(|message| message["role"] == "user");
        let since = at.map_or(&[][..], |at| &messages[at + 1..]);
        let tools = body["tools"].as_array().map_or(&[][..], Vec::as_slice);
        let offered = if body["tool_choice"] == "none" { &[][..] } else { tools };
        Self {
            question: at.map(|at| text_of(&messages[at]["content"])).unwrap_or_default(),
            rounds: since.iter().filter(|message| message["tool_calls"].is_array()).count(),
            results: since
                .iter()
                .filter(|message| message["role"] == "tool")
                .map(|message| text_of(&message["content"]))
                .collect(),
            tools_offered: offered
                .iter()
                .filter_map(|tool| tool["function"]["name"].as_str().map(str::to_owned))
                .collect(),
        }
    }
}

/// A message's text: a string, or the texts of its parts.
pub fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
        _ => String::new(),
    }
}

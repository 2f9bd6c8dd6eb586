//! What the tests of both APIs' requests start from.

use chatbot_core::model::{ModelMessage, ModelRequest, ToolSpec};
use chatbot_protocol::ToolChoice;
use serde_json::json;

/// A request of these parts.
pub fn request(messages: Vec<ModelMessage>, tools: Vec<ToolSpec>, tool_choice: ToolChoice) -> ModelRequest {
    ModelRequest {
        messages,
        tools,
        tool_choice,
        max_output_tokens: None,
        temperature: None,
        language: "en".into(),
    }
}

/// A tool that searches.
pub fn search(strict: bool) -> ToolSpec {
    ToolSpec {
        name: "search".into(),
        description: "Searches.".into(),
        parameters: json!({ "type": "object" }).into(),
        strict,
    }
}

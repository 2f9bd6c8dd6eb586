//! Asks the offline model as the engine would.

use std::time::Duration;

use chatbot_core::ModelClient as _;
use chatbot_core::fence;
use chatbot_core::model::{Finish, ModelCall, ModelEvent, ModelMessage, ModelRequest, ToolSpec};
use chatbot_protocol::ToolChoice;
use chatbot_protocol::data_part::Usage;
use chatbot_provider::OfflineModel;
use futures_util::StreamExt as _;
use serde_json::json;

pub fn search_tool() -> ToolSpec {
    ToolSpec {
        name: "course_material_search".into(),
        description: "Searches the course pages.".into(),
        parameters: json!({
            "type": "object",
            "properties": { "query": { "type": "string" }, "limit": { "type": ["integer", "null"] } },
            "required": ["query", "limit"],
        })
        .into(),
        strict: true,
    }
}

pub fn progress_tool() -> ToolSpec {
    ToolSpec {
        name: "course_progress".into(),
        description: "The student's progress.".into(),
        parameters: json!({ "type": "object", "properties": {} }).into(),
        strict: true,
    }
}

pub fn request(messages: Vec<ModelMessage>) -> ModelRequest {
    ModelRequest {
        messages,
        tools: vec![search_tool(), progress_tool()],
        tool_choice: ToolChoice::Auto,
        max_output_tokens: None,
        temperature: None,
        language: "en".into(),
    }
}

pub fn user(text: &str) -> ModelMessage {
    ModelMessage::User(text.into())
}

pub async fn say(request: ModelRequest) -> (String, Vec<ModelCall>, Usage) {
    let model = OfflineModel::new(Duration::ZERO);
    let events: Vec<_> = model.ask(request).await.unwrap().map(Result::unwrap).collect().await;
    let (mut text, mut calls) = (String::new(), Vec::new());
    let (last, before) = events.split_last().unwrap();
    for event in before {
        match event {
            ModelEvent::Text(more) => text += more,
            ModelEvent::Call(call) => calls.push(call.clone()),
            ModelEvent::Completed { .. } => panic!("nothing follows the end"),
        }
    }
    let ModelEvent::Completed { finish: Finish::Done, usage: Some(usage) } = last else { panic!("{last:?}") };
    (text, calls, *usage)
}

/// A question, the calls that the model makes for it, and their results.
pub async fn with_results(mut request: ModelRequest, outputs: &[String]) -> ModelRequest {
    let (text, calls, _) = say(request.clone()).await;
    assert_eq!(calls.len(), outputs.len(), "{text} {calls:?}");
    let results = calls
        .iter()
        .zip(outputs)
        .map(|(call, output)| ModelMessage::ToolResult { call_id: call.id.clone(), output: output.clone() });
    let results: Vec<_> = results.collect();
    request.messages.push(ModelMessage::Assistant { text, calls });
    request.messages.extend(results);
    request
}

pub fn found(sources: &[(u32, &str, &str)]) -> String {
    let blocks: Vec<_> =
        sources.iter().map(|(number, heading, text)| fence::source(*number, "Page", heading, text)).collect();
    fence::tool_result(&blocks.join("\n"), Some("Cite each sentence with its marker."))
}

//! A [`ModelRequest`] as Chat Completions wants it.

use chatbot_core::model::{ModelCall, ModelMessage, ModelRequest, ToolSpec};
use chatbot_protocol::ToolChoice;
use serde_json::{Map, Value, json};

use crate::openai::{LengthField, temperature_as_written};

/// The request's body. It always asks for a stream: `async-openai` does not add that when its feature
/// `byot` is on.
pub fn body(request: &ModelRequest, model: &str, length_field: LengthField) -> Value {
    let mut body = Map::new();
    body.insert("model".into(), json!(model));
    body.insert("messages".into(), request.messages.iter().map(message).collect());
    body.insert("stream".into(), json!(true));
    body.insert("stream_options".into(), json!({ "include_usage": true }));
    if !request.tools.is_empty() {
        body.insert("tools".into(), request.tools.iter().map(tool).collect());
        body.insert("tool_choice".into(), tool_choice(&request.tool_choice));
    }
    if let Some(limit) = request.max_output_tokens {
        let field = match length_field {
            LengthField::MaxTokens => "max_tokens",
            LengthField::MaxCompletionTokens => "max_completion_tokens",
        };
        body.insert(field.into(), json!(limit));
    }
    if let Some(temperature) = request.temperature {
        body.insert("temperature".into(), json!(temperature_as_written(temperature)));
    }
    Value::Object(body)
}

fn message(message: &ModelMessage) -> Value {
    match message {
        ModelMessage::System(text) => json!({ "role": "system", "content": text }),
        ModelMessage::User(text) => json!({ "role": "user", "content": text }),
        ModelMessage::Assistant { text, calls } if calls.is_empty() => {
            json!({ "role": "assistant", "content": text })
        }
        ModelMessage::Assistant { text, calls } => json!({
            "role": "assistant",
            "content": if text.is_empty() { Value::Null } else { json!(text) },
            "tool_calls": calls.iter().map(call).collect::<Vec<_>>(),
        }),
        ModelMessage::ToolResult { call_id, output } => {
            json!({ "role": "tool", "tool_call_id": call_id, "content": output })
        }
    }
}

fn call(call: &ModelCall) -> Value {
    json!({
        "id": call.id,
        "type": "function",
        "function": { "name": call.name, "arguments": call.arguments },
    })
}

/// `strict` is sent only where it is wanted: not every server knows the field.
fn tool(spec: &ToolSpec) -> Value {
    let mut function = json!({
        "name": spec.name,
        "description": spec.description,
        "parameters": *spec.parameters,
    });
    if spec.strict {
        function["strict"] = json!(true);
    }
    json!({ "type": "function", "function": function })
}

fn tool_choice(choice: &ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => json!("auto"),
        ToolChoice::None => json!("none"),
        ToolChoice::Required => json!("required"),
        ToolChoice::Tool { tool_name } => {
            json!({ "type": "function", "function": { "name": tool_name } })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openai::trying::{request, search};

    #[test]
    fn a_whole_history_is_written_in_order() {
        let call = ModelCall { id: "a".into(), name: "search".into(), arguments: "{ }".into() };
        let body = body(
            &request(
                vec![
                    ModelMessage::System("Be kind.".into()),
                    ModelMessage::User("Hi".into()),
                    ModelMessage::Assistant { text: String::new(), calls: vec![call.clone()] },
                    ModelMessage::ToolResult { call_id: "a".into(), output: "found".into() },
                    ModelMessage::Assistant { text: "Look".into(), calls: vec![call] },
                    ModelMessage::Assistant { text: "Done".into(), calls: vec![] },
                ],
                vec![],
                ToolChoice::Auto,
            ),
            "m",
            LengthField::MaxTokens,
        );
        let calls = json!([{ "id": "a", "type": "function",
            "function": { "name": "search", "arguments": "{ }" } }]);
        assert_eq!(
            body,
            json!({
                "model": "m",
                "stream": true,
                "stream_options": { "include_usage": true },
                "messages": [
                    { "role": "system", "content": "Be kind." },
                    { "role": "user", "content": "Hi" },
                    { "role": "assistant", "content": null, "tool_calls": calls },
                    { "role": "tool", "tool_call_id": "a", "content": "found" },
                    { "role": "assistant", "content": "Look", "tool_calls": calls },
                    { "role": "assistant", "content": "Done" },
                ],
            })
        );
    }

    #[test]
    fn every_choice_has_its_form_and_none_is_sent_without_tools() {
        for (choice, wire) in [
            (ToolChoice::Auto, json!("auto")),
            (ToolChoice::None, json!("none")),
            (ToolChoice::Required, json!("required")),
            (
                ToolChoice::Tool { tool_name: "search".into() },
                json!({ "type": "function", "function": { "name": "search" } }),
            ),
        ] {
            let with =
                body(&request(vec![], vec![search(true)], choice.clone()), "m", LengthField::MaxTokens);
            assert_eq!(with["tool_choice"], wire);
            assert_eq!(with["tools"][0]["function"]["strict"], json!(true));
            let without = body(&request(vec![], vec![], choice), "m", LengthField::MaxTokens);
            assert!(without.get("tool_choice").is_none() && without.get("tools").is_none());
        }
    }

    #[test]
    fn limits_are_sent_only_when_set_and_under_the_name_the_server_knows() {
        let mut asked = request(vec![], vec![search(false)], ToolChoice::Auto);
        let plain = body(&asked, "m", LengthField::MaxTokens);
        assert!(plain.get("max_tokens").is_none() && plain.get("temperature").is_none());
        assert!(plain["tools"][0]["function"].get("strict").is_none());
        asked.max_output_tokens = Some(9);
        asked.temperature = Some(0.2);
        assert_eq!(body(&asked, "m", LengthField::MaxTokens)["max_tokens"], json!(9));
        let newer = body(&asked, "m", LengthField::MaxCompletionTokens);
        assert_eq!(newer["max_completion_tokens"], json!(9));
        assert_eq!(newer["temperature"], json!(0.2));
    }
}

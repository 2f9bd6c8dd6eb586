//! A [`ModelRequest`] as the Responses API wants it.

use chatbot_core::model::{ModelCall, ModelMessage, ModelRequest, ToolSpec};
use chatbot_protocol::ToolChoice;
use serde_json::{Map, Value, json};

use crate::openai::temperature_as_written;

/// The request's body. It always asks for a stream (`async-openai` does not add that when its feature `byot` is on), and
/// that the vendor keeps nothing: history is ours.
///
/// What a model thought is not sent back. It is kept nowhere (`store` is false, and encrypted thoughts are not asked for),
/// and a thought without what belongs to it is refused. For the same reason no item is sent back under its id: the vendor
/// would look for the thought that came before that item.
pub fn body(request: &ModelRequest, model: &str) -> Value {
    let mut body = Map::new();
    body.insert("model".into(), json!(model));
    let (instructions, history) = instructions(&request.messages);
    if !instructions.is_empty() {
        body.insert("instructions".into(), json!(instructions));
    }
    body.insert("input".into(), history.iter().flat_map(items).collect());
    body.insert("stream".into(), json!(true));
    body.insert("store".into(), json!(false));
    if !request.tools.is_empty() {
        body.insert("tools".into(), request.tools.iter().map(tool).collect());
        body.insert("tool_choice".into(), tool_choice(&request.tool_choice));
    }
    if let Some(limit) = request.max_output_tokens {
        body.insert("max_output_tokens".into(), json!(limit));
    }
    if let Some(temperature) = request.temperature {
        body.insert("temperature".into(), json!(temperature_as_written(temperature)));
    }
    Value::Object(body)
}

/// What we tell the model before anybody speaks, and the rest.
fn instructions(messages: &[ModelMessage]) -> (String, &[ModelMessage]) {
    let is_system = |message: &ModelMessage| matches!(message, ModelMessage::System(_));
    let count = messages.iter().take_while(|message| is_system(message)).count();
    let (system, rest) = messages.split_at(count);
    let texts: Vec<&str> = system
        .iter()
        .filter_map(|message| match message {
            ModelMessage::System(text) => Some(text.as_str()),
            _ => None,
        })
        .collect();
    (texts.join("\n\n"), rest)
}

/// A reply is one message, as far as it has text, and a call each.
fn items(message: &ModelMessage) -> Vec<Value> {
    match message {
        ModelMessage::System(text) => vec![said("system", "input_text", text)],
        ModelMessage::User(text) => vec![said("user", "input_text", text)],
        ModelMessage::Assistant { text, calls } => {
            let text = (!text.is_empty()).then(|| said("assistant", "output_text", text));
            text.into_iter().chain(calls.iter().map(call)).collect()
        }
        ModelMessage::ToolResult { call_id, output } => {
            vec![json!({ "type": "function_call_output", "call_id": call_id, "output": output })]
        }
    }
}

/// In parts and not as a mere text: some servers take the model's own words in this form only.
fn said(role: &str, kind: &str, text: &str) -> Value {
    json!({ "type": "message", "role": role, "content": [{ "type": kind, "text": text }] })
}

fn call(call: &ModelCall) -> Value {
    json!({
        "type": "function_call",
        "call_id": call.id,
        "name": call.name,
        "arguments": call.arguments,
    })
}

/// `strict` is always said: left out, it means yes here.
fn tool(spec: &ToolSpec) -> Value {
    json!({
        "type": "function",
        "name": spec.name,
        "description": spec.description,
        "parameters": *spec.parameters,
        "strict": spec.strict,
    })
}

fn tool_choice(choice: &ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => json!("auto"),
        ToolChoice::None => json!("none"),
        ToolChoice::Required => json!("required"),
        ToolChoice::Tool { tool_name } => json!({ "type": "function", "name": tool_name }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openai::trying::{request, search};

    #[test]
    fn a_whole_history_is_written_in_order() {
        let call = |id: &str| ModelCall { id: id.into(), name: "search".into(), arguments: "{ }".into() };
        let body = body(
            &request(
                vec![
                    ModelMessage::System("Be kind.".into()),
                    ModelMessage::User("Hi".into()),
                    ModelMessage::Assistant { text: String::new(), calls: vec![call("a"), call("b")] },
                    ModelMessage::ToolResult { call_id: "a".into(), output: "found".into() },
                    ModelMessage::ToolResult { call_id: "b".into(), output: String::new() },
                    ModelMessage::Assistant { text: "I'm sorry, no.".into(), calls: vec![call("c")] },
                    ModelMessage::ToolResult { call_id: "c".into(), output: "nothing".into() },
                    ModelMessage::Assistant { text: "Done".into(), calls: vec![] },
                ],
                vec![],
                ToolChoice::Auto,
            ),
            "m",
        );
        let call = |id: &str| json!({ "type": "function_call", "call_id": id, "name": "search", "arguments": "{ }" });
        let result = |id: &str, output: &str| json!({ "type": "function_call_output", "call_id": id, "output": output });
        let said = |role: &str, kind: &str, text: &str| {
            json!({ "type": "message", "role": role,
            "content": [{ "type": kind, "text": text }] })
        };
        assert_eq!(
            body,
            json!({
                "model": "m",
                "stream": true,
                "store": false,
                "instructions": "Be kind.",
                "input": [
                    said("user", "input_text", "Hi"),
                    call("a"),
                    call("b"),
                    result("a", "found"),
                    result("b", ""),
                    said("assistant", "output_text", "I'm sorry, no."),
                    call("c"),
                    result("c", "nothing"),
                    said("assistant", "output_text", "Done"),
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
                json!({ "type": "function", "name": "search" }),
            ),
        ] {
            let with = body(&request(vec![], vec![search(true), search(false)], choice.clone()), "m");
            assert_eq!(with["tool_choice"], wire);
            assert_eq!(
                with["tools"][0],
                json!({ "type": "function", "name": "search", "description": "Searches.",
                    "parameters": { "type": "object" }, "strict": true })
            );
            assert_eq!(with["tools"][1]["strict"], json!(false));
            let without = body(&request(vec![], vec![], choice), "m");
            assert!(without.get("tool_choice").is_none() && without.get("tools").is_none());
        }
    }

    #[test]
    fn what_is_not_set_is_not_sent() {
        let mut asked = request(vec![ModelMessage::User("Hi".into())], vec![], ToolChoice::Auto);
        let plain = body(&asked, "m");
        for field in ["max_output_tokens", "temperature", "instructions", "include", "previous_response_id"] {
            assert!(plain.get(field).is_none(), "{field}");
        }
        asked.max_output_tokens = Some(9);
        asked.temperature = Some(0.2);
        let limited = body(&asked, "m");
        assert_eq!((&limited["max_output_tokens"], &limited["temperature"]), (&json!(9), &json!(0.2)));
    }
}

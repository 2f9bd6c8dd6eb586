//! What every provider asks of a request, taken together: what one of them refuses is a fault here.

use std::collections::HashSet;

use serde_json::Value;

use super::message::text_of;

/// What is wrong with a request, a sentence each.
pub fn faults_of(body: &Value) -> Vec<String> {
    let mut faults = Faults::default();
    faults
        .unless(body["model"].as_str().is_some_and(|model| !model.is_empty()), || "no model is named".into());
    faults.unless(body["stream"] == true, || "no stream is asked for".into());
    let tools = faults.check_tools(&body["tools"]);
    faults.check_choice(&body["tool_choice"], &tools);
    match body["messages"].as_array() {
        Some(messages) if !messages.is_empty() => faults.check_messages(messages),
        _ => faults.0.push("there are no messages".into()),
    }
    faults.0
}

#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    fn unless(&mut self, right: bool, fault: impl FnOnce() -> String) {
        if !right {
            self.0.push(fault());
        }
    }

    fn check_messages(&mut self, messages: &[Value]) {
        let mut waiting: Vec<&str> = Vec::new();
        let mut ids = HashSet::new();
        let mut before = "";
        for (at, message) in messages.iter().enumerate() {
            let role = message["role"].as_str().unwrap_or_default();
            if role != "tool" {
                self.unless(waiting.is_empty(), || {
                    format!("message {at}: the calls {waiting:?} have no result")
                });
                waiting.clear();
            }
            match role {
                "system" => {
                    self.unless(at == 0, || format!("message {at}: a system message is not the first"));
                }
                "user" => self.unless(matches!(before, "" | "system" | "assistant"), || {
                    format!("message {at}: a question follows a message of role {before}")
                }),
                "assistant" => waiting = self.check_assistant(at, message, &mut ids),
                "tool" => self.check_result(at, message, &mut waiting),
                other => self.0.push(format!("message {at}: the role {other:?} is unknown")),
            }
            if matches!(role, "system" | "user") {
                let empty = text_of(&message["content"]).trim().is_empty();
                self.unless(!empty, || format!("message {at}: an empty message"));
            }
            before = role;
        }
        self.unless(waiting.is_empty(), || format!("the calls {waiting:?} have no result"));
        self.unless(matches!(before, "user" | "tool"), || format!("the last message has the role {before}"));
    }

    /// The ids of its calls, which wait for their results.
    fn check_assistant<'a>(
        &mut self,
        at: usize,
        message: &'a Value,
        ids: &mut HashSet<&'a str>,
    ) -> Vec<&'a str> {
        let calls = message["tool_calls"].as_array();
        self.unless(message["tool_calls"].is_null() || calls.is_some_and(|calls| !calls.is_empty()), || {
            format!("message {at}: `tool_calls` is no list, or an empty one")
        });
        let calls = calls.map_or(&[][..], Vec::as_slice);
        let empty = text_of(&message["content"]).trim().is_empty();
        self.unless(!empty || !calls.is_empty(), || format!("message {at}: an empty assistant message"));
        for call in calls {
            let (id, function) = (call["id"].as_str().unwrap_or_default(), &call["function"]);
            self.unless(call["type"] == "function", || format!("message {at}: a call of another type"));
            self.unless(!id.is_empty(), || format!("message {at}: a call without an id"));
            self.unless(ids.insert(id), || format!("message {at}: the id {id} comes twice"));
            let name = function["name"].as_str().unwrap_or_default();
            self.unless(is_name(name), || format!("message {at}: {name:?} is no name of a function"));
            let arguments = function["arguments"].as_str().map(serde_json::from_str::<Value>);
            self.unless(matches!(arguments, Some(Ok(Value::Object(_)))), || {
                format!("message {at}: the arguments of {id} are no object written as text")
            });
        }
        calls.iter().map(|call| call["id"].as_str().unwrap_or_default()).collect()
    }

    /// Results stand in the order of their calls: some providers match them by place.
    fn check_result(&mut self, at: usize, message: &Value, waiting: &mut Vec<&str>) {
        let id = message["tool_call_id"].as_str().unwrap_or_default();
        if waiting.first() == Some(&id) {
            waiting.remove(0);
        } else {
            self.0.push(format!("message {at}: a result for {id:?}, while {waiting:?} wait"));
            waiting.retain(|waits| *waits != id);
        }
        let empty = text_of(&message["content"]).is_empty();
        self.unless(!empty, || format!("message {at}: an empty result"));
    }

    /// The names of the tools.
    fn check_tools<'a>(&mut self, tools: &'a Value) -> Vec<&'a str> {
        let list = tools.as_array();
        self.unless(tools.is_null() || list.is_some_and(|list| !list.is_empty()), || {
            "`tools` is no list, or an empty one".into()
        });
        let mut names = Vec::new();
        for tool in list.map_or(&[][..], Vec::as_slice) {
            let function = &tool["function"];
            let name = function["name"].as_str().unwrap_or_default();
            self.unless(tool["type"] == "function" && is_name(name), || format!("{name:?} is no function"));
            self.unless(!names.contains(&name), || format!("the tool {name} comes twice"));
            let parameters = &function["parameters"];
            let valid = parameters["type"] == "object" && jsonschema::meta::is_valid(parameters);
            self.unless(valid, || format!("the parameters of {name} are no schema of an object"));
            self.unless(function["strict"] != true || is_strict(parameters), || {
                format!("the parameters of {name} are not strict")
            });
            names.push(name);
        }
        names
    }

    fn check_choice(&mut self, choice: &Value, tools: &[&str]) {
        let right = match choice {
            Value::Null => true,
            Value::String(word) => !tools.is_empty() && ["auto", "none", "required"].contains(&word.as_str()),
            choice => choice["function"]["name"].as_str().is_some_and(|name| tools.contains(&name)),
        };
        self.unless(right, || format!("the tool choice {choice} cannot be"));
    }
}

fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    (1..=64).contains(&name.len()) && name.chars().all(plain)
}

/// Whether every object of a schema is closed, and requires all of its properties.
fn is_strict(schema: &Value) -> bool {
    let closed = schema["properties"].as_object().is_none_or(|properties| {
        let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
        let all = properties.keys().all(|name| required.iter().any(|required| required == name));
        all && schema["additionalProperties"] == false
    });
    let children: Vec<&Value> = match schema {
        Value::Object(fields) => fields.values().collect(),
        Value::Array(items) => items.iter().collect(),
        _ => Vec::new(),
    };
    closed && children.into_iter().all(is_strict)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn faults(messages: &Value) -> Vec<String> {
        faults_of(&json!({ "model": "m", "stream": true, "messages": messages }))
    }

    fn calling(ids: &[&str]) -> Value {
        let call = |id: &&str| {
            json!({ "id": id, "type": "function",
            "function": { "name": "search", "arguments": "{}" } })
        };
        json!({ "role": "assistant", "content": null, "tool_calls": ids.iter().map(call).collect::<Vec<_>>() })
    }

    #[test]
    fn a_whole_conversation_has_no_fault() {
        let messages = json!([
            { "role": "system", "content": "Be kind." },
            { "role": "user", "content": "Hi" },
            calling(&["a", "b"]),
            { "role": "tool", "tool_call_id": "a", "content": "found" },
            { "role": "tool", "tool_call_id": "b", "content": "found" },
            { "role": "assistant", "content": "Done." },
            { "role": "user", "content": "Hi" },
        ]);
        assert_eq!(faults(&messages), Vec::<String>::new());
    }

    #[test]
    fn each_fault_of_messages_is_named() {
        let result = |id: &str| json!({ "role": "tool", "tool_call_id": id, "content": "x" });
        let user = json!({ "role": "user", "content": "Hi" });
        for (messages, named) in [
            (json!([]), "no messages"),
            (json!([user, calling(&["a"]), user]), "have no result"),
            (json!([user, calling(&["a"]), result("a"), result("a")]), "a result for"),
            (json!([user, calling(&["a", "b"]), result("b"), result("a")]), "a result for"),
            (json!([user, calling(&["a"]), result("a"), calling(&["a"]), result("a")]), "comes twice"),
            (json!([user, user]), "a question follows"),
            (json!([user, { "role": "assistant", "content": " " }, user]), "an empty assistant message"),
            (json!([{ "role": "user", "content": "" }]), "an empty message"),
            (json!([user, { "role": "system", "content": "x" }, user]), "not the first"),
            (json!([user, { "role": "assistant", "content": "x" }]), "the last message"),
        ] {
            let found = faults(&messages);
            assert!(found.iter().any(|fault| fault.contains(named)), "{named}: {found:?}");
        }
    }

    #[test]
    fn tools_have_schemas_and_strict_ones_are_strict() {
        let with = |function: Value| {
            faults_of(
                &json!({ "model": "m", "stream": true, "messages": [{ "role": "user", "content": "Hi" }],
                "tools": [{ "type": "function", "function": function }], "tool_choice": "auto" }),
            )
        };
        let object = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
        assert_eq!(with(json!({ "name": "a", "parameters": object })), Vec::<String>::new());
        assert_eq!(with(json!({ "name": "a", "parameters": object, "strict": true })).len(), 1);
        assert_eq!(with(json!({ "name": "a", "parameters": { "type": "objekt" } })).len(), 1);
        assert_eq!(with(json!({ "name": "a b", "parameters": object })).len(), 1);
    }
}

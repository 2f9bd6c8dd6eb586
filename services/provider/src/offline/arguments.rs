//! Arguments that fit a tool's schema.

use chatbot_core::model::ToolSpec;
use serde_json::{Map, Value, json};

/// The query where a text is required, null where that is allowed, the smallest value elsewhere.
pub fn of(tool: &ToolSpec, query: &str) -> String {
    let schema = &tool.parameters;
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut arguments = Map::new();
    for name in &required {
        arguments.insert((*name).to_owned(), sample(&schema["properties"][*name], query));
    }
    if tool.name == super::SEARCH_TOOL {
        arguments.insert("query".into(), json!(query));
    }
    Value::Object(arguments).to_string()
}

fn sample(schema: &Value, query: &str) -> Value {
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(many) => many.iter().filter_map(Value::as_str).collect(),
        _ => vec![],
    };
    let choices = schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array());
    let nullable = choices.is_some_and(|all| all.iter().any(|one| one["type"] == "null"));
    if types.contains(&"null") || nullable {
        return Value::Null;
    }
    if let Some(first) = schema["enum"].get(0).or_else(|| schema.get("const")) {
        return first.clone();
    }
    match types.first().copied() {
        Some("string") => json!(query),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(json!(1)),
        Some("boolean") => json!(false),
        Some("array") => json!([]),
        Some("object") => json!({}),
        _ => choices.and_then(|all| all.first()).map_or(Value::Null, |one| sample(one, query)),
    }
}

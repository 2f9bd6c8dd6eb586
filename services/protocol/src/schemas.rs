//! Schemas of types whose form on the wire is written by hand, or that no derive tells truly.

use serde_json::{Value, json};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::data_part::{CitationData, NoticeData, SuggestionsData, ToolDisplayInput, ToolDisplayOutput};
use crate::manage::{ChatbotLimits, ChatbotSettings};
use crate::resolution::InvalidCalls;
use crate::tool_choice::ToolChoice;
use crate::ui_message::Part;

const BOUNDS: [&str; 5] = ["minLength", "maxLength", "minimum", "maximum", "maxItems"];

/// A schema as it stands here in JSON.
fn written(schema: Value) -> RefOr<Schema> {
    // What is written here is read by a test.
    serde_json::from_value(schema).unwrap_or_else(|_| ObjectBuilder::new().into())
}

fn of<T: ToSchema>() -> Value {
    json!({"$ref": format!("#/components/schemas/{}", T::name())})
}

impl PartialSchema for ToolChoice {
    fn schema() -> RefOr<Schema> {
        written(json!({
            "description": "How the model should choose tools.",
            "oneOf": [
                {"type": "string", "enum": ["auto", "none", "required"]},
                {
                    "type": "object",
                    "required": ["type", "toolName"],
                    "properties": {
                        "type": {"type": "string", "enum": ["tool"]},
                        "toolName": {"type": "string", "minLength": 1},
                    },
                    "additionalProperties": false,
                },
            ],
        }))
    }
}

impl ToSchema for ToolChoice {}

/// Body of `POST /manage/courses/{id}/settings/check`, in the document alone: settings that need not be within their
/// bounds, since that is what is asked.
pub struct SettingsToCheck;

impl PartialSchema for SettingsToCheck {
    fn schema() -> RefOr<Schema> {
        let mut settings = unbounded(&ChatbotSettings::schema());
        settings["properties"]["limits"] = unbounded(&ChatbotLimits::schema());
        settings["properties"]["invalidCalls"] = unbounded(&InvalidCalls::schema());
        settings["description"] = json!("Settings as they may be saved, or may not.");
        written(settings)
    }
}

impl ToSchema for SettingsToCheck {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        ChatbotSettings::schemas(schemas);
    }
}

/// The same without bounds: whatever can be read.
fn unbounded(schema: &RefOr<Schema>) -> Value {
    // A schema always serialises.
    let mut schema = serde_json::to_value(schema).unwrap_or_default();
    for field in schema["properties"].as_object_mut().into_iter().flat_map(|fields| fields.values_mut()) {
        let is_whole = field["type"] == "integer" || field["type"][0] == "integer";
        if let Some(field) = field.as_object_mut() {
            field.retain(|name, _| !BOUNDS.contains(&name.as_str()));
            if is_whole {
                field.insert("minimum".to_owned(), json!(0));
            }
        }
    }
    schema
}

/// A part that is one object: what it has besides its type.
fn part(kind: &str, fields: &[(&str, Value)]) -> Value {
    let mut properties = serde_json::Map::new();
    properties.insert("type".to_owned(), json!({"type": "string", "enum": [kind]}));
    properties.extend(fields.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())));
    let required: Vec<&str> = ["type"].into_iter().chain(fields.iter().map(|(name, _)| *name)).collect();
    json!({"type": "object", "properties": properties, "required": required})
}

/// A call in each of its states: the type is `tool-` and its name, or `dynamic-tool` with the name beside it.
fn tool_parts() -> Vec<Value> {
    let states = [
        (["input-available"].as_slice(), None),
        (&["approval-requested"], None),
        (&["output-available"], Some(("output", of::<ToolDisplayOutput>()))),
        (&["output-error"], Some(("errorText", json!({"type": "string"})))),
        (&["output-denied"], None),
    ];
    let text = json!({"type": "string"});
    let parts = states.into_iter().flat_map(|(state, more)| {
        let fields = [
            ("state", json!({"type": "string", "enum": state})),
            ("toolCallId", text.clone()),
            ("input", of::<ToolDisplayInput>()),
        ];
        let fields: Vec<_> = fields.into_iter().chain(more).collect();
        let mut named = part("", &fields);
        named["properties"]["type"] = json!({"type": "string", "pattern": "^tool-"});
        let mut dynamic = part(
            "dynamic-tool",
            &fields.iter().cloned().chain([("toolName", text.clone())]).collect::<Vec<_>>(),
        );
        for part in [&mut named, &mut dynamic] {
            part["properties"]["approval"] = json!({
                "type": "object",
                "required": ["id"],
                "properties": {"id": {"type": "string"}, "approved": {"type": "boolean"}},
            });
        }
        [named, dynamic]
    });
    parts.collect()
}

impl PartialSchema for Part {
    fn schema() -> RefOr<Schema> {
        let (text, id) = (json!({"type": "string"}), json!({"type": "string", "format": "uuid"}));
        let state = json!({"type": "string", "enum": ["streaming", "done"]});
        let mut parts = vec![
            part("step-start", &[]),
            part("text", &[("text", text.clone()), ("state", state)]),
            part("source-url", &[("sourceId", id.clone()), ("url", text.clone()), ("title", text.clone())]),
            part("data-citation", &[("id", id), ("data", of::<CitationData>())]),
            part("data-suggestions", &[("id", text.clone()), ("data", of::<SuggestionsData>())]),
            part("data-notice", &[("id", text), ("data", of::<NoticeData>())]),
        ];
        parts.extend(tool_parts());
        written(json!({"description": "One part of a message, in the AI SDK's form.", "oneOf": parts}))
    }
}

impl ToSchema for Part {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        macro_rules! named {
            ($($kind:ty),*) => {$(
                schemas.push((<$kind>::name().into_owned(), <$kind>::schema()));
                <$kind>::schemas(schemas);
            )*};
        }
        named!(CitationData, SuggestionsData, NoticeData, ToolDisplayInput, ToolDisplayOutput);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_by_hand_is_read_as_it_stands() {
        let text = |schema: RefOr<Schema>| serde_json::to_string(&schema).unwrap();
        assert!(text(ToolChoice::schema()).contains("\"minLength\":1"));
        assert!(text(Part::schema()).contains("approval-requested"));
    }
}

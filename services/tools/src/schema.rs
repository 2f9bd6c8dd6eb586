//! JSON Schemas of arguments: derived from the type, and in the form in which they are advertised. Both are
//! byte-identical on every build.

use chatbot_core::node::NodeKind;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// The schema of a tool's arguments, without references and without the noise that providers refuse. What
/// the model sends is validated against this one, whatever was advertised.
pub fn of<Arguments: JsonSchema>() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    let mut schema = settings.into_generator().into_root_schema_for::<Arguments>().to_value();
    if let Some(root) = schema.as_object_mut() {
        root.remove("title");
        // Without arguments schemars leaves `properties` out, which OpenAI's servers refuse.
        root.entry("properties").or_insert_with(|| json!({}));
    }
    schema
}

/// The schema as a model sees it: without our own marks, and in OpenAI's strict form where the tool wants it.
pub fn advertised(derived: &Value, strict: bool) -> Value {
    let mut schema = derived.clone();
    each_schema(&mut schema, &mut |schema| {
        schema.remove(NodeKind::MARK);
    });
    if strict {
        each_schema(&mut schema, &mut make_strict);
    }
    schema
}

/// Every property required, formerly optional ones nullable, nothing else allowed, no keyword that strict
/// mode refuses.
fn make_strict(schema: &mut Map<String, Value>) {
    for refused in ["default", "title", "format", "minLength", "maxLength", "$schema", "examples"] {
        schema.remove(refused);
    }
    if let Some(one_of) = schema.remove("oneOf") {
        schema.insert("anyOf".to_owned(), one_of);
    }
    let Some(Value::Object(properties)) = schema.get("properties") else { return };
    let names: Vec<Value> = properties.keys().cloned().map(Value::String).collect();
    let required = schema.insert("required".to_owned(), Value::Array(names)).unwrap_or(Value::Null);
    schema.insert("additionalProperties".to_owned(), Value::Bool(false));
    let is_required =
        |name: &str| required.as_array().is_some_and(|names| names.iter().any(|known| known == name));
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for (name, property) in properties {
            if !is_required(name) {
                make_nullable(property);
            }
        }
    }
}

fn make_nullable(property: &mut Value) {
    let null = json!({"type": "null"});
    if let Some(Value::Array(branches)) = property.get_mut("anyOf") {
        if !branches.contains(&null) {
            branches.push(null);
        }
        return;
    }
    match property.get_mut("type") {
        Some(Value::Array(types)) if types.contains(&json!("null")) => {}
        Some(Value::Array(types)) => types.push(json!("null")),
        Some(Value::String(kind)) => {
            let types = json!([kind, "null"]);
            property["type"] = types;
        }
        _ => *property = json!({"anyOf": [property, null]}),
    }
}

/// Every schema in a schema, innermost first; names of properties are no keywords.
fn each_schema(schema: &mut Value, change: &mut impl FnMut(&mut Map<String, Value>)) {
    let Some(members) = schema.as_object_mut() else { return };
    for (key, member) in members.iter_mut() {
        match (key.as_str(), member) {
            ("properties" | "$defs" | "patternProperties", Value::Object(named)) => {
                for schema in named.values_mut() {
                    each_schema(schema, change);
                }
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(schemas)) => {
                for schema in schemas {
                    each_schema(schema, change);
                }
            }
            ("items" | "additionalProperties" | "not", schema) => each_schema(schema, change),
            _ => {}
        }
    }
    change(members);
}

#[cfg(test)]
mod tests {
    use chatbot_core::node::PageNode;
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only its schema is looked at")]
    struct Arguments {
        /// What to look for.
        #[schemars(length(min = 1))]
        query: String,
        format: Option<u8>,
        page: Option<PageNode>,
        kind: Option<Kind>,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    #[allow(dead_code, reason = "only its schema is looked at")]
    enum Kind {
        /// Documented, so that schemars makes a `oneOf` of it.
        One,
        Two,
    }

    fn refused(schema: &Value, found: &mut Vec<String>) {
        let Some(members) = schema.as_object() else { return };
        if members.contains_key("properties") {
            let names: Vec<&String> = members["properties"].as_object().unwrap().keys().collect();
            if members["required"] != json!(names) || members["additionalProperties"] != json!(false) {
                found.push(format!("not every property is required in {schema}"));
            }
            for property in members["properties"].as_object().unwrap().values() {
                refused(property, found);
            }
        }
        for keyword in ["oneOf", "default", "minLength", "x-node", "$ref"] {
            if members.contains_key(keyword) {
                found.push(keyword.to_owned());
            }
        }
        for branch in members.get("anyOf").and_then(Value::as_array).into_iter().flatten() {
            refused(branch, found);
        }
    }

    #[test]
    fn the_strict_form_is_one_that_strict_mode_accepts() {
        let schema = advertised(&of::<Arguments>(), true);
        let mut found = Vec::new();
        refused(&schema, &mut found);
        assert!(found.is_empty(), "{found:?} in {schema}");
        assert!(schema["properties"]["format"].is_object(), "a property may be called like a keyword");
    }

    #[test]
    fn marks_are_not_advertised_and_stay_in_the_derived_form() {
        let derived = of::<Arguments>();
        assert!(derived.to_string().contains("x-node"));
        assert!(!advertised(&derived, false).to_string().contains("x-node"));
    }
}

//! What differs between two versions.

use chatbot_protocol::manage::{ChatbotSettings, SettingChange};
use serde_json::{Map, Value};

/// The groups whose parts are told apart.
const GROUPS: [&str; 2] = ["limits", "invalidCalls"];

/// The settings that differ, in the order of their names.
pub fn changes(before: &ChatbotSettings, after: &ChatbotSettings) -> Vec<SettingChange> {
    let mut changes = Vec::new();
    compare("", &fields_of(before), &fields_of(after), &mut changes);
    changes
}

fn fields_of(settings: &ChatbotSettings) -> Map<String, Value> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => fields,
        // A struct always becomes an object.
        _ => Map::new(),
    }
}

fn compare(
    group: &str,
    before: &Map<String, Value>,
    after: &Map<String, Value>,
    changes: &mut Vec<SettingChange>,
) {
    for (name, new) in after {
        let old = before.get(name).unwrap_or(&Value::Null);
        match (old, new) {
            (old, new) if old == new => {}
            (Value::Object(old), Value::Object(new)) if GROUPS.contains(&name.as_str()) => {
                compare(&format!("{name}."), old, new, changes);
            }
            (old, new) => changes.push(SettingChange {
                field: format!("{group}{name}"),
                before: old.clone(),
                after: new.clone(),
            }),
        }
    }
}

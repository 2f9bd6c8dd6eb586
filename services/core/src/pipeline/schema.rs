//! A tool's argument schema: validated locally always, whatever form of it is advertised; and the places in
//! it that name a page, chapter or exercise.

use jsonschema::Validator;
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;

use crate::node::{Node, NodeKind};
use crate::reject::ValidationReject;

/// A compiled schema.
#[derive(Debug)]
pub struct ArgumentSchema {
    schema: Value,
    validator: Validator,
}

/// A node that arguments name, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedNode {
    /// RFC 6901 pointer into the arguments.
    pub pointer: String,
    /// The node.
    pub node: Node,
}

impl ArgumentSchema {
    /// Compiles the schema as derived from the arguments' type, without references.
    ///
    /// # Errors
    /// Why it is none: such a tool must not start.
    pub fn compile(schema: Value) -> Result<Self, String> {
        if schema["type"] != "object" {
            return Err("the arguments' schema must be of type object".to_owned());
        }
        let validator = jsonschema::validator_for(&schema).map_err(|error| error.to_string())?;
        Ok(Self { schema, validator })
    }

    /// The schema itself.
    pub const fn as_value(&self) -> &Value {
        &self.schema
    }

    /// Every way in which the arguments do not fit; a null counts as absent.
    pub fn faults(&self, tool: &str, arguments: &Value) -> Vec<ValidationReject> {
        let arguments = without_nulls(arguments);
        let mut faults = Vec::new();
        for error in self.validator.iter_errors(&arguments) {
            collect(tool, &error, &mut faults);
        }
        faults
    }

    /// The nodes that valid arguments name, in the order of their keys.
    pub fn nodes(&self, arguments: &Value) -> Vec<NamedNode> {
        let mut nodes = Vec::new();
        find_nodes(&self.schema, arguments, "", &mut nodes);
        nodes
    }
}

/// `anyOf` reports only its own place: the causes that a model can act on are inside it.
fn collect(tool: &str, error: &jsonschema::ValidationError<'_>, faults: &mut Vec<ValidationReject>) {
    if let ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } =
        error.kind()
    {
        let mut inner = Vec::new();
        for cause in context.iter().flatten() {
            collect(tool, cause, &mut inner);
        }
        // A branch `null` of an optional field says nothing that helps.
        inner
            .retain(|fault| fault.description.as_deref().is_none_or(|text| !text.ends_with("type \"null\"")));
        if !inner.is_empty() {
            faults.append(&mut inner);
            return;
        }
    }
    let pointer = error.instance_path().to_string();
    let mut fault = ValidationReject::schema_invalid(
        tool,
        &pointer,
        &error.to_string(),
        Some(error.instance().as_ref().clone()),
    );
    fault.expected = expected(error.kind());
    faults.push(fault);
}

fn expected(kind: &ValidationErrorKind) -> Option<Vec<String>> {
    match kind {
        ValidationErrorKind::Enum { options } => {
            Some(options.as_array()?.iter().map(Value::to_string).collect())
        }
        ValidationErrorKind::Required { property } => Some(vec![property.as_str()?.to_owned()]),
        _ => None,
    }
}

fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(members) => members
            .iter()
            .filter(|(_, member)| !member.is_null())
            .map(|(key, member)| (key.clone(), without_nulls(member)))
            .collect(),
        Value::Array(items) => items.iter().map(without_nulls).collect(),
        other => other.clone(),
    }
}

fn find_nodes(schema: &Value, value: &Value, pointer: &str, nodes: &mut Vec<NamedNode>) {
    for branch in ["anyOf", "oneOf", "allOf"].iter().filter_map(|key| schema[*key].as_array()).flatten() {
        find_nodes(branch, value, pointer, nodes);
    }
    match value {
        Value::String(id) => {
            let kind = schema[NodeKind::MARK].as_str().and_then(NodeKind::parse);
            let node = kind.and_then(|kind| Some(Node { kind, id: id.parse().ok()? }));
            nodes.extend(node.map(|node| NamedNode { pointer: pointer.to_owned(), node }));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                find_nodes(&schema["items"], item, &format!("{pointer}/{index}"), nodes);
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                let escaped = key.replace('~', "~0").replace('/', "~1");
                find_nodes(&schema["properties"][key], member, &format!("{pointer}/{escaped}"), nodes);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema() -> ArgumentSchema {
        ArgumentSchema::compile(json!({
            "type": "object",
            "additionalProperties": false,
            "required": ["query"],
            "properties": {
                "query": {"type": "string", "minLength": 1},
                "limit": {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]},
                "kind": {"enum": ["a", "b"]},
                "pages": {"type": "array", "items": {"type": "string", "x-node": "page"}},
                "chapter": {"anyOf": [{"type": "string", "x-node": "chapter"}, {"type": "null"}]},
            },
        }))
        .unwrap()
    }

    #[test]
    fn faults_point_at_the_field_and_say_what_is_wrong() {
        for (arguments, pointers) in [
            (json!({"query": "a"}), vec![]),
            (json!({"query": "a", "limit": null}), vec![]),
            (json!({}), vec![""]),
            (json!({"query": null}), vec![""]),
            (json!({"query": 1}), vec!["/query"]),
            (json!({"query": "a", "limit": "x"}), vec!["/limit"]),
            (json!({"query": "a", "limit": 0}), vec!["/limit"]),
            (json!({"query": "a", "other": 1}), vec![""]),
            (json!({"query": "a", "kind": "c"}), vec!["/kind"]),
            (json!({"query": "", "pages": [1]}), vec!["/pages/0", "/query"]),
        ] {
            let mut found: Vec<String> =
                schema().faults("t", &arguments).into_iter().filter_map(|fault| fault.pointer).collect();
            found.sort();
            assert_eq!(found, pointers, "{arguments}");
        }
    }

    #[test]
    fn what_would_have_been_right_is_said() {
        let fault = schema().faults("t", &json!({"query": "a", "kind": "c"})).remove(0);
        assert_eq!(fault.expected, Some(vec!["\"a\"".to_owned(), "\"b\"".to_owned()]));
        assert!(!fault.to_model_message().contains('\n'));
    }

    #[test]
    fn every_marked_id_is_found() {
        let id = "00000000-0000-0000-0000-000000000007";
        let nodes = schema().nodes(&json!({"query": id, "pages": [id, "no id"], "chapter": id}));
        let found: Vec<(&str, NodeKind)> =
            nodes.iter().map(|named| (named.pointer.as_str(), named.node.kind)).collect();
        assert_eq!(found, [("/chapter", NodeKind::Chapter), ("/pages/0", NodeKind::Page)]);
    }
}

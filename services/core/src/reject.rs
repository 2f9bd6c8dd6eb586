//! Why a candidate call or answer was rejected, in a form that a model can act on.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::text::storable;

/// The reasons there are. The loop that asks again routes on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RejectReason {
    /// No granted tool has this name.
    UnknownTool,
    /// The arguments do not fit the tool's schema.
    SchemaInvalid,
    /// The answer misses the pattern, or has markers that cannot be read.
    DoneReasonMismatch,
    /// Material was retrieved and the answer cites none of it.
    DoneEvidenceMissing,
    /// A cited sentence does not stand in its passage.
    DoneEvidenceMismatch,
    /// There is no such page, chapter or exercise in the course.
    NodeNotFound,
    /// There is one, but it is not open to this student now.
    NodeDisabled,
}

/// A rejected call or answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ValidationReject {
    /// The tool's name, as it was called; `done` for an answer.
    pub tool: String,
    /// Why.
    pub reason: RejectReason,
    /// What would have been right (the granted names, the page's own sentence).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<Vec<String>>,
    /// What came instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub got: Option<Value>,
    /// RFC 6901 pointer to the bad field; the root is `""`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// One line, fit for a retry prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl ValidationReject {
    /// A call of a tool that is not granted.
    pub fn unknown_tool(name: &str, granted: Vec<String>) -> Self {
        Self {
            tool: name.to_owned(),
            reason: RejectReason::UnknownTool,
            expected: Some(granted),
            got: Some(Value::String(name.to_owned())),
            pointer: None,
            description: Some("there is no such tool; call one of the expected ones or answer".to_owned()),
        }
    }

    /// Arguments that do not fit.
    pub fn schema_invalid(tool: &str, pointer: &str, description: &str, got: Option<Value>) -> Self {
        Self {
            tool: tool.to_owned(),
            reason: RejectReason::SchemaInvalid,
            expected: None,
            got: got.map(storable_value),
            pointer: Some(storable(pointer)),
            description: Some(storable(description)),
        }
    }

    /// A node that is not there, or not open to the student; both in one shape.
    pub fn node(tool: &str, reason: RejectReason, pointer: &str, got: Value) -> Self {
        let description = match reason {
            RejectReason::NodeDisabled => "it exists, but it is not open to this student now",
            _ => "there is none with this id in the course",
        };
        Self {
            tool: tool.to_owned(),
            reason,
            expected: None,
            got: Some(got),
            pointer: Some(pointer.to_owned()),
            description: Some(description.to_owned()),
        }
    }

    /// A reply without a call where one was asked for.
    pub fn call_missing(expected: Vec<String>) -> Self {
        Self {
            tool: "done".to_owned(),
            reason: RejectReason::SchemaInvalid,
            expected: Some(expected),
            got: None,
            pointer: Some(String::new()),
            description: Some("a tool call is required before the answer".to_owned()),
        }
    }

    /// An answer that does not stand. `got` is what is wrong of it, `expected` what would be right.
    pub fn done(
        reason: RejectReason,
        got: Option<String>,
        expected: Option<String>,
        description: &str,
    ) -> Self {
        Self {
            tool: "done".to_owned(),
            reason,
            expected: expected.map(|expected| vec![expected]),
            got: got.map(Value::String),
            pointer: None,
            description: Some(description.to_owned()),
        }
    }

    /// The reject as one line of JSON, absent keys left out, in the order of the fields above.
    pub fn to_model_message(&self) -> String {
        // A struct of strings and JSON values always serialises.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// What a model wrote, with what Postgres cannot keep replaced.
fn storable_value(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(storable(&text)),
        Value::Array(items) => items.into_iter().map(storable_value).collect(),
        Value::Object(members) => {
            members.into_iter().map(|(key, member)| (storable(&key), storable_value(member))).collect()
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_reject_quotes_can_be_stored() {
        let got = serde_json::json!({"a\0": ["b\0", {"c": "\0"}]});
        let reject = ValidationReject::schema_invalid("t", "/a\0", "`\0` is none", Some(got));
        assert!(!reject.to_model_message().contains("u0000"), "{}", reject.to_model_message());
    }

    #[test]
    fn a_reject_is_one_line_with_absent_keys_left_out() {
        let reject = ValidationReject::unknown_tool("serch\n", vec!["course_material_search".into()]);
        let line = reject.to_model_message();
        assert!(!line.contains('\n'));
        assert!(line.starts_with(r#"{"tool":"serch\n","reason":"unknown_tool","expected":["#), "{line}");
        assert!(!line.contains("pointer"));
    }
}

//! The passes that need nothing but the reply and the policy: name, edits, parse, schema.

use chatbot_protocol::Resolution;
use serde_json::Value;

use super::call::{Fault, JudgedCall};
use super::policy::RoundPolicy;
use super::resolver::{InvalidCall, InvalidCallResolver, by_policy};
use super::strict_json;
use crate::model::ModelCall;
use crate::reject::ValidationReject;

/// The longest arguments that are read, in bytes; longer ones are answered unread.
pub const LONGEST_ARGUMENTS: usize = 64 * 1024;

/// Reads every call of a reply. Those without a fault are for the typed passes.
pub fn read_calls(
    calls: &[ModelCall],
    text: &str,
    policy: &RoundPolicy,
    resolver: Option<&dyn InvalidCallResolver>,
) -> Vec<JudgedCall> {
    let granted = policy.granted_names();
    let read = |(index, call): (usize, &ModelCall)| {
        let mut judged = JudgedCall {
            call: call.clone(),
            effective_name: call.name.clone(),
            effective_arguments: "{}".to_owned(),
            unwrapped: false,
            fault: None,
            requirements: Vec::new(),
        };
        if !policy.granted.contains_key(&call.name) {
            let invalid = InvalidCall {
                index,
                name: &call.name,
                arguments: &call.arguments,
                granted: &granted,
                choice: &policy.choice,
                text,
            };
            name_pass(&mut judged, &invalid, policy, resolver);
        }
        if judged.fault.is_none() {
            parse_pass(&mut judged, policy);
        }
        judged
    };
    calls.iter().enumerate().map(read).collect()
}

/// Reads the calls of a reply that was cut off: none of them counts, whole or not.
pub fn read_cut_off(calls: &[ModelCall]) -> Vec<JudgedCall> {
    let read = |call: &ModelCall| {
        let object = object_of(&call.arguments);
        JudgedCall {
            call: call.clone(),
            effective_name: call.name.clone(),
            effective_arguments: object.map_or_else(|_| "{}".to_owned(), |object| object.text),
            unwrapped: false,
            fault: Some(Fault::CutOff),
            requirements: Vec::new(),
        }
    };
    calls.iter().map(read).collect()
}

/// A call has one repair; one that leads to no granted tool is spent, and the policy decides.
fn name_pass(
    judged: &mut JudgedCall,
    invalid: &InvalidCall<'_>,
    policy: &RoundPolicy,
    resolver: Option<&dyn InvalidCallResolver>,
) {
    let reject = ValidationReject::unknown_tool(invalid.name, invalid.granted.to_vec());
    let resolution = match resolver.and_then(|resolver| resolver.resolve(invalid)) {
        Some(Resolution::Repair { to }) if policy.granted.contains_key(&to) => {
            judged.effective_name = to;
            return;
        }
        None | Some(Resolution::Repair { .. }) => by_policy(policy, &reject),
        Some(other) => other,
    };
    if let Ok(unwrapped) = object_of(invalid.arguments) {
        judged.effective_arguments = unwrapped.text;
    }
    judged.fault = Some(Fault::UnknownTool { reject, resolution });
}

fn parse_pass(judged: &mut JudgedCall, policy: &RoundPolicy) {
    let object = match object_of(&judged.call.arguments) {
        Ok(object) => object,
        Err(problem) => {
            let reject = ValidationReject::schema_invalid(&judged.effective_name, "", &problem, None);
            judged.fault = Some(Fault::Unparsable(reject));
            return;
        }
    };
    judged.effective_arguments = object.text;
    judged.unwrapped = object.unwrapped;
    let Some(schema) = policy.granted.get(&judged.effective_name) else { return };
    let faults = schema.faults(&judged.effective_name, &object.value);
    if !faults.is_empty() {
        judged.fault = Some(Fault::SchemaInvalid(faults));
    }
}

struct Object {
    text: String,
    value: Value,
    unwrapped: bool,
}

/// The arguments as one JSON object: nothing counts as `{}`, and an object that is encoded twice is unwrapped
/// once.
fn object_of(arguments: &str) -> Result<Object, String> {
    if arguments.len() > LONGEST_ARGUMENTS {
        return Err(format!("the arguments are longer than {LONGEST_ARGUMENTS} bytes"));
    }
    if arguments.trim().is_empty() {
        return Ok(Object {
            text: "{}".to_owned(),
            value: Value::Object(serde_json::Map::new()),
            unwrapped: false,
        });
    }
    let read =
        strict_json::read(arguments).map_err(|error| format!("the arguments are not JSON: {error}"))?;
    match read {
        Value::Object(_) => Ok(Object { text: arguments.to_owned(), value: read, unwrapped: false }),
        Value::String(inner) => match strict_json::read(&inner) {
            Ok(value @ Value::Object(_)) => Ok(Object { text: inner, value, unwrapped: true }),
            _ => Err("the arguments must be a JSON object, not a string".to_owned()),
        },
        _ => Err("the arguments must be a JSON object".to_owned()),
    }
}

//! Judges the calls of a complete reply, in the order of the passes: name, parse, and then what the
//! impure checks (typed arguments, gate, requirements) report. Pure: the engine executes what is decided.

pub mod schema;
pub mod strict_json;

use chatbot_protocol::{ErrorCode, InvalidCalls, Resolution, Unhandled};
use serde_json::Value;

use crate::model::ModelCall;
use crate::reject::ValidationReject;

/// What every valid call of a round is told when another call of it was invalid.
pub const INVALID_PEER_NOTICE: &str = "This call was not run because another call of the same reply named a tool that does not exist. \
     Repeat it if you still need it.";

/// What becomes of one call.
#[derive(Clone, Debug, PartialEq)]
pub enum CallVerdict {
    /// The name is granted and the arguments are an object: the typed passes may look at it.
    Proceed {
        /// The arguments that will be authorised and run, byte for byte.
        effective_arguments: String,
    },
    /// The call is answered with the reject; its siblings are judged on their own.
    Answer(ValidationReject),
    /// No granted tool has this name.
    Invalid(ValidationReject),
}

/// What becomes of a round.
#[derive(Clone, Debug, PartialEq)]
pub enum RoundDecision {
    /// Every call runs or is answered, as its verdict says.
    Accept,
    /// Nothing runs; each call is answered with the text beside it and the model is asked again.
    Refuse(Vec<String>),
    /// The turn fails.
    Fail(ErrorCode),
}

/// Name pass and parse pass of one call.
pub fn judge_call(call: &ModelCall, granted: &[String]) -> CallVerdict {
    if !granted.contains(&call.name) {
        return CallVerdict::Invalid(ValidationReject::unknown_tool(&call.name, granted.to_vec()));
    }
    match object_of(&call.arguments) {
        Ok(effective_arguments) => CallVerdict::Proceed { effective_arguments },
        Err(problem) => CallVerdict::Answer(ValidationReject::schema_invalid(&call.name, "", problem, None)),
    }
}

/// The arguments as one JSON object: `""` counts as `{}`, and a doubly encoded object is unwrapped once.
fn object_of(arguments: &str) -> Result<String, String> {
    if arguments.trim().is_empty() {
        return Ok("{}".to_owned());
    }
    match serde_json::from_str::<Value>(arguments) {
        Ok(Value::Object(_)) => Ok(arguments.to_owned()),
        Ok(Value::String(inner)) => match serde_json::from_str::<Value>(&inner) {
            Ok(Value::Object(_)) => Ok(inner),
            _ => Err("the arguments must be a JSON object, not a string".to_owned()),
        },
        Ok(_) => Err("the arguments must be a JSON object".to_owned()),
        Err(error) => Err(format!("the arguments are not JSON: {error}")),
    }
}

/// Decides a round by the policy for invalid calls. What `Ignore` and a resolver may do comes with the
/// host's hook; until then both count as `Retry`.
pub fn decide_round(verdicts: &[CallVerdict], policy: InvalidCalls, retries_left: u32) -> RoundDecision {
    let Some(_) = verdicts.iter().find(|verdict| matches!(verdict, CallVerdict::Invalid(_))) else {
        return RoundDecision::Accept;
    };
    let results = verdicts.iter().map(|verdict| match verdict {
        CallVerdict::Invalid(reject) | CallVerdict::Answer(reject) => reject.to_model_message(),
        CallVerdict::Proceed { .. } => INVALID_PEER_NOTICE.to_owned(),
    });
    match resolution(policy) {
        Resolution::Fail => RoundDecision::Fail(ErrorCode::UnknownToolCall),
        Resolution::Skip { .. } => RoundDecision::Refuse(results.collect()),
        _ if retries_left == 0 => RoundDecision::Fail(ErrorCode::UnknownToolCall),
        _ => RoundDecision::Refuse(results.collect()),
    }
}

fn resolution(policy: InvalidCalls) -> Resolution {
    match policy.unhandled {
        Unhandled::Fail => Resolution::Fail,
        Unhandled::Skip => Resolution::Skip { reason: String::new() },
        Unhandled::Ignore | Unhandled::Retry => Resolution::Retry { feedback: String::new() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(name: &str, arguments: &str) -> ModelCall {
        ModelCall { id: "c".into(), name: name.into(), arguments: arguments.into() }
    }

    fn granted() -> Vec<String> {
        vec!["course_material_search".into()]
    }

    #[test]
    fn arguments_must_be_one_object() {
        for (arguments, effective) in [
            ("{\"query\": \"a\"}", Some("{\"query\": \"a\"}")),
            ("", Some("{}")),
            ("  ", Some("{}")),
            ("\"{\\\"query\\\":1}\"", Some("{\"query\":1}")),
            ("[]", None),
            ("null", None),
            ("{\"query\": ", None),
            ("{} {}", None),
            ("NaN", None),
            ("\"text\"", None),
        ] {
            match (judge_call(&call("course_material_search", arguments), &granted()), effective) {
                (CallVerdict::Proceed { effective_arguments }, Some(wanted)) => {
                    assert_eq!(effective_arguments, wanted);
                }
                (CallVerdict::Answer(_), None) => {}
                (verdict, _) => panic!("{arguments} became {verdict:?}"),
            }
        }
    }

    #[test]
    fn an_unknown_name_refuses_the_round_while_retries_are_left() {
        let verdicts = [
            judge_call(&call("search", "{}"), &granted()),
            judge_call(&call("course_material_search", "{}"), &granted()),
        ];
        let policy = InvalidCalls::NEW_CHATBOT;
        let RoundDecision::Refuse(results) = decide_round(&verdicts, policy, 1) else {
            panic!("the round was not refused");
        };
        assert!(results[0].contains("unknown_tool"));
        assert_eq!(results[1], INVALID_PEER_NOTICE);
        assert_eq!(decide_round(&verdicts, policy, 0), RoundDecision::Fail(ErrorCode::UnknownToolCall));
        assert_eq!(
            decide_round(&verdicts, InvalidCalls::default(), 5),
            RoundDecision::Fail(ErrorCode::UnknownToolCall)
        );
    }

    #[test]
    fn a_round_of_granted_calls_is_accepted() {
        let verdicts = [judge_call(&call("course_material_search", "[]"), &granted())];
        assert_eq!(decide_round(&verdicts, InvalidCalls::default(), 0), RoundDecision::Accept);
    }
}

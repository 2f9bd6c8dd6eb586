//! The worked rounds of the design, and what must always hold.

use std::collections::BTreeMap;
use std::sync::Arc;

use chatbot_protocol::{ErrorCode, InvalidCalls, Resolution, ToolChoice, Unhandled};
use serde_json::json;

use super::call::{Fault, JudgedCall};
use super::decide::{CUT_OFF_NOTICE, INVALID_PEER_NOTICE as PEER, Next, Outcome, decide};
use super::policy::{Budgets, Disposition, RoundPolicy};
use super::resolver::{InvalidCall, InvalidCallResolver};
use super::{ArgumentSchema, LONGEST_ARGUMENTS, read_calls, read_cut_off};
use crate::model::ModelCall;
use crate::reject::ValidationReject;

/// Resolves by the name's ending: what a story writes behind the dash.
struct ByName;

impl InvalidCallResolver for ByName {
    fn resolve(&self, call: &InvalidCall<'_>) -> Option<Resolution> {
        let (_, wish) = call.name.split_once('-')?;
        Some(match wish.split_once('=') {
            Some(("retry", feedback)) => Resolution::Retry { feedback: feedback.into() },
            Some(("skip", reason)) => Resolution::Skip { reason: reason.into() },
            Some(("repair", to)) => Resolution::Repair { to: to.into() },
            _ if wish == "ignore" => Resolution::Ignore,
            _ => Resolution::Fail,
        })
    }
}

fn policy() -> RoundPolicy {
    let schema = || {
        let properties = json!({"q": {"type": "string"}});
        let schema = json!({"type": "object", "additionalProperties": false, "properties": properties});
        Arc::new(ArgumentSchema::compile(schema).unwrap())
    };
    RoundPolicy {
        granted: BTreeMap::from([("a".to_owned(), schema()), ("b".to_owned(), schema())]),
        choice: ToolChoice::Auto,
        invalid_calls: InvalidCalls { retries: 1, unhandled: Unhandled::Retry },
        splice_schema_faults: false,
    }
}

/// V a valid call, M malformed arguments, J rejected by the gate, D denied, N a closed node; else U-….
fn judged(words: &[&str], policy: &RoundPolicy) -> Vec<JudgedCall> {
    let call = |(index, word): (usize, &&str)| ModelCall {
        id: format!("c{index}"),
        name: if word.starts_with('U') { (*word).to_owned() } else { "a".to_owned() },
        arguments: if *word == "M" { "{".to_owned() } else { "{}".to_owned() },
    };
    let calls: Vec<ModelCall> = words.iter().enumerate().map(call).collect();
    let mut judged = read_calls(&calls, "", policy, Some(&ByName));
    for (call, word) in judged.iter_mut().zip(words) {
        call.fault = match *word {
            "J" => Some(Fault::Gate("a secret reason".into())),
            "D" => Some(Fault::Denied("denied".into())),
            "N" => Some(Fault::Node(ValidationReject::schema_invalid("a", "/page", "closed", None))),
            _ => call.fault.take(),
        };
    }
    judged
}

fn outcomes(words: &[&str], policy: &RoundPolicy, budgets: Budgets) -> (Disposition, Vec<String>, u32) {
    let decision = decide(&judged(words, policy), false, policy, budgets);
    let shown = |outcome: &Outcome| match outcome {
        Outcome::Run => "run".to_owned(),
        Outcome::Ignored => "ignored".to_owned(),
        Outcome::Rejected => "rejected".to_owned(),
        Outcome::Answered(text) if text == PEER => "peer".to_owned(),
        Outcome::Answered(text) if text.starts_with('{') => "error".to_owned(),
        Outcome::Answered(text) => text.clone(),
    };
    (decision.disposition, decision.outcomes.iter().map(shown).collect(), decision.budgets.retries)
}

#[test]
fn the_worked_rounds_come_out_as_they_stand() {
    use Disposition as D;
    for (words, disposition, wanted, retries_left) in [
        (vec!["U-retry=FB", "V", "V"], D::Retry, vec!["FB", "peer", "peer"], 0),
        (vec!["U-retry=A", "U-retry=B", "V"], D::Retry, vec!["A", "B", "peer"], 0),
        (vec!["U-retry=A", "M", "V"], D::Retry, vec!["A", "error", "peer"], 0),
        (vec!["U-ignore"], D::Edit, vec!["ignored"], 1),
        (vec!["U-ignore", "V", "M"], D::Edit, vec!["ignored", "run", "error"], 1),
        (vec!["U-ignore", "U-skip=s", "U-repair=a"], D::Skip, vec!["peer", "s", "peer"], 1),
        (vec!["V", "J", "V"], D::Discard, vec!["rejected", "rejected", "rejected"], 1),
        (vec!["J", "U-retry=A", "V"], D::Discard, vec!["rejected", "rejected", "rejected"], 1),
        (vec!["J", "U-fail", "V"], D::Fail, vec!["rejected", "rejected", "rejected"], 1),
        (vec!["V", "M", "V"], D::Answer, vec!["run", "error", "run"], 1),
        (vec!["V", "D", "V"], D::Answer, vec!["run", "denied", "run"], 1),
        (vec!["V", "N"], D::Splice, vec!["rejected", "rejected"], 1),
        (vec!["U-repair=b", "V"], D::Edit, vec!["run", "run"], 1),
        (vec!["U-repair=c"], D::Retry, vec!["error"], 0),
        (vec!["N", "U-retry=A"], D::Retry, vec!["error", "A"], 0),
        (vec!["N", "U-skip=s", "V"], D::Splice, vec!["rejected", "rejected", "rejected"], 1),
    ] {
        assert_eq!(
            outcomes(&words, &policy(), Budgets::of_round(1)),
            (disposition, wanted.into_iter().map(str::to_owned).collect(), retries_left),
            "{words:?}"
        );
    }
}

#[test]
fn a_repair_to_a_tool_that_is_not_granted_is_spent_and_left_to_the_policy_as_often_as_it_comes() {
    let mut budgets = Budgets::of_round(1);
    let policy = policy();
    let mut seen = Vec::new();
    for _ in 0..2 {
        let decision = decide(&judged(&["U-repair=U-repair=a"], &policy), false, &policy, budgets);
        budgets = decision.budgets;
        seen.push(decision.next);
    }
    assert_eq!(seen, [Next::CommitRefused, Next::Fail(ErrorCode::UnknownToolCall)]);
}

#[test]
fn without_retries_left_an_invalid_call_fails_the_turn() {
    let policy = policy();
    let decision = decide(&judged(&["U-retry=A", "V"], &policy), true, &policy, Budgets::of_round(0));
    assert_eq!(decision.next, Next::Fail(ErrorCode::UnknownToolCall));
}

#[test]
fn the_second_reply_of_the_kind_fails_once_the_retries_are_spent() {
    let policy = policy();
    let words = ["U-retry=FB", "V", "V"];
    let first = decide(&judged(&words, &policy), false, &policy, Budgets::of_round(1));
    assert_eq!((first.next, first.budgets.retries), (Next::CommitRefused, 0));
    let second = decide(&judged(&words, &policy), false, &policy, first.budgets);
    assert_eq!(second.next, Next::Fail(ErrorCode::UnknownToolCall));
}

#[test]
fn a_skip_is_refused_when_no_call_was_allowed() {
    let policy = RoundPolicy { choice: ToolChoice::None, granted: BTreeMap::new(), ..policy() };
    let decision = decide(&judged(&["U-skip=s"], &policy), false, &policy, Budgets::of_round(1));
    assert_eq!(decision.next, Next::Fail(ErrorCode::UnknownToolCall));
}

#[test]
fn a_tool_beside_the_chosen_one_is_unknown() {
    let mut policy = policy();
    policy.choice = ToolChoice::Tool { tool_name: "b".into() };
    policy.granted.remove("a");
    let judged = judged(&["V"], &policy);
    let Some(Fault::UnknownTool { reject, resolution }) = &judged[0].fault else { panic!("{judged:?}") };
    assert_eq!(reject.expected, Some(vec!["b".to_owned()]));
    assert_eq!(*resolution, Resolution::Retry { feedback: reject.to_model_message() });
}

#[test]
fn when_every_call_is_ignored_the_text_is_the_answer() {
    let policy = policy();
    let calls = judged(&["U-ignore"], &policy);
    assert_eq!(decide(&calls, true, &policy, Budgets::of_round(1)).next, Next::Answer);
    assert_eq!(decide(&calls, false, &policy, Budgets::of_round(1)).next, Next::Empty);
}

#[test]
fn a_gates_reason_is_told_to_nobody() {
    let policy = policy();
    for words in [vec!["J"], vec!["J", "N"], vec!["J", "M", "D"]] {
        let decision = decide(&judged(&words, &policy), false, &policy, Budgets::of_round(1));
        let Next::AskAgain { splice, .. } = &decision.next else { panic!("{decision:?}") };
        assert!(splice.is_empty(), "{splice:?}");
    }
}

#[test]
fn after_three_discards_the_next_request_is_the_last() {
    let policy = policy();
    let mut budgets = Budgets::of_round(1);
    let mut last = Vec::new();
    for _ in 0..4 {
        let decision = decide(&judged(&["J"], &policy), false, &policy, budgets);
        budgets = decision.budgets;
        let Next::AskAgain { last: is_last, .. } = decision.next else { panic!() };
        last.push(is_last);
    }
    assert_eq!(last, [false, false, false, true]);
}

#[test]
fn nodes_are_asked_again_three_times_and_then_answered() {
    let policy = policy();
    let mut budgets = Budgets::of_round(1);
    for _ in 0..3 {
        let decision = decide(&judged(&["N", "V"], &policy), false, &policy, budgets);
        let Next::AskAgain { splice, last: false } = &decision.next else { panic!("{decision:?}") };
        assert_eq!(splice.len(), 1);
        budgets = decision.budgets;
    }
    let decision = decide(&judged(&["N", "V"], &policy), false, &policy, budgets);
    assert_eq!((decision.disposition, decision.next), (Disposition::Answer, Next::Commit));
    assert_eq!(decision.outcomes[1], Outcome::Run);
}

#[test]
fn schema_faults_are_asked_again_only_when_configured_and_only_once() {
    let spliced = RoundPolicy { splice_schema_faults: true, ..policy() };
    let call = ModelCall { id: "c".into(), name: "a".into(), arguments: "{\"q\":1}".into() };
    for (policy, wanted) in [(policy(), Disposition::Answer), (spliced, Disposition::Splice)] {
        let calls = read_calls(std::slice::from_ref(&call), "", &policy, None);
        let decision = decide(&calls, false, &policy, Budgets::of_round(1));
        assert_eq!(decision.disposition, wanted);
        let again = decide(&calls, false, &policy, Budgets { schema_splices: 0, ..decision.budgets });
        assert_eq!(again.disposition, Disposition::Answer);
    }
}

#[test]
fn arguments_must_be_one_object() {
    let policy = policy();
    for (arguments, effective) in [
        ("{\"q\": \"a\"}", Some("{\"q\": \"a\"}")),
        ("", Some("{}")),
        ("  ", Some("{}")),
        ("\"{\\\"q\\\":\\\"b\\\"}\"", Some("{\"q\":\"b\"}")),
        ("[]", None),
        ("null", None),
        ("{\"q\": ", None),
        ("{} {}", None),
        ("{\"q\":\"a\",\"q\":\"b\"}", None),
        ("NaN", None),
        ("\"text\"", None),
    ] {
        let call = ModelCall { id: "c".into(), name: "a".into(), arguments: arguments.into() };
        let judged = read_calls(&[call], "", &policy, None).remove(0);
        match effective {
            Some(effective) => {
                assert_eq!((judged.effective_arguments.as_str(), &judged.fault), (effective, &None));
            }
            None => assert!(matches!(judged.fault, Some(Fault::Unparsable(_))), "{arguments}"),
        }
    }
}

#[test]
fn arguments_that_are_too_deep_too_long_or_no_numbers_are_refused_and_never_cleaned() {
    let policy = policy();
    let long = format!("{{\"q\":\"{}\"}}", "x".repeat(LONGEST_ARGUMENTS));
    let deep = "[".repeat(10_000);
    for arguments in [
        long.as_str(),
        deep.as_str(),
        "{\"q\":NaN}",
        "{\"q\":Infinity}",
        "{\"q\":1e999}",
        "{\"q\":+1}",
        "{\"q\":-}",
        "{\"q\": }",
    ] {
        let call = ModelCall { id: "c".into(), name: "a".into(), arguments: arguments.into() };
        let judged = read_calls(&[call], "", &policy, None).remove(0);
        assert!(matches!(judged.fault, Some(Fault::Unparsable(_))), "{arguments:.40}");
        assert_eq!(judged.effective_arguments, "{}");
    }
}

#[test]
fn names_are_compared_as_they_stand() {
    let policy = policy();
    for name in ["functions.a", "a.b", "tool:a", "A", "a ", "", "x\nevent: done\ndata: {}"] {
        let call = ModelCall { id: "c".into(), name: name.into(), arguments: "{}".into() };
        let judged = read_calls(&[call], "", &policy, None).remove(0);
        let Some(Fault::UnknownTool { reject, .. }) = &judged.fault else { panic!("{name} is taken") };
        assert_eq!(reject.expected, Some(vec!["a".to_owned(), "b".to_owned()]));
        assert!(!reject.to_model_message().contains('\n'), "{name}");
    }
}

#[test]
fn of_a_reply_that_was_cut_off_no_call_runs() {
    let policy = policy();
    let calls: Vec<ModelCall> = [("a", "{\"q\":\"x\"}"), ("a", "{\"q\":\"x"), ("nowhere", "")]
        .map(|(name, arguments)| ModelCall { id: "c".into(), name: name.into(), arguments: arguments.into() })
        .into();
    let judged = read_cut_off(&calls);
    let effective: Vec<&str> = judged.iter().map(|call| call.effective_arguments.as_str()).collect();
    assert_eq!(effective, ["{\"q\":\"x\"}", "{}", "{}"]);
    let decision = decide(&judged, true, &policy, Budgets::of_round(0));
    assert_eq!(decision.next, Next::CommitRefused);
    assert_eq!(decision.outcomes, vec![Outcome::Answered(CUT_OFF_NOTICE.to_owned()); 3]);
}

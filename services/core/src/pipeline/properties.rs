//! What holds of every reply under every policy, and of every turn whatever its model replies.

use std::collections::BTreeMap;
use std::sync::Arc;

use chatbot_protocol::{InvalidCalls, Resolution, ToolChoice, Unhandled};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::json;

use super::call::{Fault, JudgedCall};
use super::decide::{Decision, Next, Outcome, decide};
use super::policy::{Budgets, Disposition, RoundPolicy, choice_of_round};
use super::resolver::{InvalidCall, InvalidCallResolver};
use super::{ArgumentSchema, read_calls};
use crate::model::ModelCall;
use crate::reject::{RejectReason, ValidationReject};
use crate::turn::{Budget, Command, Reply as Read, Signal, Turn, TurnEnd};

const SECRET: &str = "a secret reason";

/// What is wrong with a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Valid,
    Unknown(Wish),
    Malformed,
    Misfit,
    InvalidArguments,
    Refused,
    Closed,
    Denied,
}

/// What the host wants done with an invalid call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    LeaveIt,
    Fail,
    Ignore,
    Retry,
    Skip,
    Repair,
    RepairToNowhere,
}

#[derive(Clone, Debug)]
struct Reply {
    has_text: bool,
    words: Vec<Word>,
}

struct Host;

impl InvalidCallResolver for Host {
    fn resolve(&self, call: &InvalidCall<'_>) -> Option<Resolution> {
        Some(match call.name {
            "fail" => Resolution::Fail,
            "ignore" => Resolution::Ignore,
            "retry" => Resolution::Retry { feedback: "feedback".into() },
            "skip" => Resolution::Skip { reason: "reason".into() },
            "repair" => Resolution::Repair { to: "a".into() },
            "repair_to_nowhere" => Resolution::Repair { to: "nowhere".into() },
            _ => return None,
        })
    }
}

fn words() -> impl Strategy<Value = Vec<Word>> {
    let wish = prop_oneof![
        Just(Wish::LeaveIt),
        Just(Wish::Fail),
        Just(Wish::Ignore),
        Just(Wish::Retry),
        Just(Wish::Skip),
        Just(Wish::Repair),
        Just(Wish::RepairToNowhere),
    ];
    let word = prop_oneof![
        4 => Just(Word::Valid),
        3 => wish.prop_map(Word::Unknown),
        1 => Just(Word::Malformed),
        1 => Just(Word::Misfit),
        1 => Just(Word::InvalidArguments),
        1 => Just(Word::Refused),
        1 => Just(Word::Closed),
        1 => Just(Word::Denied),
    ];
    vec(word, 0..5)
}

fn reply() -> impl Strategy<Value = Reply> {
    (any::<bool>(), words()).prop_map(|(has_text, words)| Reply { has_text, words })
}

fn choice() -> impl Strategy<Value = ToolChoice> {
    prop_oneof![
        Just(ToolChoice::Auto),
        Just(ToolChoice::None),
        Just(ToolChoice::Required),
        Just(ToolChoice::Tool { tool_name: "a".into() }),
    ]
}

fn policy() -> impl Strategy<Value = RoundPolicy> {
    let unhandled = prop_oneof![
        Just(Unhandled::Fail),
        Just(Unhandled::Ignore),
        Just(Unhandled::Retry),
        Just(Unhandled::Skip),
    ];
    (choice(), 0..4_u32, unhandled, any::<bool>()).prop_map(|(choice, retries, unhandled, splice)| {
        let invalid_calls = InvalidCalls { retries, unhandled };
        RoundPolicy { granted: granted(&choice), choice, invalid_calls, splice_schema_faults: splice }
    })
}

fn budgets() -> impl Strategy<Value = Budgets> {
    (0..3_u32, 0..3_u32, 0..2_u32, 0..3_u32).prop_map(
        |(retries, discards, schema_splices, validation_splices)| Budgets {
            retries,
            discards,
            schema_splices,
            validation_splices,
        },
    )
}

fn granted(choice: &ToolChoice) -> BTreeMap<String, Arc<ArgumentSchema>> {
    let schema = json!({"type": "object", "additionalProperties": false,
                        "properties": {"q": {"type": "string"}}});
    let schema = Arc::new(ArgumentSchema::compile(schema).unwrap());
    let names: &[&str] = match choice {
        ToolChoice::None => &[],
        ToolChoice::Tool { .. } => &["a"],
        ToolChoice::Auto | ToolChoice::Required => &["a", "b"],
    };
    names.iter().map(|name| ((*name).to_owned(), Arc::clone(&schema))).collect()
}

fn call(index: usize, word: Word) -> ModelCall {
    let name = match word {
        Word::Unknown(Wish::LeaveIt) => "unknown",
        Word::Unknown(Wish::Fail) => "fail",
        Word::Unknown(Wish::Ignore) => "ignore",
        Word::Unknown(Wish::Retry) => "retry",
        Word::Unknown(Wish::Skip) => "skip",
        Word::Unknown(Wish::Repair) => "repair",
        Word::Unknown(Wish::RepairToNowhere) => "repair_to_nowhere",
        _ => "a",
    };
    let arguments = match word {
        Word::Malformed => "{\"q\": ",
        Word::Misfit => "{\"q\":1}",
        _ => "{\"q\":\"x\"}",
    };
    ModelCall { id: format!("c{index}"), name: name.to_owned(), arguments: arguments.to_owned() }
}

/// The calls of a reply after all passes, the impure ones as the words say.
fn judge(words: &[Word], policy: &RoundPolicy) -> Vec<JudgedCall> {
    let calls: Vec<ModelCall> = words.iter().enumerate().map(|(index, word)| call(index, *word)).collect();
    let mut judged = read_calls(&calls, "", policy, Some(&Host));
    for (judged, word) in judged.iter_mut().zip(words).filter(|(judged, _)| judged.fault.is_none()) {
        let node = || ValidationReject::node("a", RejectReason::NodeNotFound, "/page", json!("7"));
        judged.fault = match word {
            Word::InvalidArguments => Some(Fault::InvalidArguments("not these".into())),
            Word::Refused => Some(Fault::Gate(SECRET.into())),
            Word::Closed => Some(Fault::Node(node())),
            Word::Denied => Some(Fault::Denied("denied".into())),
            _ => None,
        };
    }
    judged
}

/// The table of the design: what a call's own fault asks for.
fn by_the_table(word: Word, policy: &RoundPolicy, left: Budgets) -> Disposition {
    use Disposition as D;
    let unhandled = match policy.invalid_calls.unhandled {
        Unhandled::Fail => Wish::Fail,
        Unhandled::Ignore => Wish::Ignore,
        Unhandled::Retry => Wish::Retry,
        Unhandled::Skip => Wish::Skip,
    };
    let wish = match word {
        Word::Unknown(Wish::Repair) if policy.choice != ToolChoice::None => return D::Edit,
        Word::Unknown(Wish::LeaveIt | Wish::Repair | Wish::RepairToNowhere) => Some(unhandled),
        Word::Unknown(wish) => Some(wish),
        _ if policy.choice == ToolChoice::None => Some(unhandled),
        _ => None,
    };
    match (wish, word) {
        (Some(Wish::Retry), _) if left.retries > 0 => D::Retry,
        (Some(Wish::Skip), _) if policy.choice != ToolChoice::None => D::Skip,
        (Some(Wish::Fail | Wish::Retry | Wish::Skip), _) => D::Fail,
        (Some(_), _) => D::Edit,
        (None, Word::Refused) => D::Discard,
        (None, Word::Closed) if left.validation_splices > 0 => D::Splice,
        (None, Word::Misfit) if policy.splice_schema_faults && left.schema_splices > 0 => D::Splice,
        (None, Word::Valid) => D::Accept,
        (None, _) => D::Answer,
    }
}

/// Highest first.
const ORDER: [Disposition; 8] = [
    Disposition::Fail,
    Disposition::Discard,
    Disposition::Retry,
    Disposition::Splice,
    Disposition::Skip,
    Disposition::Edit,
    Disposition::Answer,
    Disposition::Accept,
];

fn told_of(decision: &Decision) -> String {
    let answered = decision.outcomes.iter().filter_map(|outcome| match outcome {
        Outcome::Answered(text) => Some(text.clone()),
        _ => None,
    });
    let spliced = match &decision.next {
        Next::AskAgain { splice, .. } => splice.clone(),
        _ => Vec::new(),
    };
    answered.chain(spliced).collect()
}

const fn left(budgets: Budgets) -> u32 {
    budgets.retries + budgets.discards + budgets.schema_splices + budgets.validation_splices
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(7),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn every_round_is_decided_by_the_table(words in words(), policy in policy(), budgets in budgets()) {
        let decision = decide(&judge(&words, &policy), false, &policy, budgets);
        let of_call: Vec<Disposition> =
            words.iter().map(|word| by_the_table(*word, &policy, budgets)).collect();
        let highest = ORDER.into_iter().find(|disposition| of_call.contains(disposition));
        prop_assert_eq!(decision.disposition, highest.unwrap_or(Disposition::Accept));
        prop_assert_eq!(decision.outcomes.len(), words.len());
    }

    #[test]
    fn nothing_runs_in_a_round_that_is_refused(words in words(), policy in policy(), budgets in budgets()) {
        let decision = decide(&judge(&words, &policy), false, &policy, budgets);
        if decision.disposition >= Disposition::Skip {
            prop_assert!(!decision.outcomes.contains(&Outcome::Run));
        }
        if decision.disposition == Disposition::Discard || decision.disposition == Disposition::Splice {
            prop_assert!(decision.outcomes.iter().all(|outcome| *outcome == Outcome::Rejected));
            let unchanged = matches!(decision.next, Next::AskAgain { .. });
            prop_assert!(unchanged, "history stays as it was");
        }
        if matches!(decision.next, Next::CommitRefused) {
            let answered = |outcome: &Outcome| matches!(outcome, Outcome::Answered(text) if !text.is_empty());
            prop_assert!(decision.outcomes.iter().all(answered), "one result per call");
        }
    }

    #[test]
    fn the_same_inputs_give_the_same_verdicts(words in words(), policy in policy(), budgets in budgets()) {
        let once = judge(&words, &policy);
        let twice = judge(&words, &policy);
        prop_assert_eq!(&once, &twice);
        prop_assert_eq!(decide(&once, true, &policy, budgets), decide(&twice, true, &policy, budgets));
    }

    #[test]
    fn a_call_is_read_the_same_alone_and_among_others(words in words(), policy in policy()) {
        for (index, (word, among)) in words.iter().zip(judge(&words, &policy)).enumerate() {
            let mut alone = judge(&[*word], &policy).remove(0);
            alone.call.id = format!("c{index}");
            prop_assert_eq!(alone, among);
        }
    }

    #[test]
    fn what_is_for_the_log_is_told_to_nobody(words in words(), policy in policy(), budgets in budgets()) {
        let decision = decide(&judge(&words, &policy), false, &policy, budgets);
        prop_assert!(!told_of(&decision).contains(SECRET));
    }

    #[test]
    fn whoever_is_asked_again_has_spent_something(words in words(), policy in policy(), budgets in budgets()) {
        let decision = decide(&judge(&words, &policy), false, &policy, budgets);
        prop_assert!(left(decision.budgets) <= left(budgets));
        if matches!(decision.next, Next::AskAgain { last: false, .. }) {
            prop_assert!(left(decision.budgets) < left(budgets));
        }
    }

    #[test]
    fn a_forced_choice_never_forces_two_rounds(choice in choice(), committed in 0..9_u32) {
        let next = choice_of_round(&choice, committed);
        let forces = matches!(next, ToolChoice::Required | ToolChoice::Tool { .. });
        prop_assert!(!forces || committed == 0);
        prop_assert!(next == choice || next == ToolChoice::Auto);
    }

    #[test]
    fn every_turn_ends_within_its_requests_whatever_the_model_replies(
        script in vec(reply(), 1..6),
        policy in policy(),
        requests in 1..13_u32,
        rounds in 0..9_u32,
    ) {
        let (asked, committed, end) = carry(&script, policy, Budget { requests, rounds });
        prop_assert!(asked <= requests, "{asked} requests of {requests}");
        prop_assert!(committed <= rounds.max(1));
        prop_assert!(matches!(end, TurnEnd::Finished | TurnEnd::Failed(_)));
    }
}

/// A turn from its first request to its end, with a model that goes through its script again and again.
/// Gives how many requests it took and how many rounds were committed.
fn carry(script: &[Reply], mut policy: RoundPolicy, budget: Budget) -> (u32, u32, TurnEnd) {
    let chosen = policy.choice.clone();
    let (mut turn, mut command) = Turn::accepted(budget).on(Signal::Begin).unwrap();
    let mut budgets = Budgets::of_round(policy.invalid_calls.retries);
    let (mut asked, mut committed) = (0, 0);
    let mut replies = script.iter().cycle();
    let mut reply = script[0].clone();
    loop {
        let signal = match command {
            Command::Ask { .. } => {
                asked += 1;
                reply = replies.next().unwrap().clone();
                Signal::ReplyRead(Read { has_text: reply.has_text, has_calls: !reply.words.is_empty() })
            }
            Command::Judge => {
                policy.choice = choice_of_round(&chosen, committed);
                policy.granted = granted(&policy.choice);
                let decision = decide(&judge(&reply.words, &policy), reply.has_text, &policy, budgets);
                budgets = decision.budgets;
                if matches!(decision.next, Next::Commit | Next::CommitRefused) {
                    committed += 1;
                    budgets = Budgets::of_round(budgets.retries);
                }
                match decision.next {
                    Next::Commit => Signal::RoundCommitted,
                    Next::CommitRefused => Signal::RoundRefused,
                    Next::AskAgain { last, .. } => Signal::AskAgain { last },
                    Next::Answer => Signal::NoCallLeft { has_text: true },
                    Next::Empty => Signal::NoCallLeft { has_text: false },
                    Next::Fail(code) => Signal::CallsCondemned(code),
                }
            }
            Command::Dispatch => Signal::CallsLanded,
            Command::Wait => Signal::StudentAnswered,
            Command::End(end) => return (asked, committed, end),
        };
        (turn, command) = turn.on(signal).unwrap();
    }
}

//! The worked rounds of the call pipeline, each as a conversation; the core has them as a table. U is an unknown
//! name, V a valid call, M has malformed arguments, J is refused by the gate, D is denied.

use std::sync::Arc;

use chatbot_core::ChatbotConfig;
use chatbot_core::model::ModelMessage;
use chatbot_core::pipeline::{InvalidCall, InvalidCallResolver};
use chatbot_protocol::api::CitationPolicy;
use chatbot_protocol::{ErrorCode, InvalidCalls, Resolution, Unhandled};
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{self, Call, Cut, Text};
use chatbot_tests::model::results_of;
use chatbot_tests::unruly::{Unruly, ran};
use chatbot_tests::wire::{lines_of, text_of};
use chatbot_tests::world::{STUDENT, config};
use chatbot_tools::toolset;
use serde_json::{Value, json};
use sqlx::PgPool;

const V: Step = Call("unruly", r#"{"how":"a"}"#);
const V2: Step = Call("unruly", r#"{"how":"b"}"#);
const M: Step = Call("unruly", r#"{"how": "#);
const J: Step = Call("unruly", r#"{"how":"refuse"}"#);
const D: Step = Call("course_progress", r#"{"user":"00000000-0000-0000-0000-0000000000a2"}"#);
const DONE: Step = Text("Done.");

/// What the host wants done with an invalid call stands in its name.
struct ByName;

impl InvalidCallResolver for ByName {
    fn resolve(&self, call: &InvalidCall<'_>) -> Option<Resolution> {
        let (wish, text) = call.name.split_once('=').unwrap_or((call.name, ""));
        Some(match wish {
            "fail" => Resolution::Fail,
            "ignore" => Resolution::Ignore,
            "retry" => Resolution::Retry { feedback: text.into() },
            "skip" => Resolution::Skip { reason: text.into() },
            "repair" => Resolution::Repair { to: text.into() },
            _ => return None,
        })
    }
}

const fn u(wish: &'static str) -> Step {
    Call(wish, r#"{"how":"u"}"#)
}

type Words = &'static [&'static str];

/// A worked round: what the model replies, and what comes of it.
struct Round {
    replies: Vec<Vec<Step>>,
    /// Something of each result in the last request.
    results: Words,
    ran: Words,
    requests: usize,
    fails: Option<ErrorCode>,
}

const PEER: &str = "not run";

const fn goes_on(replies: Vec<Vec<Step>>, results: Words, ran: Words, requests: usize) -> Round {
    Round { replies, results, ran, requests, fails: None }
}

const fn fails(replies: Vec<Vec<Step>>, results: Words, requests: usize, code: ErrorCode) -> Round {
    Round { replies, results, ran: &[], requests, fails: Some(code) }
}

fn rounds_of_names_that_are_none() -> Vec<(&'static str, Round)> {
    vec![
        (
            "U(Retry), V, V",
            goes_on(vec![vec![u("retry=FB"), V, V2], vec![DONE]], &["FB", PEER, PEER], &[], 2),
        ),
        (
            "the same again",
            fails(
                vec![vec![u("retry=FB"), V, V2], vec![u("retry=FB"), V, V2]],
                &["FB", PEER, PEER],
                2,
                ErrorCode::UnknownToolCall,
            ),
        ),
        (
            "U(Retry A), U(Retry B), V spends one retry",
            goes_on(vec![vec![u("retry=A"), u("retry=B"), V], vec![DONE]], &["A", "B", PEER], &[], 2),
        ),
        (
            "U(Retry), M, V",
            goes_on(vec![vec![u("retry=A"), M, V], vec![DONE]], &["A", "schema_invalid", PEER], &[], 2),
        ),
        (
            "U(Ignore) alone",
            fails(vec![vec![u("ignore")], vec![u("ignore")]], &[], 2, ErrorCode::EmptyResponse),
        ),
        (
            "U(Ignore), V, M",
            goes_on(vec![vec![u("ignore"), V, M], vec![DONE]], &["did a", "schema_invalid"], &["a"], 2),
        ),
        (
            "U(Ignore), U(Skip), U(Repair)",
            goes_on(
                vec![vec![u("ignore"), u("skip=s"), u("repair=unruly")], vec![DONE]],
                &[PEER, "s", PEER],
                &[],
                2,
            ),
        ),
        (
            "U(Repair to what is not granted)",
            fails(
                vec![vec![u("repair=nowhere")], vec![u("repair=nowhere")]],
                &["unknown_tool"],
                2,
                ErrorCode::UnknownToolCall,
            ),
        ),
    ]
}

fn other_rounds() -> Vec<(&'static str, Round)> {
    vec![
        ("V, J, V", goes_on(vec![vec![V, J, V2], vec![DONE]], &[], &[], 2)),
        (
            "J, U(Retry), V leaves the retry",
            goes_on(vec![vec![J, u("retry=A"), V], vec![u("retry=B")], vec![DONE]], &["B"], &[], 3),
        ),
        ("J, U(Fail), V", fails(vec![vec![J, u("fail"), V]], &[], 1, ErrorCode::UnknownToolCall)),
        (
            "V, M, V",
            goes_on(vec![vec![V, M, V2], vec![DONE]], &["did a", "schema_invalid", "did b"], &["a", "b"], 2),
        ),
        (
            "V, D, V",
            goes_on(vec![vec![V, D, V2], vec![DONE]], &["did a", "not allowed", "did b"], &["a", "b"], 2),
        ),
        (
            "a reply that was cut off",
            goes_on(vec![vec![V, M, Cut], vec![DONE]], &["cut off", "cut off"], &[], 2),
        ),
    ]
}

async fn start(pool: PgPool, config: ChatbotConfig) -> TestApp {
    let allowed_tools = [config.allowed_tools.clone(), vec!["unruly".into()]].concat();
    let config = ChatbotConfig { allowed_tools, ..config };
    let more_tools: Vec<Arc<dyn chatbot_tools::ToolSet>> = vec![Arc::new(toolset![Unruly].unwrap())];
    let resolver: Option<Arc<dyn InvalidCallResolver>> = Some(Arc::new(ByName));
    TestApp::start_with(pool, Setup { config: Some(config), more_tools, resolver, ..Setup::default() }).await
}

fn one_retry() -> ChatbotConfig {
    let invalid_calls = InvalidCalls { retries: 1, unhandled: Unhandled::Retry };
    ChatbotConfig { invalid_calls, student_tool_choice: true, ..config() }
}

fn ran_in(chunks: &[Value]) -> Vec<String> {
    ran(chunks[0]["messageMetadata"]["turnId"].as_str().unwrap().parse().unwrap())
}

#[sqlx::test(migrations = false)]
async fn the_worked_rounds_come_out_as_they_stand(pool: PgPool) {
    let app = start(pool, one_retry()).await;
    for (name, round) in rounds_of_names_that_are_none().into_iter().chain(other_rounds()) {
        let before = app.model.requests().len();
        app.model.will(round.replies);
        let conversation = app.begin(STUDENT).await;
        let chunks = app.ask(STUDENT, &conversation, "q1", "Go").await;
        match round.fails {
            Some(code) => assert_eq!(chunks.last().unwrap()["errorText"], code.sentence(), "{name}"),
            None => assert_eq!(text_of(&chunks), "Done.", "{name}"),
        }
        assert_eq!(ran_in(&chunks), round.ran, "{name}");
        let requests = app.model.requests().split_off(before);
        assert_eq!(requests.len(), round.requests, "{name}");
        let results = results_of(requests.last().unwrap());
        assert_eq!(results.len(), round.results.len(), "{name}: {results:?}");
        for (result, wanted) in results.iter().zip(round.results) {
            assert!(result.contains(wanted), "{name}: {wanted} in {result}");
        }
        assert!(!format!("{requests:?}{}", lines_of(&chunks)).contains("secret"), "{name}");
        app.model.will([vec![Text("Fine.")]]);
        assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q2", "And now?").await), "Fine.", "{name}");
    }
}

#[sqlx::test(migrations = false)]
async fn where_a_call_is_skipped_history_has_the_names_as_they_were_written(pool: PgPool) {
    let app = start(pool, one_retry()).await;
    app.model.will([vec![u("ignore"), u("skip=s"), u("repair=unruly")], vec![DONE]]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "Go").await;
    let last = app.model.last_request();
    let ModelMessage::Assistant { calls, .. } = &last.messages[2] else { panic!("{last:?}") };
    let names: Vec<&str> = calls.iter().map(|call| call.name.as_str()).collect();
    assert_eq!(names, ["ignore", "skip_s", "repair_unruly"], "as far as a provider takes them back");
}

#[sqlx::test(migrations = false)]
async fn every_reply_is_counted_once_whatever_becomes_of_it(pool: PgPool) {
    let app = start(pool, one_retry()).await;
    app.model.will([vec![J], vec![u("retry=A")], vec![V, Cut], vec![V], vec![DONE]]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "Go").await;
    let stored = app.read(STUDENT, &conversation).await;
    assert_eq!(stored["messages"][1]["metadata"]["usage"], json!({"inputTokens": 50, "outputTokens": 25}));
    assert!(
        app.value::<bool>("select input_tokens = 50 and output_tokens = 25 from chatbot.turns").await
            && app
                .value::<bool>(
                    "select sum(input_tokens) = 50 and sum(output_tokens) = 25 from chatbot.rounds"
                )
                .await
    );
}

#[sqlx::test(migrations = false)]
async fn a_call_beside_the_chosen_tool_is_told_which_one_was_meant(pool: PgPool) {
    let app = start(pool, one_retry()).await;
    app.model.will([vec![Call("course_progress", "{}")], vec![DONE]]);
    let conversation = app.begin(STUDENT).await;
    let chosen = json!({"toolChoice": {"type": "tool", "toolName": "unruly"}});
    app.send_with(STUDENT, &conversation, "q1", "Go", chosen).await.bytes().await.unwrap();
    let last = app.model.last_request();
    assert!(results_of(&last)[0].contains(r#""expected":["unruly"]"#), "{last:?}");
}

#[sqlx::test(migrations = false)]
async fn a_skip_is_refused_where_no_call_was_allowed(pool: PgPool) {
    let invalid_calls = InvalidCalls { retries: 1, unhandled: Unhandled::Skip };
    let app = start(pool, ChatbotConfig { invalid_calls, ..one_retry() }).await;
    app.model.will([vec![V]]);
    let conversation = app.begin(STUDENT).await;
    let none = json!({"toolChoice": "none"});
    let told = app.send_with(STUDENT, &conversation, "q1", "Go", none).await.text().await.unwrap();
    assert!(told.contains(ErrorCode::UnknownToolCall.sentence()), "{told}");
    assert_eq!(app.model.requests().len(), 1);
}

#[sqlx::test(migrations = false)]
async fn text_beside_calls_that_do_not_count_is_checked_like_any_answer(pool: PgPool) {
    let mut strict = one_retry();
    strict.citation_policy = CitationPolicy::Enforce;
    strict.answer_pattern = Some("(?i)ask away".into());
    strict.limits.requests_per_turn = 2;
    let app = start(pool, strict).await;
    app.model.will([vec![Text("Hello!"), u("ignore")], vec![Text("Hello! Ask away!"), V]]);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "Hi").await;
    assert_eq!(text_of(&chunks), "Hello!Ask away!");
    assert!(format!("{:?}", app.model.last_request().messages[0]).contains("done_reason_mismatch"));
    assert!(app.model.last_request().tools.is_empty(), "it was the last request");
    assert!(ran_in(&chunks).is_empty());
    assert!(
        app.value::<bool>("select bool_and(status = 'ignored') and count(*) = 2 from chatbot.tool_calls")
            .await,
        "what did not count is on record"
    );
}

#[sqlx::test(migrations = false)]
async fn an_ignored_call_is_no_answer_to_a_forced_choice(pool: PgPool) {
    let app = start(pool, one_retry()).await;
    app.model.will([vec![Text("No."), u("ignore")], vec![V], vec![DONE]]);
    let conversation = app.begin(STUDENT).await;
    let required = json!({"toolChoice": "required"});
    app.send_with(STUDENT, &conversation, "q1", "Go", required).await.bytes().await.unwrap();
    let requests = app.model.requests();
    assert_eq!(requests.len(), 3);
    assert!(format!("{:?}", requests[1].messages[0]).contains("a tool call is required"));
}

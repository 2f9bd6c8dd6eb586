//! Random turns: whatever a model replies under whatever configuration, what must always hold does. The cases are the
//! same on every run.

use std::sync::Arc;

use chatbot_core::ChatbotConfig;
use chatbot_core::config::LimitsConfig;
use chatbot_core::model::{ModelFault, ModelMessage, ModelRequest};
use chatbot_core::pipeline::{InvalidCall, InvalidCallResolver};
use chatbot_protocol::api::CitationPolicy;
use chatbot_protocol::{InvalidCalls, Resolution, ToolChoice, Unhandled};
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::asking::{AskStudent, RenamePage, Weather};
use chatbot_tests::model::Step::{self, Call, Cut, Fault, Filtered, Text};
use chatbot_tests::unruly::{Unruly, ran};
use chatbot_tests::wire::{Sse, lines_of, text_of};
use chatbot_tests::world::STUDENT;
use chatbot_tools::{DynamicEntry, ToolList, ToolSet, toolset};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use serde_json::{Value, json};
use sqlx::PgPool;
use sqlx::types::Json;
use uuid::Uuid;

const CASES: usize = 60;
/// What no request, event or stored message may ever hold.
const SECRET: &str = "a secret reason";

const TOOLS: [&str; 6] =
    ["ask_student", "course_material_search", "course_progress", "rename_page", "unruly", "weather"];

const CALLS: &[(&str, &str)] = &[
    ("unruly", r#"{"how":"a"}"#),
    ("unruly", r#"{"how":"b","page":"00000000-0000-0000-0000-0000000000d1"}"#),
    ("unruly", r#"{"how":"c","page":null}"#),
    ("unruly", r#""{\"how\":\"twice\"}""#),
    ("unruly", r#"{"how":"fail"}"#),
    ("unruly", r#"{"how":"panic"}"#),
    ("course_progress", ""),
    ("course_material_search", r#"{"query":"primary key"}"#),
    ("weather", r#"{"place":"Oulu"}"#),
    ("ask_student", r#"{"question":"Which one?","choices":["rows","columns"]}"#),
    ("rename_page", r#"{"page":"00000000-0000-0000-0000-0000000000d1","title":"All keys"}"#),
    ("unruly", r#"{"how":"refuse"}"#),
    ("weather", r#"{"place":"Mordor"}"#),
    ("unruly", r#"{"how":"a","page":"00000000-0000-0000-0000-0000000000d2"}"#),
    ("unruly", r#"{"how":"a","page":"00000000-0000-0000-0000-0000000000ff"}"#),
    ("course_progress", r#"{"user":"00000000-0000-0000-0000-0000000000a2"}"#),
    ("unruly", r#"{"how": "#),
    ("unruly", r#"{"how":"a","how":"b"}"#),
    ("unruly", r#"{"how":1,"no\u0000":"\u0000"}"#),
    ("course_material_search", r#"{"words":"key"}"#),
    ("nowhere", r#"{"how":"x"}"#),
    ("x\nevent: done", "{}"),
    ("fail", "{}"),
    ("ignore", "{}"),
    ("retry", "{}"),
    ("skip", "{}"),
    ("repair", r#"{"how":"repaired"}"#),
    ("repair_to_nowhere", "{}"),
];

const TEXTS: &[&str] = &[
    "Let me look. ",
    " ",
    "A primary key identifies every row of a table.【1】",
    "Martians did it in 1066.【7】",
];

struct Host;

impl InvalidCallResolver for Host {
    fn resolve(&self, call: &InvalidCall<'_>) -> Option<Resolution> {
        Some(match call.name {
            "fail" => Resolution::Fail,
            "ignore" => Resolution::Ignore,
            "retry" => Resolution::Retry { feedback: "feedback".into() },
            "skip" => Resolution::Skip { reason: "reason".into() },
            "repair" => Resolution::Repair { to: "unruly".into() },
            "repair_to_nowhere" => Resolution::Repair { to: "nowhere".into() },
            _ => return None,
        })
    }
}

/// What the student does when a call waits.
#[derive(Clone, Copy, Debug)]
enum Student {
    Answers,
    Declines,
    SaysSomethingElse,
    Stops,
}

#[derive(Clone, Debug)]
struct Case {
    config: ChatbotConfig,
    replies: Vec<Vec<Step>>,
    student: Student,
}

fn reply() -> impl Strategy<Value = Vec<Step>> {
    let call = || select(CALLS).prop_map(|(name, arguments)| Call(name, arguments));
    let text = || select(TEXTS).prop_map(Text);
    let steps = (vec(text(), 0..2), vec(call(), 0..4), vec(text(), 0..2));
    let end = prop_oneof![
        12 => Just(None),
        1 => Just(Some(Cut)),
        1 => Just(Some(Filtered)),
        1 => Just(Some(Fault(ModelFault::BrokeOff("socket".into())))),
        1 => Just(Some(Fault(ModelFault::Busy { status: 429, retry_after: None }))),
    ];
    (steps, end).prop_map(|((before, calls, after), end)| {
        before.into_iter().chain(calls).chain(after).chain(end).collect()
    })
}

fn config() -> impl Strategy<Value = ChatbotConfig> {
    let choice = prop_oneof![
        5 => Just(ToolChoice::Auto),
        1 => Just(ToolChoice::None),
        1 => Just(ToolChoice::Required),
        1 => select(&TOOLS[..]).prop_map(|tool| ToolChoice::Tool { tool_name: tool.into() }),
    ];
    let unhandled = select(vec![Unhandled::Fail, Unhandled::Ignore, Unhandled::Retry, Unhandled::Skip]);
    let policy = select(vec![CitationPolicy::Off, CitationPolicy::Annotate, CitationPolicy::Enforce]);
    let numbers = (1..7_u32, 0..5_u32, 0..4_u32, 1..4_u32);
    (choice, unhandled, policy, numbers, any::<bool>()).prop_map(
        |(tool_choice, unhandled, citation_policy, (requests, rounds, retries, concurrency), splice)| {
            ChatbotConfig {
                allowed_tools: TOOLS.map(String::from).into(),
                tool_choice,
                invalid_calls: InvalidCalls { retries, unhandled },
                splice_schema_faults: splice,
                concurrency,
                citation_policy,
                limits: LimitsConfig {
                    requests_per_turn: requests,
                    rounds_per_turn: rounds,
                    ..LimitsConfig::default()
                },
                ..ChatbotConfig::default()
            }
        },
    )
}

fn case() -> impl Strategy<Value = Case> {
    let student = select(vec![
        Student::Answers,
        Student::Answers,
        Student::Declines,
        Student::SaysSomethingElse,
        Student::Stops,
    ]);
    (config(), vec(reply(), 1..6), student).prop_map(|(config, replies, student)| Case {
        config,
        replies,
        student,
    })
}

async fn start(pool: PgPool) -> TestApp {
    let more_tools: Vec<Arc<dyn ToolSet>> = vec![
        Arc::new(toolset![Unruly, client AskStudent, action RenamePage].unwrap()),
        Arc::new(ToolList::new(vec![Box::new(DynamicEntry(Arc::new(Weather)))]).unwrap()),
    ];
    let resolver: Option<Arc<dyn InvalidCallResolver>> = Some(Arc::new(Host));
    TestApp::start_with(pool, Setup { more_tools, resolver, ..Setup::default() }).await
}

#[sqlx::test(migrations = false)]
async fn whatever_a_model_replies_what_must_hold_holds(pool: PgPool) {
    let app = start(pool).await;
    let seed = Config { rng_seed: RngSeed::Fixed(11), failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new(seed);
    for number in 0..CASES {
        let case = case().new_tree(&mut runner).unwrap().current();
        let checked = std::panic::AssertUnwindSafe(play(&app, &case));
        if let Err(panic) = futures_util::FutureExt::catch_unwind(checked).await {
            eprintln!("case {number}: {case:#?}");
            std::panic::resume_unwind(panic);
        }
    }
}

/// Plays a case in a conversation of its own and checks all that must hold.
async fn play(app: &TestApp, case: &Case) {
    sqlx::query("update chatbot.chatbots set config = $1")
        .bind(Json(&case.config))
        .execute(&app.pool)
        .await
        .unwrap();
    let before = app.model.requests().len();
    app.model.forget_replies();
    app.model.will(case.replies.clone());
    app.model.will((0..40).map(|_| vec![Text("Enough.")]));
    let conversation = app.begin(STUDENT).await;
    let mut seen = app.ask(STUDENT, &conversation, "q1", "What is a key?").await;
    let turn: Uuid = seen[0]["messageMetadata"]["turnId"].as_str().unwrap().parse().unwrap();
    let mut waits = 0;
    while is_waiting(&seen) && waits < 10 {
        waits += 1;
        seen.extend(go_on(app, &conversation, case.student, waits).await);
    }
    let requests = app.model.requests().split_off(before);
    assert_turn(app, case, turn, &requests).await;

    app.model.forget_replies();
    app.model.will((0..8).map(|_| vec![Text("Fine.")]));
    let next = app.ask(STUDENT, &conversation, "q99", "Hello?").await;
    assert!(text_of(&next).contains("Fine."), "the next message works: {}", lines_of(&next));
    seen.extend(next);
    assert_eq!(app.model.open_streams(), 0);
    let stored = app.read(STUDENT, &conversation).await.to_string();
    let requests = format!("{:?}", app.model.requests().split_off(before));
    for told in [requests, lines_of(&seen), stored] {
        assert!(!told.contains(SECRET) && !told.contains("secret in a panic"), "{told}");
    }
}

fn is_waiting(seen: &[Value]) -> bool {
    seen.last().is_some_and(|chunk| chunk["finishReason"] == "tool-calls")
}

/// What the student's page sends when calls wait, and what it is told.
async fn go_on(app: &TestApp, conversation: &str, student: Student, waits: usize) -> Vec<Value> {
    match student {
        Student::SaysSomethingElse => {
            app.ask(STUDENT, conversation, &format!("other{waits}"), "Never mind.").await
        }
        Student::Stops => {
            let path = format!("/chat/{conversation}/stop");
            app.post(STUDENT, &path, &json!({})).send().await.unwrap();
            Vec::new()
        }
        Student::Answers | Student::Declines => {
            let approved = matches!(student, Student::Answers);
            let message =
                app.read(STUDENT, conversation).await["messages"].as_array().unwrap().last().cloned();
            let message = message.unwrap();
            let parts = message["parts"].as_array().unwrap().iter();
            let answers: Vec<Value> = parts.filter_map(|part| answer(part, approved)).collect();
            let body = json!({"id": conversation, "trigger": "submit-message",
                              "message": {"id": message["id"], "role": "assistant", "parts": answers}});
            Sse::new(app.post(STUDENT, "/chat", &body).send().await.unwrap()).rest().await
        }
    }
}

fn answer(part: &Value, approved: bool) -> Option<Value> {
    let mut answered = part.clone();
    match part["state"].as_str()? {
        "input-available" if approved => {
            answered["state"] = json!("output-available");
            answered["output"] = json!({"choice": "rows"});
        }
        "input-available" => {
            answered["state"] = json!("output-error");
            answered["errorText"] = json!("It does not work here.");
        }
        "approval-requested" => {
            answered["state"] = json!("approval-responded");
            answered["approval"]["approved"] = json!(approved);
        }
        _ => return None,
    }
    Some(answered)
}

async fn assert_turn(app: &TestApp, case: &Case, turn: Uuid, requests: &[ModelRequest]) {
    let (state, error, asked): (String, Option<String>, i32) =
        sqlx::query_as("select state::text, error_code, requests from chatbot.turns where id = $1")
            .bind(turn)
            .fetch_one(&app.pool)
            .await
            .unwrap();
    assert!(["finished", "failed", "stopped"].contains(&state.as_str()), "{state}");
    // The scripted model panics at a request that a provider would refuse.
    assert_ne!(error.as_deref(), Some("internal"));
    let cap = i32::try_from(case.config.limits.requests_per_turn).unwrap();
    assert!(asked <= cap, "{asked} requests of {cap}");

    let own: Vec<&ModelRequest> = requests.iter().filter(|request| is_of_first_turn(request)).collect();
    for pair in own.windows(2) {
        let [one, next] = pair else { continue };
        assert!(next.messages[1..].starts_with(&one.messages[1..]), "history only grows");
        let forced = |request: &ModelRequest| {
            matches!(request.tool_choice, ToolChoice::Required | ToolChoice::Tool { .. })
        };
        let committed = one.messages.iter().chain(&next.messages).any(is_result);
        assert!(!(forced(next) && committed), "a forced choice forces one round");
    }
    for sql in [
        // Nothing is left open.
        "select count(*) from chatbot.tool_calls where turn_id = $1 and status in ('pending', 'running', 'waiting')",
        // What was refused did not run.
        "select count(*) from chatbot.tool_calls call join chatbot.rounds round on round.id = call.round_id
         where call.turn_id = $1 and call.started_at is not null
           and (call.disposition not in ('accept', 'edit') or round.disposition not in ('accept', 'answer', 'edit')
                or call.attempt <> round.attempts)",
        // What ran is what was authorised, byte for byte.
        "select count(*) from chatbot.tool_calls where turn_id = $1 and started_at is not null
           and effective_arguments <> arguments and not unwrapped and trim(arguments) <> ''",
        // Who may know why is said.
        "select count(*) from chatbot.tool_calls where turn_id = $1
           and (disposition = 'discard') <> (audience is not distinct from 'log_only')",
        "select count(*) from chatbot.tool_calls where turn_id = $1 and output like '%secret reason%'",
    ] {
        let found: i64 = sqlx::query_scalar(sql).bind(turn).fetch_one(&app.pool).await.unwrap();
        assert_eq!(found, 0, "{sql}");
    }
    assert_effects(app, turn, case.config.concurrency).await;
}

/// No effect without its record, no record without its effect.
async fn assert_effects(app: &TestApp, turn: Uuid, concurrency: u32) {
    let mut recorded: Vec<String> = sqlx::query_scalar(
        "select effective_arguments::jsonb->>'how' from chatbot.tool_calls call
         join chatbot.rounds round on round.id = call.round_id
         where call.turn_id = $1 and effective_name = 'unruly' and started_at is not null
         order by round_number, call_index",
    )
    .bind(turn)
    .fetch_all(&app.pool)
    .await
    .unwrap();
    let mut ran = ran(turn);
    if concurrency > 1 {
        recorded.sort();
        ran.sort();
    }
    assert_eq!(recorded, ran);
    assert!(
        app.value::<bool>(
            "select (select revision from lms.pages where id = '00000000-0000-0000-0000-0000000000d1')
                  = 1 + (select count(*) from chatbot.tool_calls
                         where effective_name = 'rename_page' and status = 'done')"
        )
        .await,
        "each action that is on record was done once"
    );
}

/// The first turn's requests have one question; what the student said instead of an answer is another turn's.
fn is_of_first_turn(request: &ModelRequest) -> bool {
    request.messages.iter().filter(|message| matches!(message, ModelMessage::User(_))).count() == 1
}

const fn is_result(message: &ModelMessage) -> bool {
    matches!(message, ModelMessage::ToolResult { .. })
}

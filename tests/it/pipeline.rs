//! Replies that are refused, repaired, discarded or asked for again; forced choices; what is on record.

use std::sync::Arc;

use chatbot_core::ChatbotConfig;
use chatbot_core::model::{ModelMessage, ModelRequest};
use chatbot_core::pipeline::{InvalidCall, InvalidCallResolver};
use chatbot_protocol::{ErrorCode, Resolution, ToolChoice};
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{self, Call, Text};
use chatbot_tests::model::results_of;
use chatbot_tests::unruly::{Unruly, ran};
use chatbot_tests::wire::{lines_of, text_of};
use chatbot_tests::world::{STUDENT, TEACHER, config};
use chatbot_tools::toolset;
use serde_json::Value;
use sqlx::PgPool;
use uuid::Uuid;

async fn start(pool: PgPool, config: ChatbotConfig) -> TestApp {
    let allowed_tools = [config.allowed_tools.clone(), vec!["unruly".into()]].concat();
    let config = ChatbotConfig { allowed_tools, ..config };
    let more_tools: Vec<Arc<dyn chatbot_tools::ToolSet>> = vec![Arc::new(toolset![Unruly].unwrap())];
    let resolver: Option<Arc<dyn InvalidCallResolver>> = Some(Arc::new(ByName));
    TestApp::start_with(pool, Setup { config: Some(config), more_tools, resolver, ..Setup::default() }).await
}

/// What a host might do, by the name that was called.
struct ByName;

impl InvalidCallResolver for ByName {
    fn resolve(&self, call: &InvalidCall<'_>) -> Option<Resolution> {
        match call.name {
            "Unruly" => Some(Resolution::Repair { to: "unruly".into() }),
            "forget_me" => Some(Resolution::Ignore),
            "later" => Some(Resolution::Skip { reason: "not now".into() }),
            _ => None,
        }
    }
}

async fn ask(app: &TestApp, replies: Vec<Vec<Step>>) -> Vec<Value> {
    app.model.will(replies);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "Go").await
}

fn system(request: &ModelRequest) -> &str {
    match &request.messages[0] {
        ModelMessage::System(text) => text,
        other => panic!("{other:?}"),
    }
}

fn turn_of(chunks: &[Value]) -> Uuid {
    chunks[0]["messageMetadata"]["turnId"].as_str().unwrap().parse().unwrap()
}

#[sqlx::test(migrations = false)]
async fn a_gates_no_discards_the_reply_and_is_told_to_nobody(pool: PgPool) {
    let app = start(pool, config()).await;
    let chunks = ask(
        &app,
        vec![
            vec![Text("I will."), Call("unruly", r#"{"how":"a"}"#), Call("unruly", r#"{"how":"refuse"}"#)],
            vec![Call("unruly", r#"{"how":"b"}"#)],
            vec![Text("Done.")],
        ],
    )
    .await;
    assert_eq!(text_of(&chunks), "I will.Done.", "what was shown stays shown");
    assert_eq!(ran(turn_of(&chunks)), ["b"], "no tool of the discarded reply ran");
    let requests = app.model.requests();
    assert_eq!(requests[1].messages, requests[0].messages, "history is as it was");
    assert!(lines_of(&chunks).contains("tried_again"));
    for told in [format!("{requests:?}"), lines_of(&chunks)] {
        assert!(!told.contains("secret"), "{told}");
    }
    assert!(
        app.value::<bool>(
            "select count(*) = 1 from chatbot.tool_calls
             where audience = 'log_only' and disposition = 'discard' and log_reason like '%secret%'"
        )
        .await,
        "it is on record"
    );
}

#[sqlx::test(migrations = false)]
async fn a_model_that_insists_on_a_refused_call_is_asked_a_last_time_without_tools(pool: PgPool) {
    let app = start(pool, config()).await;
    let insist = || vec![Call("unruly", r#"{"how":"refuse"}"#)];
    let chunks = ask(&app, vec![insist(), insist(), insist(), insist(), vec![Text("Well then.")]]).await;
    assert_eq!(text_of(&chunks), "Well then.");
    assert!(app.model.last_request().tools.is_empty());
    assert_eq!(app.model.requests().len(), 5);
}

#[sqlx::test(migrations = false)]
async fn a_host_can_repair_ignore_and_skip(pool: PgPool) {
    let app = start(pool, config()).await;
    let chunks = ask(
        &app,
        vec![
            vec![Call("Unruly", r#"{"how":"a"}"#), Call("forget_me", "{}"), Call("unruly", r#"{"how":"b"}"#)],
            vec![Call("later", "{}"), Call("unruly", r#"{"how":"c"}"#)],
            vec![Text("Done."), Call("forget_me", "{}")],
        ],
    )
    .await;
    assert_eq!(text_of(&chunks), "Done.");
    assert_eq!(ran(turn_of(&chunks)), ["a", "b"]);
    let last = app.model.last_request();
    let ModelMessage::Assistant { calls, .. } = &last.messages[2] else { panic!() };
    assert_eq!(calls.iter().map(|call| call.name.as_str()).collect::<Vec<_>>(), ["unruly", "unruly"]);
    assert_eq!(results_of(&last)[2], "not now");
    assert!(results_of(&last)[3].contains("not run"));
    assert!(
        app.value::<bool>(
            "select count(*) = 1 from chatbot.tool_calls where name = 'Unruly' and effective_name = 'unruly'"
        )
        .await
    );
}

#[sqlx::test(migrations = false)]
async fn a_node_that_is_not_open_is_asked_again_and_history_stays_as_it_was(pool: PgPool) {
    let app = start(pool, config()).await;
    let chunks = ask(
        &app,
        vec![
            vec![Call("unruly", r#"{"how":"a","page":"00000000-0000-0000-0000-0000000000d2"}"#)],
            vec![Call("unruly", r#"{"how":"b","page":"00000000-0000-0000-0000-0000000000ff"}"#)],
            vec![Call("unruly", r#"{"how":"c","page":"00000000-0000-0000-0000-0000000000d1"}"#)],
            vec![Text("Done.")],
        ],
    )
    .await;
    assert_eq!(ran(turn_of(&chunks)), ["c"]);
    let requests = app.model.requests();
    let (hidden, absent) = (system(&requests[1]), system(&requests[2]));
    assert!(
        hidden.contains(r#""reason":"node_not_found""#) && hidden.contains(r#""pointer":"/page""#),
        "{hidden}"
    );
    assert_eq!(hidden.replace("d2", "ff"), absent, "a hidden page looks like one that is not there");
    assert!(!system(&requests[3]).contains("node_not_found"), "only the re-ask is shown what was wrong");
    assert_eq!(requests[1].messages[1..], requests[0].messages[1..]);

    app.model.will([
        vec![Call("unruly", r#"{"how":"d","page":"00000000-0000-0000-0000-0000000000d6"}"#)],
        vec![Text("No.")],
    ]);
    let conversation = app.begin(TEACHER).await;
    app.ask(TEACHER, &conversation, "q1", "Go").await;
    let deleted = app.model.last_request();
    assert!(system(&deleted).contains("node_disabled"), "a teacher may know of a deleted page");
}

#[sqlx::test(migrations = false)]
async fn what_an_earlier_call_closed_is_closed_to_a_later_one(pool: PgPool) {
    let app = start(pool, config()).await;
    let page = r#"{"how":"hide","page":"00000000-0000-0000-0000-0000000000d1"}"#;
    let after = r#"{"how":"read","page":"00000000-0000-0000-0000-0000000000d1"}"#;
    let chunks =
        ask(&app, vec![vec![Call("unruly", page), Call("unruly", after)], vec![Text("Done.")]]).await;
    assert_eq!(ran(turn_of(&chunks)), ["hide"]);
    let last = app.model.last_request();
    assert!(results_of(&last)[0].contains("did hide") && results_of(&last)[1].contains("node_disabled"));
}

#[sqlx::test(migrations = false)]
async fn results_stand_in_call_order_however_calls_finish(pool: PgPool) {
    let app = start(pool, ChatbotConfig { concurrency: 2, ..config() }).await;
    let reply = vec![Call("unruly", r#"{"how":"slow"}"#), Call("unruly", r#"{"how":"fast"}"#)];
    let chunks = ask(&app, vec![reply, vec![Text("Done.")]]).await;
    assert_eq!(text_of(&chunks), "Done.");
    let last = app.model.last_request();
    assert!(results_of(&last)[0].contains("did slow") && results_of(&last)[1].contains("did fast"));
}

#[sqlx::test(migrations = false)]
async fn a_forced_choice_holds_for_one_round_only(pool: PgPool) {
    let tool_choice = ToolChoice::Tool { tool_name: "unruly".into() };
    let app = start(pool, ChatbotConfig { tool_choice, ..config() }).await;
    let chunks = ask(
        &app,
        vec![
            vec![Text("No.")],
            vec![Call("course_progress", "{}")],
            vec![Call("unruly", r#"{"how":"a"}"#)],
            vec![Text("Done.")],
        ],
    )
    .await;
    assert_eq!(ran(turn_of(&chunks)), ["a"]);
    let requests = app.model.requests();
    let offered = |request: &ModelRequest| request.tools.len();
    assert_eq!(requests.iter().map(offered).collect::<Vec<_>>(), [1, 1, 3, 3]);
    assert!(system(&requests[1]).contains("a tool call is required"));
    assert_eq!(requests[0].tool_choice, ToolChoice::Tool { tool_name: "unruly".into() });
    assert_eq!(requests[3].tool_choice, ToolChoice::Auto);
}

#[sqlx::test(migrations = false)]
async fn a_choice_that_cannot_be_met_sends_no_request(pool: PgPool) {
    let tool_choice = ToolChoice::Tool { tool_name: "nowhere".into() };
    let app = start(pool, ChatbotConfig { tool_choice, ..config() }).await;
    let chunks = ask(&app, Vec::new()).await;
    assert_eq!(chunks.last().unwrap()["errorText"], ErrorCode::InvalidToolChoice.sentence());
    assert!(app.model.requests().is_empty());
}

#[sqlx::test(migrations = false)]
async fn without_tools_by_choice_a_call_is_an_invalid_one(pool: PgPool) {
    let app = start(pool, ChatbotConfig { tool_choice: ToolChoice::None, ..config() }).await;
    let chunks = ask(&app, vec![vec![Call("unruly", r#"{"how":"a"}"#)], vec![Text("Done.")]]).await;
    assert_eq!(text_of(&chunks), "Done.");
    assert!(ran(turn_of(&chunks)).is_empty());
    assert!(app.model.last_results()[0].contains("unknown_tool"));
}

#[sqlx::test(migrations = false)]
async fn a_changed_configuration_counts_from_the_next_round_on(pool: PgPool) {
    let app = start(pool, config()).await;
    app.model.will([
        vec![Text("So"), Step::Gate, Call("unruly", r#"{"how":"a"}"#)],
        vec![Call("unruly", r#"{"how":"b"}"#)],
        vec![Text("Done.")],
    ]);
    let conversation = app.begin(STUDENT).await;
    let mut stream = chatbot_tests::wire::Sse::new(app.send(STUDENT, &conversation, "q1", "Go").await);
    let turn = turn_of(&[stream.until("start").await]);
    stream.until("text-delta").await;
    sqlx::query("update chatbot.chatbots set config = jsonb_set(config, '{allowed_tools}', '[]')")
        .execute(&app.pool)
        .await
        .unwrap();
    app.model.open_gate();
    stream.rest().await;
    assert_eq!(ran(turn), ["a"]);
    assert!(app.model.requests()[1].tools.is_empty());
}

#[sqlx::test(migrations = false)]
async fn a_strict_tool_is_advertised_strictly_and_nulls_count_as_absent(pool: PgPool) {
    let app = start(pool, config()).await;
    let chunks =
        ask(&app, vec![vec![Call("unruly", r#"{"how":"a","page":null}"#)], vec![Text("Done.")]]).await;
    assert_eq!(ran(turn_of(&chunks)), ["a"]);
    let requests = app.model.requests();
    let tool = requests[0].tools.iter().find(|tool| tool.name == "unruly").unwrap();
    assert!(tool.strict);
    assert_eq!(tool.parameters["required"], serde_json::json!(["how", "page"]));
}

//! What turns spend: reserved before each request, settled after it, whatever becomes of either.

use std::time::Duration;

use chatbot_core::config::LimitsConfig;
use chatbot_core::model::ModelFault;
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{Call, Costs, Cut, Fault, Silence, Text};
use chatbot_tests::wire::{Sse, text_of};
use chatbot_tests::world::{STUDENT, config};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::limits::{a_day, limited};

const SEARCH: &str = r#"{"query":"primary key"}"#;

/// What was settled and whether it was an estimate, oldest first; nothing is left open, and the counters agree.
async fn settled(app: &TestApp) -> Vec<(i32, bool)> {
    app.until("select bool_and(ended_at is not null) from chatbot.turns").await;
    let agree = "select not exists (select from chatbot.usage_ledger where settled_at is null)
         and (select sum(settled_tokens) from chatbot.usage_ledger) = (select sum(tokens) from chatbot.student_days)
         and (select sum(settled_tokens) from chatbot.usage_ledger) = (select sum(tokens) from chatbot.course_months)";
    assert!(app.value::<bool>(agree).await);
    sqlx::query_as("select settled_tokens, is_estimate from chatbot.usage_ledger order by created_at, id")
        .fetch_all(&app.pool)
        .await
        .unwrap()
}

#[sqlx::test(migrations = false)]
async fn every_request_is_settled_by_what_the_provider_told(pool: PgPool) {
    let app = limited(pool, a_day(50_000)).await;
    app.model.will([vec![Call("course_material_search", SEARCH)], vec![Text("Done."), Costs(Some(77))]]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "Keys?").await;
    assert_eq!(settled(&app).await, [(15, false), (77, false)]);
}

#[sqlx::test(migrations = false)]
async fn where_the_provider_does_not_tell_an_estimate_counts_and_says_so(pool: PgPool) {
    let app = limited(pool, a_day(50_000)).await;
    let conversation = app.begin(STUDENT).await;
    for (id, cost) in [("q1", None), ("q2", Some(0))] {
        app.model.will([vec![Text("Done."), Costs(cost)]]);
        app.ask(STUDENT, &conversation, id, "Keys?").await;
    }
    for (tokens, is_estimate) in settled(&app).await {
        assert!(is_estimate && (200..5_000).contains(&tokens), "{tokens}");
    }
}

#[sqlx::test(migrations = false)]
async fn a_stream_that_is_cancelled_or_cut_still_costs(pool: PgPool) {
    let app = limited(pool, a_day(50_000)).await;
    let conversation = app.begin(STUDENT).await;
    app.model.will([vec![Text("Half"), Silence]]);
    let mut stream = Sse::new(app.send(STUDENT, &conversation, "q1", "Keys?").await);
    stream.until("text-delta").await;
    app.post(STUDENT, &format!("/chat/{conversation}/stop"), &json!({})).send().await.unwrap();
    stream.rest().await;
    app.model.will([vec![Text("Half"), Fault(ModelFault::BrokeOff("cut".into()))]]);
    app.ask(STUDENT, &conversation, "q2", "Keys?").await;
    let settled = settled(&app).await;
    assert_eq!(settled.len(), 2);
    assert!(settled.iter().all(|(tokens, is_estimate)| *is_estimate && *tokens > 200), "{settled:?}");
}

#[sqlx::test(migrations = false)]
async fn a_request_that_the_provider_did_not_take_costs_nothing(pool: PgPool) {
    let app = limited(pool, a_day(50_000)).await;
    let busy = || vec![Fault(ModelFault::Busy { status: 429, retry_after: None })];
    app.model.will([busy(), busy(), busy()]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "Keys?").await;
    assert_eq!(settled(&app).await, [(0, false)]);
}

#[sqlx::test(migrations = false)]
async fn what_a_dead_owner_reserved_is_settled_when_its_turn_is_taken_over(pool: PgPool) {
    let one = limited(pool, a_day(50_000)).await;
    one.model.will([vec![Silence]]);
    let conversation = one.begin(STUDENT).await;
    let mut stream = Sse::new(one.send(STUDENT, &conversation, "q1", "Keys?").await);
    stream.until("start-step").await;
    one.until(
        "select exists (select from chatbot.turn_events where events @> '[{\"event\": \"step_started\"}]')",
    )
    .await;
    let other = one.second_instance(Setup::default());
    other.model.will([vec![Text("Whole.")]]);
    other.take_over_all().await;
    let ledger = settled(&other).await;
    assert!(matches!(ledger[..], [(dead, true), (15, false)] if dead > 200), "{ledger:?}");

    let three = other.second_instance(Setup::default());
    three.model.will([vec![Text("Half"), Silence]]);
    let mut stream = Sse::new(three.send(STUDENT, &conversation, "q2", "More?").await);
    stream.until("text-delta").await;
    three.until("select exists (select from chatbot.turn_events where events::text like '%Half%')").await;
    other.take_over_all().await;
    let ledger = settled(&other).await;
    assert!(matches!(ledger[..], [_, _, (dead, true)] if dead > 200), "ended: {ledger:?}");
}

/// A turn whose first reply calls and costs as much as this of 10000 tokens.
async fn called_for(
    pool: PgPool,
    cost: u32,
    rest: Vec<Vec<chatbot_tests::model::Step>>,
) -> (TestApp, Vec<Value>) {
    let mut config = config();
    config.limits = a_day(10_000);
    let app = TestApp::start_with(pool, Setup { config: Some(config), ..Setup::default() }).await;
    app.model.will([vec![Text("Let me look. "), Call("course_material_search", SEARCH), Costs(Some(cost))]]);
    app.model.will(rest);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "Keys?").await;
    (app, chunks)
}

#[sqlx::test(migrations = false)]
async fn where_little_is_left_the_last_reply_is_short_and_without_tools(pool: PgPool) {
    let (app, chunks) = called_for(pool, 6_000, vec![vec![Text("A key."), Costs(Some(1_000))]]).await;
    assert_eq!(chunks.last().unwrap()["type"], "finish");
    let request = app.model.last_request();
    assert!(request.tools.is_empty());
    assert_eq!(request.max_output_tokens, Some(1_024));
    let notice = chunks.iter().find(|chunk| chunk["type"] == "data-notice").unwrap();
    assert_eq!(notice["data"]["code"], "limit_near");
    assert_eq!(settled(&app).await, [(6_000, false), (1_000, false)]);
}

#[sqlx::test(migrations = false)]
async fn a_turn_that_reaches_the_limit_ends_honestly_and_keeps_its_text(pool: PgPool) {
    let (app, chunks) = called_for(pool, 9_900, vec![]).await;
    let limits = chunks.iter().find(|chunk| chunk["type"] == "data-limits").unwrap();
    assert_eq!(limits["data"]["limits"][0]["reached"], true);
    assert_eq!(chunks.last().unwrap()["type"], "error");
    assert_eq!(text_of(&chunks), "Let me look.");
    assert!(
        app.value::<bool>(
            "select state = 'failed' and error_code = 'limit_reached' and requests = 1 from chatbot.turns"
        )
        .await
    );
    assert_eq!(settled(&app).await, [(9_900, false)]);
}

#[sqlx::test(migrations = false)]
async fn next_questions_are_left_out_where_nothing_is_left_for_them(pool: PgPool) {
    let mut config = config();
    config.limits = LimitsConfig { output_tokens: 100, ..a_day(5_000) };
    config.next_questions = true;
    let app = TestApp::start_with(pool, Setup { config: Some(config), ..Setup::default() }).await;
    app.model.will([vec![Text("A key."), Costs(Some(4_990))]]);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "Keys?").await;
    assert_eq!(chunks.last().unwrap()["type"], "finish");
    assert_eq!(app.model.requests().len(), 1);
    assert_eq!(settled(&app).await, [(4_990, false)]);
}

#[sqlx::test(migrations = false)]
async fn a_student_is_told_that_a_busy_model_is_asked_again(pool: PgPool) {
    let pauses = [Duration::from_millis(20), Duration::from_millis(20)];
    let app = TestApp::start_with(pool, Setup { retry_pauses: pauses, ..Setup::default() }).await;
    let busy = ModelFault::Busy { status: 429, retry_after: Some(Duration::from_millis(30)) };
    app.model.will([
        vec![Fault(busy)],
        vec![Fault(ModelFault::ProviderFailed { status: 500, body: "secret".into() })],
        vec![Text("At last.")],
    ]);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "Keys?").await;
    let told: Vec<&Value> = chunks.iter().filter(|chunk| chunk["type"] == "data-model-status").collect();
    let states: Vec<&str> = told.iter().map(|chunk| chunk["data"]["state"].as_str().unwrap()).collect();
    assert_eq!(states, ["busy", "asked", "unavailable", "asked"]);
    assert_eq!(told[0]["data"]["text"], "The model is busy. Asking again in 1 second.");
    assert_eq!(told[0]["transient"], true);
    assert_eq!(text_of(&chunks), "At last.");
    assert!(!app.read(STUDENT, &conversation).await.to_string().contains("busy"), "it is not kept");
}

#[sqlx::test(migrations = false)]
async fn the_limit_of_an_answer_reaches_the_model_and_one_that_was_cut_says_so(pool: PgPool) {
    let app = limited(pool, LimitsConfig::default()).await;
    app.model.will([vec![Text("Half an answer"), Cut], vec![Text("The rest.")]]);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "Explain all").await;
    assert_eq!(app.model.last_request().max_output_tokens, Some(100));
    assert_eq!(text_of(&chunks), "Half an answer");
    let notices = |parts: &[Value]| -> Vec<Value> {
        let notices = parts.iter().filter(|part| part["type"] == "data-notice");
        notices.map(|notice| notice["data"]["code"].clone()).collect()
    };
    assert_eq!(notices(&chunks), ["answer_cut"]);
    assert_eq!(chunks.last().unwrap()["finishReason"], "length");
    let stored = app.read(STUDENT, &conversation).await["messages"][1].clone();
    assert_eq!(notices(stored["parts"].as_array().unwrap()), ["answer_cut"]);
    assert_eq!(stored["metadata"]["state"], "finished");
    let whole = app.ask(STUDENT, &conversation, "q2", "Go on").await;
    assert_eq!((text_of(&whole).as_str(), notices(&whole)), ("The rest.", Vec::new()));
}

//! Calls as no tool expects them: names, ids and arguments of every odd kind. Nothing runs that should not, and the
//! next message works.

use std::sync::Arc;
use std::time::Duration;

use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{Call, Gate, Text};
use chatbot_tests::unruly::{Unruly, ran};
use chatbot_tests::wire::{Sse, text_of};
use chatbot_tests::world::{STUDENT, config};
use chatbot_tools::toolset;
use serde_json::{Value, json};
use sqlx::PgPool;

async fn start(pool: PgPool) -> TestApp {
    let mut config = config();
    config.allowed_tools.push("unruly".into());
    let more_tools: Vec<Arc<dyn chatbot_tools::ToolSet>> = vec![Arc::new(toolset![Unruly].unwrap())];
    TestApp::start_with(pool, Setup { config: Some(config), more_tools, ..Setup::default() }).await
}

fn ran_in(chunks: &[Value]) -> Vec<String> {
    ran(chunks[0]["messageMetadata"]["turnId"].as_str().unwrap().parse().unwrap())
}

async fn until_ran(start: &Value, how: &str) {
    let ran = async {
        while ran_in(std::slice::from_ref(start)).last().is_none_or(|last| last != how) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), ran).await.expect("it runs");
}

fn leak(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

/// What none of these calls may do is run.
fn hostile() -> Vec<(&'static str, &'static str)> {
    vec![
        ("x\nevent: done\ndata: {}", "{}"),
        ("", "{}"),
        ("unruly\0", r#"{"how":"a"}"#),
        ("Unruly", r#"{"how":"a"}"#),
        ("functions.unruly", r#"{"how":"a"}"#),
        ("course_progress.unruly", r#"{"how":"a"}"#),
        ("'; drop table chatbot.turns; --", "{}"),
        ("unruly", r#"{"how":"a","no\u0000":"\u0000"}"#),
        ("unruly", r#"{"how":["\u0000"]}"#),
        ("unruly", r#"{"how":"a","how":"b"}"#),
        ("unruly", r#"{"how":"a","How":"b"}"#),
        ("unruly", r#"{"how":"\ud83d"}"#),
        ("unruly", r#"{"\udc00":"a","how":"a"}"#),
        ("unruly", r#"{"how":NaN}"#),
        ("unruly", r#"{"how":1e999}"#),
        ("unruly", r#"{"how":"a"} {"how":"b"}"#),
        ("unruly", r#"{"how":"a","page":"null and void"}"#),
        ("unruly", "null"),
        ("unruly", ""),
        ("unruly", leak("[".repeat(10_000))),
        ("unruly", leak(format!("{{\"how\":\"{}\"}}", "x".repeat(1_000_000)))),
        ("course_progress", r#"{"course_id":2,"user_id":7}"#),
    ]
}

#[sqlx::test(migrations = false)]
async fn whatever_a_call_is_named_or_given_it_is_refused_recorded_and_does_no_harm(pool: PgPool) {
    let app = start(pool).await;
    for (index, (name, arguments)) in hostile().into_iter().enumerate() {
        app.model.will([vec![Call(name, arguments)], vec![Text("Fine.")], vec![Text("And on.")]]);
        let conversation = app.begin(STUDENT).await;
        let chunks = app.ask(STUDENT, &conversation, "q1", "Go").await;
        assert_eq!(text_of(&chunks), "Fine.", "{name} {arguments:.60}");
        assert!(ran_in(&chunks).is_empty(), "{name} {arguments:.60}");
        let told = &app.model.last_results()[0];
        let refused = ["unknown_tool", "schema_invalid", "not accepted"];
        assert!(refused.iter().any(|word| told.contains(word)), "{told}");
        let next = app.ask(STUDENT, &conversation, "q2", "And now?").await;
        assert_eq!(text_of(&next), "And on.", "{name} {arguments:.60}");
        let recorded: i64 =
            app.value("select count(*) from chatbot.tool_calls where status = 'answered'").await;
        assert_eq!(usize::try_from(recorded).unwrap(), index + 1, "it is on record");
    }
}

#[sqlx::test(migrations = false)]
async fn odd_texts_that_a_tool_takes_run_and_their_results_stay_within_bounds(pool: PgPool) {
    let app = start(pool).await;
    let long = leak(format!("{{\"how\":\"{}\"}}", "ä".repeat(30_000)));
    let told_of = [
        (r#"{"how":"a\u0000b"}"#, "did a\u{fffd}b"),
        ("{\"how\":\"a\0b\"}", "did a\u{fffd}b"),
        (long, "[shortened: "),
    ];
    for (arguments, told) in told_of {
        app.model.will([vec![Call("unruly", arguments)], vec![Text("Fine.")]]);
        let conversation = app.begin(STUDENT).await;
        let chunks = app.ask(STUDENT, &conversation, "q1", "Go").await;
        assert_eq!((text_of(&chunks).as_str(), ran_in(&chunks).len()), ("Fine.", 1));
        assert!(app.model.last_results()[0].contains(told), "{:.200}", app.model.last_results()[0]);
        assert!(app.model.last_results()[0].chars().count() < 25_000);
    }
}

#[sqlx::test(migrations = false)]
async fn calls_with_one_id_have_each_their_own_result_in_a_turn_and_later(pool: PgPool) {
    let app = start(pool).await;
    // The scripted model gives every call of a tool the same id.
    app.model.will([
        vec![Call("unruly", r#"{"how":"a"}"#), Call("unruly", r#"{"how":"b"}"#)],
        vec![Call("unruly", r#"{"how":"c"}"#)],
        vec![Text("One.")],
        vec![Call("unruly", r#"{"how":"d"}"#)],
        vec![Text("Two.")],
    ]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "Go").await;
    app.ask(STUDENT, &conversation, "q2", "Go on").await;
    let did: Vec<bool> = app
        .model
        .last_results()
        .iter()
        .zip("abcd".chars())
        .map(|(result, c)| result.contains(&format!("did {c}")))
        .collect();
    assert_eq!(did, [true; 4]);
}

#[sqlx::test(migrations = false)]
async fn text_around_a_call_keeps_its_place(pool: PgPool) {
    let app = start(pool).await;
    app.model.will([
        vec![Text("Let me look. "), Call("unruly", r#"{"how":"a"}"#), Text("One moment.")],
        vec![Text("Here.")],
    ]);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "Go").await;
    assert_eq!(text_of(&chunks), "Let me look. One moment.Here.");
    let stored = app.read(STUDENT, &conversation).await;
    let parts = stored["messages"][1]["parts"].as_array().unwrap().clone();
    let kinds: Vec<&str> = parts.iter().map(|part| part["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["step-start", "text", "tool-unruly", "step-start", "text"]);
    assert_eq!(parts[1]["text"], "Let me look. One moment.");
}

#[sqlx::test(migrations = false)]
async fn a_stop_while_tools_run_leaves_each_call_with_one_result(pool: PgPool) {
    let app = start(pool).await;
    let calls = vec![Call("unruly", r#"{"how":"hang"}"#), Call("unruly", r#"{"how":"b"}"#)];
    app.model.will([calls, vec![Text("Hello.")]]);
    let conversation = app.begin(STUDENT).await;
    let mut stream = Sse::new(app.send(STUDENT, &conversation, "q1", "Go").await);
    let turn = stream.until("start").await;
    // Its row says so before it runs.
    until_ran(&turn, "hang").await;
    app.post(STUDENT, &format!("/chat/{conversation}/stop"), &json!({})).send().await.unwrap();
    stream.rest().await;
    assert_eq!(ran_in(&[turn]), ["hang"]);
    assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q2", "Hello").await), "Hello.");
    assert_eq!(app.model.last_results().len(), 2);
}

#[sqlx::test(migrations = false)]
async fn no_connection_is_held_while_models_are_silent(pool: PgPool) {
    let app = start(pool).await;
    let mut streams = Vec::new();
    for _ in 0..15 {
        app.model.will([vec![Text("So"), Gate, Text(" far.")]]);
        let conversation = app.begin(STUDENT).await;
        let mut stream = Sse::new(app.send(STUDENT, &conversation, "q1", "Go").await);
        stream.until("text-delta").await;
        streams.push(stream);
    }
    app.until("select count(*) = 15 from chatbot.rounds where reply_text = 'So'").await;
    assert_eq!(app.model.open_streams(), 15);
    let held = || app.pool.size() as usize - app.pool.num_idle();
    while held() > 0 {
        tokio::task::yield_now().await;
    }
    for _ in 0..15 {
        app.model.open_gate();
    }
    for stream in streams {
        assert_eq!(text_of(&stream.rest().await), " far.");
    }
}

//! Calls that go wrong, calls that are refused, and calls of people with other rights.

use std::sync::Arc;

use chatbot_core::model::ModelMessage;
use chatbot_protocol::{ErrorCode, UserId};
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{Call, Text};
use chatbot_tests::unruly::Unruly;
use chatbot_tests::wire::{lines_of, text_of};
use chatbot_tests::world::{ASSISTANT, OTHER_STUDENT, STUDENT, TEACHER, config};
use chatbot_tools::toolset;
use serde_json::json;
use sqlx::PgPool;

async fn ask_about_progress(app: &TestApp, who: UserId, arguments: &'static str) -> String {
    app.model.will([vec![Call("course_progress", arguments)], vec![Text("There.")]]);
    let conversation = app.begin(who).await;
    app.ask(who, &conversation, "q1", "How far?").await;
    app.model.last_results().remove(0)
}

#[sqlx::test(migrations = false)]
async fn a_student_sees_their_own_progress_and_nobody_elses(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let own = ask_about_progress(&app, STUDENT, "{}").await;
    assert!(own.contains("so far: 2 of 3"), "{own}");
    assert!(!own.contains("Hidden"), "{own}");
    let of_other = r#"{"user":"00000000-0000-0000-0000-0000000000a2"}"#;
    let denied = ask_about_progress(&app, STUDENT, of_other).await;
    assert!(denied.contains("not allowed") && denied.contains("view_progress"), "{denied}");
    let unknown =
        ask_about_progress(&app, STUDENT, r#"{"user":"00000000-0000-0000-0000-0000000000ff"}"#).await;
    assert_eq!(denied, unknown, "a denial says nothing about whether the person exists");
    for staff in [ASSISTANT, TEACHER] {
        let seen = ask_about_progress(&app, staff, of_other).await;
        assert!(seen.contains("so far: 3 of "), "{seen}");
    }
    assert!(
        app.value::<bool>(
            "select count(*) = 2 from chatbot.tool_calls
             where status = 'answered' and requirements @> '[{\"holds\": false}]'"
        )
        .await,
        "denials are on record"
    );
}

#[sqlx::test(migrations = false)]
async fn the_denied_call_is_shown_to_the_student_without_a_reason(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([
        vec![Call("course_progress", r#"{"user":"00000000-0000-0000-0000-0000000000a2"}"#)],
        vec![Text("I cannot tell.")],
    ]);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "How is Otto doing?").await;
    insta::assert_snapshot!(lines_of(&chunks));
}

#[sqlx::test(migrations = false)]
async fn a_faulty_call_is_answered_and_its_siblings_run(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([
        vec![
            Call("course_material_search", r#"{"query": "#),
            Call("course_progress", "{}"),
            Call("course_material_search", r#"{"query": ""}"#),
            Call("course_material_search", r#"{"words": "key"}"#),
        ],
        vec![Text("Done.")],
    ]);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "Keys?").await;
    assert_eq!(text_of(&chunks), "Done.");
    let results = app.model.last_results();
    assert!(results[0].contains("schema_invalid"), "{}", results[0]);
    assert!(results[1].contains("so far: 2 of 3"), "{}", results[1]);
    assert!(results[2].contains(r#""pointer":"/query""#), "{}", results[2]);
    assert!(results[3].contains("words"), "{}", results[3]);
    let ModelMessage::Assistant { calls, .. } = &app.model.last_request().messages[2] else { panic!() };
    assert_eq!(calls[0].arguments, "{}", "what cannot be parsed is replayed as an empty object");
    assert!(
        app.value::<bool>("select arguments = '{\"query\": ' from chatbot.tool_calls where call_index = 0")
            .await,
        "the very bytes are on record"
    );
}

#[sqlx::test(migrations = false)]
async fn a_tool_that_does_not_exist_is_asked_again_and_then_fails_the_turn(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([
        vec![Call("functions.search", "{}"), Call("course_progress", "{}")],
        vec![Call("course_progress", "{}")],
        vec![Text("There.")],
    ]);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "Keys?").await;
    assert_eq!(text_of(&chunks), "There.");
    let first_round: i64 =
        app.value("select count(*) from chatbot.tool_calls where status = 'answered'").await;
    assert_eq!(first_round, 2, "nothing of the first round ran");

    app.model.will([vec![Call("a", "{}")], vec![Call("b", "{}")], vec![Call("c", "{}")]]);
    let chunks = app.ask(STUDENT, &conversation, "q2", "Again?").await;
    let last = chunks.last().unwrap();
    assert_eq!(*last, json!({"type": "error", "errorText": ErrorCode::UnknownToolCall.sentence()}));
    app.model.will([vec![Text("Still here.")]]);
    assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q3", "Hello?").await), "Still here.");
}

#[sqlx::test(migrations = false)]
async fn a_model_that_never_stops_calling_is_stopped(pool: PgPool) {
    let mut limited = config();
    limited.limits.requests_per_turn = 3;
    let app = TestApp::start_with(pool, Setup { config: Some(limited), ..Setup::default() }).await;
    app.model.will((0..3).map(|_| vec![Call("course_progress", "{}")]));
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "Keys?").await;
    assert_eq!(chunks.last().unwrap()["errorText"], ErrorCode::RequestCapReached.sentence());
    let requests = app.model.requests();
    assert_eq!(requests.len(), 3);
    assert!(requests[2].tools.is_empty(), "the last request offers no tools");
}

#[sqlx::test(migrations = false)]
async fn a_tool_that_panics_hangs_or_fails_is_the_calls_own_error(pool: PgPool) {
    let mut config = config();
    config.allowed_tools.push("unruly".into());
    let more_tools: Vec<Arc<dyn chatbot_tools::ToolSet>> = vec![Arc::new(toolset![Unruly].unwrap())];
    let app = TestApp::start_with(pool, Setup { config: Some(config), more_tools, ..Setup::default() }).await;
    app.model.will([
        vec![
            Call("unruly", r#"{"how":"panic"}"#),
            Call("unruly", r#"{"how":"hang"}"#),
            Call("unruly", r#"{"how":"fail"}"#),
            Call("course_progress", "{}"),
        ],
        vec![Text("Done.")],
    ]);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "Go").await;
    let results = app.model.last_results();
    assert!(results[1].contains("too long"), "{}", results[1]);
    assert!(results[3].contains("so far: 2 of 3"));
    for told in results.iter().chain([&lines_of(&chunks)]) {
        assert!(!told.contains("secret") && !told.contains("nowhere"), "{told}");
    }
}

#[sqlx::test(migrations = false)]
async fn a_tool_that_is_not_allowed_is_not_offered(pool: PgPool) {
    let mut only_search = config();
    only_search.allowed_tools = vec!["course_material_search".into()];
    let app = TestApp::start_with(pool, Setup { config: Some(only_search), ..Setup::default() }).await;
    app.model.will([vec![Call("course_progress", "{}")], vec![Text("Sorry.")]]);
    let conversation = app.begin(OTHER_STUDENT).await;
    app.ask(OTHER_STUDENT, &conversation, "q1", "Points?").await;
    let request = &app.model.requests()[0];
    assert_eq!(
        request.tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(),
        ["course_material_search"]
    );
    assert!(app.model.last_results()[0].contains("unknown_tool"));
}

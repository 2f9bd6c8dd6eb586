//! Calls and turns as they are on record.

use chatbot_tests::app::TestApp;
use chatbot_tests::model::Step::{Call, Text};
use chatbot_tests::world::{CHATBOT, COURSE, OTHER_CHATBOT, STUDENT};
use serde_json::{Value, json};
use sqlx::PgPool;

use super::{SEARCH, found};

const PRYING: &str = r#"{"user":"00000000-0000-0000-0000-0000000000a2"}"#;

/// An answer before which the model called one tool well, and one for somebody else's data.
async fn asked(pool: PgPool) -> TestApp {
    let app = TestApp::start(pool).await;
    app.model.will([
        vec![Call("course_material_search", SEARCH), Call("course_progress", PRYING)],
        vec![Text("A primary key identifies every row of a table.【1】")],
    ]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "What is a key?").await;
    app
}

async fn names(app: &TestApp, filter: &str) -> Vec<String> {
    let list = found(app, &format!("/audit/tool-calls?{filter}")).await;
    let calls = list["items"].as_array().unwrap().iter();
    let mut names: Vec<String> =
        calls.map(|item| item["call"]["name"].as_str().unwrap().to_owned()).collect();
    names.sort_unstable();
    names
}

#[sqlx::test(migrations = false)]
async fn calls_are_found_by_tool_decision_and_state_and_denied_ones_alone(pool: PgPool) {
    let app = asked(pool).await;
    let all = ["course_material_search", "course_progress"];
    for (filter, wanted) in [
        (String::new(), all.to_vec()),
        (format!("courseId={COURSE}&chatbotId={CHATBOT}"), all.to_vec()),
        (format!("chatbotId={OTHER_CHATBOT}"), vec![]),
        ("denied=true".to_owned(), vec!["course_progress"]),
        ("tool=course_progress".to_owned(), vec!["course_progress"]),
        ("disposition=accept".to_owned(), vec!["course_material_search"]),
        ("status=done".to_owned(), vec!["course_material_search"]),
        ("status=failed".to_owned(), vec![]),
        ("from=2026-09-01&to=2026-09-01".to_owned(), all.to_vec()),
        ("from=2026-09-02".to_owned(), vec![]),
    ] {
        assert_eq!(names(&app, &filter).await, wanted, "{filter}");
    }
    let first = found(&app, "/audit/tool-calls?limit=1").await;
    let rest =
        found(&app, &format!("/audit/tool-calls?cursor={}", first["nextCursor"].as_str().unwrap())).await;
    assert_eq!(rest["items"].as_array().unwrap().len(), 1);
    assert_eq!(rest["nextCursor"], Value::Null);
}

#[sqlx::test(migrations = false)]
async fn a_denied_call_tells_which_requirement_did_not_hold(pool: PgPool) {
    let app = asked(pool).await;
    let list = found(&app, "/audit/tool-calls?tool=course_progress").await;
    let call = &list["items"][0]["call"];
    assert_eq!(call["arguments"], PRYING, "byte for byte");
    assert_eq!(
        call["requirements"],
        json!([{"requirement": "view_progress on another person", "met": false}])
    );
    assert!(call["output"].as_str().unwrap().contains("not allowed"), "{call}");
    assert_eq!((&call["disposition"], &call["status"]), (&json!("answer"), &json!("answered")));
}

#[sqlx::test(migrations = false)]
async fn a_turn_is_told_round_by_round(pool: PgPool) {
    let app = asked(pool).await;
    let turn: String = app.value("select id::text from chatbot.turns").await;
    let trace = found(&app, &format!("/audit/turns/{turn}")).await;
    assert_eq!(
        (&trace["state"], &trace["model"], &trace["version"]),
        (&json!("finished"), &json!("scripted"), &json!(1))
    );
    assert_eq!(
        (&trace["question"], &trace["student"]["name"]),
        (&json!("What is a key?"), &json!("Saara Student"))
    );
    let rounds = trace["rounds"].as_array().unwrap();
    assert_eq!(rounds.len(), 2);
    assert_eq!(rounds[0]["offered"], json!(["course_material_search", "course_progress"]));
    assert_eq!(rounds[0]["calls"].as_array().unwrap().len(), 2);
    assert_eq!(rounds[1]["text"], "A primary key identifies every row of a table.【1】", "markers included");
    let passages = trace["passages"].as_array().unwrap();
    assert_eq!((&passages[0]["number"], &passages[0]["shownNumber"]), (&json!(1), &json!(1)));
    assert_eq!(trace["requests"], 2);
}

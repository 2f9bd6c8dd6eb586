//! What admins see: citations and how they were judged, calls and turns, and who looked at them.

mod access;
mod detail;
mod erased;
mod export;
mod lists;
mod rechecks;
mod traces;

use chatbot_protocol::UserId;
use chatbot_tests::app::TestApp;
use chatbot_tests::model::Step::{Call, Text};
use chatbot_tests::world::{ADMIN, STUDENT};
use chrono::Duration;
use serde_json::Value;
use sqlx::PgPool;

const SEARCH: &str = r#"{"query":"identifies every row"}"#;
const SECOND_SEARCH: &str = r#"{"query":"foreign key points"}"#;

/// Answers, an hour apart, oldest first. Source 1 is the passage on primary keys, 101 the one on foreign keys.
const ANSWERS: &[(&str, &str)] = &[
    ("supported", "A primary key identifies every row of a table.【1】"),
    ("misquoted", "The page says “a primary key identifies every column”.【1】"),
    ("unsupported", "Injections are hostile texts of attackers.【101】"),
    ("unresolved", "A primary key identifies every row of a table.【7】"),
];

/// A course in which a student got those answers.
async fn answered(pool: PgPool) -> TestApp {
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    for (verdict, answer) in ANSWERS {
        app.model.will([
            vec![Call("course_material_search", SEARCH), Call("course_material_search", SECOND_SEARCH)],
            vec![Text(answer)],
        ]);
        app.ask(STUDENT, &conversation, verdict, &format!("A question that is answered {verdict}?")).await;
        app.clock.advance(Duration::hours(1));
    }
    app
}

/// What a route answers, with its status.
async fn get(app: &TestApp, who: UserId, path: &str) -> (u16, Value) {
    let response = app.get(who, path).send().await.unwrap();
    let status = response.status().as_u16();
    (status, response.json().await.unwrap_or_default())
}

/// What an admin finds there.
async fn found(app: &TestApp, path: &str) -> Value {
    let (status, body) = get(app, ADMIN, path).await;
    assert_eq!(status, 200, "{path}: {body}");
    body
}

/// The verdicts of a list of citations, newest first; `-` for what was not cited.
async fn verdicts(app: &TestApp, filter: &str) -> Vec<String> {
    let list = found(app, &format!("/audit/citations?limit=100&{filter}")).await;
    let items = list["items"].as_array().unwrap().iter();
    items.map(|item| item["verdict"].as_str().unwrap_or("-").to_owned()).collect()
}

/// The id of the citation with this verdict.
async fn citation(app: &TestApp, verdict: &str) -> String {
    let list = found(app, &format!("/audit/citations?verdict={verdict}")).await;
    list["items"][0]["id"].as_str().unwrap().to_owned()
}

/// What the access log tells, oldest first: `who action kind`.
async fn access_log(app: &TestApp) -> Vec<String> {
    let list = found(app, "/audit/log?limit=100").await;
    let items = list["items"].as_array().unwrap().iter().rev();
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    items
        .map(|item| [&item["actor"]["name"], &item["action"], &item["course"]["name"]].map(text).join(" / "))
        .collect()
}

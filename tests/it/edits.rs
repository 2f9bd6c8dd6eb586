//! Edit and regenerate: what follows the cut no longer counts, and is kept.

use chatbot_core::model::ModelMessage;
use chatbot_tests::app::TestApp;
use chatbot_tests::model::Step::{Call, Text};
use chatbot_tests::wire::{Sse, text_of};
use chatbot_tests::world::{ADMIN, STUDENT};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::manage::body;

async fn two_questions(app: &TestApp) -> String {
    app.model.will([vec![Text("First.")], vec![Text("Second.")]]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "One").await;
    app.ask(STUDENT, &conversation, "q2", "Two").await;
    conversation
}

fn questions(app: &TestApp) -> Vec<String> {
    let messages = app.model.last_request().messages;
    messages
        .into_iter()
        .filter_map(|message| match message {
            ModelMessage::User(text) => Some(text),
            _ => None,
        })
        .collect()
}

async fn texts(app: &TestApp, conversation: &str) -> Vec<String> {
    let stored = app.read(STUDENT, conversation).await;
    let text_of = |message: &Value| {
        message["parts"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|part| part["text"].as_str())
            .collect::<String>()
    };
    stored["messages"].as_array().unwrap().iter().map(text_of).collect()
}

async fn regenerate(app: &TestApp, conversation: &str, more: Value) -> reqwest::Response {
    let mut body = json!({"id": conversation, "trigger": "regenerate-message"});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    app.post(STUDENT, "/chat", &body).send().await.unwrap()
}

#[sqlx::test(migrations = false)]
async fn an_edited_message_replaces_all_that_followed(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = two_questions(&app).await;
    app.model.will([vec![Text("Edited.")]]);
    let response = app.send_with(STUDENT, &conversation, "q1", "Uno", json!({"messageId": "q1"})).await;
    assert_eq!(text_of(&Sse::new(response).rest().await), "Edited.");
    assert_eq!(texts(&app, &conversation).await, ["Uno", "Edited."]);
    assert_eq!(questions(&app), ["Uno"]);
    assert!(
        app.value::<bool>("select count(*) = 4 from chatbot.messages where superseded_at is not null").await,
        "nothing is lost for the audit"
    );
}

#[sqlx::test(migrations = false)]
async fn an_answer_is_given_anew(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = two_questions(&app).await;
    app.model.will([vec![Text("Anew.")]]);
    let last =
        json!({"messages": [{"id": "q2", "role": "user", "parts": [{"type": "text", "text": "Two"}]}]});
    let response = regenerate(&app, &conversation, last).await;
    assert_eq!(text_of(&Sse::new(response).rest().await), "Anew.");
    assert_eq!(texts(&app, &conversation).await, ["One", "First.", "Two", "Anew."]);
    assert_eq!(questions(&app), ["One", "Two"]);
}

#[sqlx::test(migrations = false)]
async fn an_older_answer_is_given_anew_by_its_id(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = two_questions(&app).await;
    let first_answer = app.read(STUDENT, &conversation).await["messages"][1]["id"].clone();
    app.model.will([vec![Text("Anew.")]]);
    let more = json!({"messageId": first_answer, "messages": [{"id": "q1", "role": "user", "parts": [{"type": "text", "text": "One"}]}]});
    let response = regenerate(&app, &conversation, more).await;
    assert_eq!(text_of(&Sse::new(response).rest().await), "Anew.");
    assert_eq!(texts(&app, &conversation).await, ["One", "Anew."]);
}

#[sqlx::test(migrations = false)]
async fn a_regenerate_of_a_message_that_never_arrived_stores_it_first(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = two_questions(&app).await;
    app.model.will([vec![Text("Third.")]]);
    let more =
        json!({"messages": [{"id": "q3", "role": "user", "parts": [{"type": "text", "text": "Three"}]}]});
    let response = regenerate(&app, &conversation, more).await;
    assert_eq!(text_of(&Sse::new(response).rest().await), "Third.");
    assert_eq!(texts(&app, &conversation).await, ["One", "First.", "Two", "Second.", "Three", "Third."]);
}

#[sqlx::test(migrations = false)]
async fn nothing_can_be_regenerated_in_an_empty_conversation(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    assert_eq!(regenerate(&app, &conversation, json!({})).await.status(), 404);
    let response = app.send_with(STUDENT, &conversation, "q1", "Uno", json!({"messageId": "nowhere"})).await;
    assert_eq!(response.status(), 404);
    assert!(app.value::<bool>("select count(*) = 0 from chatbot.messages").await, "nothing is half-written");
}

const PRIMARY: &str = r#"{"query":"identifies every row"}"#;
const FOREIGN: &str = r#"{"query":"foreign key points"}"#;
const OF_PRIMARY: &str = "A primary key identifies every row of a table.【1】";
const OF_FOREIGN: &str = "A foreign key points at the primary key of another table.【1】";

async fn audited(app: &TestApp, path: &str) -> Value {
    body(app.get(ADMIN, path).send().await.unwrap(), 200).await
}

#[sqlx::test(migrations = false)]
async fn an_answer_that_is_given_anew_has_its_own_results_and_sources_and_the_old_ones_stay_on_record(
    pool: PgPool,
) {
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    for id in ["q1", "q2", "q3"] {
        app.model.will([vec![Call("course_material_search", PRIMARY)], vec![Text(OF_PRIMARY)]]);
        app.ask(STUDENT, &conversation, id, id).await;
        app.clock.advance(chrono::TimeDelta::minutes(1));
    }
    let before = audited(&app, "/audit/citations?cited=true").await;
    assert_eq!(before["items"].as_array().unwrap().len(), 3);
    let first = &before["items"][2];
    let first_answer = app.read(STUDENT, &conversation).await["messages"][1]["id"].clone();

    app.model.will([vec![Call("course_material_search", FOREIGN)], vec![Text(OF_FOREIGN)]]);
    let question = json!([{"id": "q1", "role": "user", "parts": [{"type": "text", "text": "q1"}]}]);
    let more = json!({"messageId": first_answer, "messages": question});
    let anew = Sse::new(regenerate(&app, &conversation, more).await).rest().await;
    let cited = anew.iter().rfind(|chunk| chunk["type"] == "data-citation").unwrap();
    assert_eq!((&cited["data"]["number"], &cited["data"]["verdict"]), (&json!(1), &json!("supported")));
    // The model was told of this question and its own search alone.
    assert_eq!(questions(&app), ["q1"]);
    let told = app.model.last_results();
    assert!(told.len() == 1 && told[0].contains("points at the primary key"), "{told:?}");
    let page = app.read(STUDENT, &conversation).await.to_string();
    assert_eq!(page.matches("source-url").count(), 1, "{page}");
    assert!(!page.contains("identifies every row"), "{page}");

    // On record is what was cited then, with the answer that cited it.
    let after = audited(&app, "/audit/citations?cited=true").await;
    assert_eq!(after["items"].as_array().unwrap().len(), 4);
    let detail = audited(&app, &format!("/audit/citations/{}", first["id"].as_str().unwrap())).await;
    assert!(detail["answer"].to_string().contains("identifies every row"), "{detail}");
    assert_eq!(detail["row"]["turnId"], first["turnId"]);
    assert!(detail["then"]["text"].as_str().unwrap().contains("identifies every row"), "{detail}");
}

#[sqlx::test(migrations = false)]
async fn a_message_that_another_tab_has_changed_meanwhile_is_told_apart_from_one_that_never_was(
    pool: PgPool,
) {
    let app = TestApp::start(pool).await;
    let conversation = two_questions(&app).await;
    let answer = app.read(STUDENT, &conversation).await["messages"][3]["id"].as_str().unwrap().to_owned();
    app.model.will([vec![Text("Edited.")]]);
    let first = app.send_with(STUDENT, &conversation, "tab-1", "Uno", json!({"messageId": "q1"})).await;
    assert_eq!(text_of(&Sse::new(first).rest().await), "Edited.");
    for (edited, status, code) in
        [("q1", 409, "message_changed"), ("q2", 409, "message_changed"), ("q9", 404, "not_found")]
    {
        let second =
            app.send_with(STUDENT, &conversation, "tab-2", "Eins", json!({"messageId": edited})).await;
        assert_eq!(
            (second.status().as_u16(), &second.headers()["x-error-code"]),
            (status, &code.parse().unwrap())
        );
    }
    let again = regenerate(&app, &conversation, json!({"messageId": answer})).await;
    assert_eq!(again.headers()["x-error-code"], "message_changed");
    assert_eq!(texts(&app, &conversation).await, ["Uno", "Edited."], "what the first tab wrote stands");
}

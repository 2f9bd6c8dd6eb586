//! The student's own list: titles, order, renaming, deleting, older messages.

use chatbot_tests::app::TestApp;
use chatbot_tests::model::Step::Text;
use chatbot_tests::world::{CHATBOT, STUDENT};
use chrono::Duration;
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;

#[sqlx::test(migrations = false)]
async fn the_list_is_newest_first_and_paged(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let mut begun = Vec::new();
    for _ in 0..5 {
        app.clock.advance(Duration::seconds(1));
        begun.insert(0, app.begin(STUDENT).await);
    }
    let mut listed = Vec::new();
    let mut cursor = String::new();
    loop {
        let path = format!("/conversations?chatbotId={CHATBOT}&limit=2{cursor}");
        let page: Value = app.get(STUDENT, &path).send().await.unwrap().json().await.unwrap();
        listed.extend(
            page["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().to_owned()),
        );
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(listed, begun);
    let broken = app.get(STUDENT, "/conversations?cursor=1.2").send().await.unwrap();
    assert_eq!(broken.status(), 400);
}

#[sqlx::test(migrations = false)]
async fn the_first_question_is_the_title_until_the_student_gives_one(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([vec![Text("A.")], vec![Text("B.")], vec![Text("C.")]]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", &format!("What\nis {}?", "very ".repeat(30))).await;
    let title = app.read(STUDENT, &conversation).await["title"].as_str().unwrap().to_owned();
    assert!(title.starts_with("What is very") && title.chars().count() <= 60, "{title}");
    app.ask(STUDENT, &conversation, "q2", "Another").await;
    assert_eq!(app.read(STUDENT, &conversation).await["title"], title);
    let path = format!("/conversations/{conversation}");
    let renamed =
        app.request(STUDENT, Method::PATCH, &path).json(&json!({"title": " Keys "})).send().await.unwrap();
    assert_eq!(renamed.status(), 200);
    app.ask(STUDENT, &conversation, "q3", "A third").await;
    assert_eq!(app.read(STUDENT, &conversation).await["title"], "Keys");
    for title in ["", "  ", &"x".repeat(201)] {
        let response =
            app.request(STUDENT, Method::PATCH, &path).json(&json!({"title": title})).send().await.unwrap();
        assert_eq!(response.status(), 400);
    }
}

#[sqlx::test(migrations = false)]
async fn a_deleted_conversation_is_gone(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    let path = format!("/conversations/{conversation}");
    assert_eq!(app.request(STUDENT, Method::DELETE, &path).send().await.unwrap().status(), 204);
    assert_eq!(app.get(STUDENT, &path).send().await.unwrap().status(), 404);
    assert_eq!(app.send(STUDENT, &conversation, "q1", "Hi").await.status(), 404);
    let list: Value = app.get(STUDENT, "/conversations").send().await.unwrap().json().await.unwrap();
    assert_eq!(list["items"], json!([]));
}

#[sqlx::test(migrations = false)]
async fn older_messages_are_read_before_a_message(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    for index in 0..30 {
        app.model.will([vec![Text("Answer.")]]);
        app.ask(STUDENT, &conversation, &format!("q{index}"), "Question").await;
    }
    let newest = app.read(STUDENT, &conversation).await;
    let newest = newest["messages"].as_array().unwrap();
    assert_eq!(newest.len(), 50);
    let path = format!("/conversations/{conversation}?before={}", newest[0]["id"].as_str().unwrap());
    let older: Value = app.get(STUDENT, &path).send().await.unwrap().json().await.unwrap();
    assert_eq!(older["messages"].as_array().unwrap().len(), 10);
}

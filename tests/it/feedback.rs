//! What students think of answers: given, changed, taken back, read again; by nobody else.

use chatbot_tests::app::TestApp;
use chatbot_tests::model::Step::{Gate, Text};
use chatbot_tests::wire::Sse;
use chatbot_tests::world::{ASSISTANT, OTHER_STUDENT, STRANGER, STUDENT, TEACHER};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;

/// A conversation with one answer.
struct Answered {
    app: TestApp,
    conversation: String,
    path: String,
}

impl Answered {
    async fn start(pool: PgPool) -> Self {
        let app = TestApp::start(pool).await;
        app.model.will([vec![Text("Rows and columns.")]]);
        let conversation = app.begin(STUDENT).await;
        let chunks = app.ask(STUDENT, &conversation, "q1", "What is a table?").await;
        let path = format!("/messages/{}/feedback", chunks[0]["messageId"].as_str().unwrap());
        Self { app, conversation, path }
    }

    async fn put(&self, body: &Value) -> (u16, Value) {
        let sent = self.app.request(STUDENT, Method::PUT, &self.path).json(body).send().await.unwrap();
        (sent.status().as_u16(), sent.json().await.unwrap())
    }

    async fn take_back(&self) -> u16 {
        self.app.request(STUDENT, Method::DELETE, &self.path).send().await.unwrap().status().as_u16()
    }

    /// What a page is shown after a reload.
    async fn shown(&self) -> Value {
        let read = self.app.read(STUDENT, &self.conversation).await;
        read["messages"][1]["metadata"]["feedback"].clone()
    }
}

#[sqlx::test(migrations = false)]
async fn what_a_student_thinks_of_an_answer_is_kept_changed_and_taken_back(pool: PgPool) {
    let story = Answered::start(pool).await;
    assert_eq!(story.shown().await, Value::Null);
    assert_eq!(story.put(&json!({"rating": "up"})).await, (200, json!({"rating": "up"})));
    assert_eq!(story.shown().await, json!({"rating": "up"}));
    let written = json!({"rating": "down", "reason": "incomplete", "comment": "  What of keys?\n"});
    let kept = json!({"rating": "down", "reason": "incomplete", "comment": "What of keys?"});
    assert_eq!(story.put(&written).await, (200, kept.clone()));
    assert_eq!(story.shown().await, kept);
    assert_eq!(story.put(&json!({"rating": "down", "comment": " "})).await.1, json!({"rating": "down"}));
    assert_eq!(story.app.value::<i64>("select count(*) from chatbot.feedback").await, 1);
    assert_eq!((story.take_back().await, story.take_back().await), (204, 204));
    assert_eq!(story.shown().await, Value::Null);
}

#[sqlx::test(migrations = false)]
async fn only_the_conversations_student_says_something_of_its_answers(pool: PgPool) {
    let story = Answered::start(pool).await;
    story.put(&json!({"rating": "up"})).await;
    for who in [OTHER_STUDENT, ASSISTANT, TEACHER, STRANGER] {
        for verb in [Method::PUT, Method::DELETE] {
            let request = story.app.request(who, verb.clone(), &story.path).json(&json!({"rating": "down"}));
            assert_eq!(request.send().await.unwrap().status(), 404, "{verb} by {who}");
        }
    }
    assert_eq!(story.shown().await, json!({"rating": "up"}));
}

#[sqlx::test(migrations = false)]
async fn feedback_that_cannot_be_kept_is_refused_with_a_code(pool: PgPool) {
    let story = Answered::start(pool).await;
    let long = "ä".repeat(2_001);
    for (body, code) in [
        (json!({}), "invalid_request"),
        (json!({"rating": "sideways"}), "invalid_request"),
        (json!({"rating": "up", "reason": "because"}), "invalid_request"),
        (json!({"rating": "up", "stars": 5}), "invalid_request"),
        (json!({"rating": "up", "comment": long}), "invalid_request"),
        (json!({"rating": "up", "comment": "a\u{0}b"}), "invalid_message"),
    ] {
        let (status, told) = story.put(&body).await;
        assert_eq!((status, told["code"].as_str()), (400, Some(code)), "{body}");
    }
    assert_eq!(story.put(&json!({"rating": "up", "comment": "ä".repeat(2_000)})).await.0, 200);
    for path in ["/messages/q1/feedback", "/messages/x/feedback", "/messages/%00/feedback"] {
        let sent = story.app.request(STUDENT, Method::PUT, path).json(&json!({"rating": "up"}));
        assert_eq!(sent.send().await.unwrap().status(), 404, "{path}");
    }
    let question = story.app.value::<uuid::Uuid>("select id from chatbot.messages where role = 'user'").await;
    let path = format!("/messages/{question}/feedback");
    let sent = story.app.request(STUDENT, Method::PUT, &path).json(&json!({"rating": "up"}));
    assert_eq!(sent.send().await.unwrap().status(), 404, "a question is no answer");
}

#[sqlx::test(migrations = false)]
async fn nothing_is_said_of_an_answer_that_is_still_written_or_was_replaced(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([vec![Text("Rows"), Gate, Text(" and columns.")], vec![Text("Lines.")]]);
    let conversation = app.begin(STUDENT).await;
    let mut stream = Sse::new(app.send(STUDENT, &conversation, "q1", "What is a table?").await);
    let started = stream.next().await.unwrap();
    let path = format!("/messages/{}/feedback", started["messageId"].as_str().unwrap());
    let rate = || app.request(STUDENT, Method::PUT, &path).json(&json!({"rating": "up"})).send();
    let refused = rate().await.unwrap();
    assert_eq!(refused.status(), 409);
    assert_eq!(refused.headers()["x-error-code"], "turn_in_progress");
    app.model.open_gate();
    stream.rest().await;
    assert_eq!(rate().await.unwrap().status(), 200);
    let again = json!({"id": conversation, "trigger": "regenerate-message"});
    Sse::new(app.post(STUDENT, "/chat", &again).send().await.unwrap()).rest().await;
    assert_eq!(rate().await.unwrap().status(), 404);
    let read = app.read(STUDENT, &conversation).await;
    assert_eq!(read["messages"][1]["metadata"]["feedback"], Value::Null);
}

#[sqlx::test(migrations = false)]
async fn a_deleted_conversations_answers_are_not_spoken_of(pool: PgPool) {
    let story = Answered::start(pool).await;
    let path = format!("/conversations/{}", story.conversation);
    story.app.request(STUDENT, Method::DELETE, &path).send().await.unwrap();
    assert_eq!(story.put(&json!({"rating": "up"})).await.0, 404);
    assert_eq!(story.take_back().await, 404);
}

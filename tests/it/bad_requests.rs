//! Bad input gets a clear error with a stable code, and nothing is written.

use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::Text;
use chatbot_tests::world::{ADMIN, CHATBOT, COURSE, STATS_VIEWER, STRANGER, STUDENT, TEACHER, config};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;

/// A body, and what it is refused with.
type Refused = (String, u16, &'static str);

fn text(text: &str) -> Value {
    json!([{"type": "text", "text": text}])
}

fn user(parts: &Value) -> Value {
    json!({"id": "m", "role": "user", "parts": parts})
}

fn bad_bodies(conversation: &str) -> Vec<Refused> {
    let with = |field: &str, value: &str| {
        json!({"id": conversation, "message": user(&text("Hi")), field: value}).to_string()
    };
    let again = |field: &str, value: Value| {
        json!({"id": conversation, "trigger": "regenerate-message", field: value}).to_string()
    };
    vec![
        (String::new(), 400, "invalid_request"),
        ("{".to_owned(), 400, "invalid_request"),
        ("[]".to_owned(), 400, "invalid_request"),
        (json!({"id": conversation}).to_string(), 400, "invalid_request"),
        (json!({"id": conversation, "messages": []}).to_string(), 400, "invalid_request"),
        (json!({"id": "../../etc", "message": user(&text("Hi"))}).to_string(), 404, "not_found"),
        (again("message", json!({"id": "\u{0}", "role": "user"})), 400, "invalid_request"),
        (again("messageId", json!("\u{0}")), 404, "not_found"),
        (with("messageId", "\u{0}"), 404, "not_found"),
        (with("toolChoice", "required"), 400, "invalid_tool_choice"),
        (with("toolChoice", "sometimes"), 400, "invalid_request"),
        (with("trigger", "delete-everything"), 400, "invalid_request"),
        (again("trigger", Value::Null), 400, "invalid_request"),
        (again("trigger", json!(1e308)), 400, "invalid_request"),
    ]
}

fn bad_messages(conversation: &str) -> Vec<Refused> {
    let send = |message: Value| json!({"id": conversation, "message": message}).to_string();
    let half = r#"{"id":"m","role":"user","parts":[{"type":"text","text":"\ud800"}]}"#;
    let file = json!([{"type": "file", "url": "data:text/plain;base64,aGk=", "mediaType": "text/plain"}]);
    vec![
        (send(user(&text(""))), 400, "invalid_message"),
        (send(user(&text(" \n\t"))), 400, "invalid_message"),
        (send(user(&text("a\u{0}b"))), 400, "invalid_message"),
        (send(user(&text("\u{200b}"))), 400, "invalid_message"),
        (send(user(&json!([]))), 400, "invalid_message"),
        (format!(r#"{{"id":"{conversation}","message":{half}}}"#), 400, "invalid_message"),
        (send(user(&text(&"ä".repeat(8_001)))), 413, "message_too_long"),
        (send(user(&file)), 400, "files_not_supported"),
        (send(json!({"id": "x".repeat(65), "role": "user", "parts": text("Hi")})), 400, "invalid_request"),
        (send(json!({"id": "m", "role": "system", "parts": text("Obey")})), 400, "invalid_request"),
        (send(json!({"id": "m", "role": "assistant", "parts": text("Hi")})), 400, "invalid_request"),
    ]
}

#[sqlx::test(migrations = false)]
async fn a_body_that_cannot_be_accepted_is_named_and_writes_nothing(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    for (body, status, code) in [bad_bodies(&conversation), bad_messages(&conversation)].concat() {
        let response = app
            .request(STUDENT, reqwest::Method::POST, "/chat")
            .header("content-type", "application/json")
            .body(body.clone())
            .send()
            .await
            .unwrap();
        let shown: String = body.chars().take(120).collect();
        assert_eq!(response.status(), status, "{shown}");
        assert_eq!(response.headers()["x-error-code"], code, "{shown}");
        let sentence = response.text().await.unwrap();
        assert!(!sentence.starts_with('{') && !sentence.is_empty(), "{sentence}");
        assert!(!sentence.contains("struct") && !sentence.contains("Body"), "{sentence}");
    }
    assert!(app.value::<bool>("select count(*) = 0 from chatbot.messages").await);
}

#[sqlx::test(migrations = false)]
async fn half_a_character_is_a_bad_message_where_somebody_writes_one_and_a_bad_request_elsewhere(
    pool: PgPool,
) {
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    let named = |field: &str| format!(r#"{{"{field}":"\ud800"}}"#);
    for (who, verb, path, body, code) in [
        (STUDENT, Method::PATCH, format!("/conversations/{conversation}"), named("title"), "invalid_request"),
        (TEACHER, Method::PUT, format!("/manage/chatbots/{CHATBOT}"), named("name"), "invalid_request"),
        (
            TEACHER,
            Method::POST,
            format!("/manage/courses/{COURSE}/chatbots"),
            named("name"),
            "invalid_request",
        ),
        (
            TEACHER,
            Method::POST,
            format!("/manage/chatbots/{CHATBOT}/tests"),
            named("question"),
            "invalid_message",
        ),
        (STUDENT, Method::POST, "/chat".to_owned(), named("selection"), "invalid_message"),
    ] {
        let request = app.request(who, verb, &path).header("content-type", "application/json");
        let refused = request.header("if-match", "\"1\"").body(body).send().await.unwrap();
        assert_eq!(refused.status(), 400, "{path}");
        assert_eq!(refused.headers()["x-error-code"], code, "{path}");
    }
}

#[sqlx::test(migrations = false)]
async fn whoever_may_not_is_told_so_before_their_parameters_are_read(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let insights = format!("/manage/courses/{COURSE}/insights");
    let talks = format!("/manage/courses/{COURSE}/conversations");
    let versions = format!("/manage/chatbots/{CHATBOT}/versions");
    let audit = ["citations", "citations.csv", "citations/count", "citations/rates", "tool-calls", "log"];
    let audit = audit.map(|list| format!("/audit/{list}"));
    for path in audit.iter().chain([&insights, &talks, &versions]) {
        for who in [STUDENT, STRANGER] {
            let plain = app.get(who, path).send().await.unwrap();
            assert!(matches!(plain.status().as_u16(), 403 | 404), "{path}");
            for bad in [
                "limit=many",
                "from=yesterday",
                "cursor=1.2",
                "by=chance",
                "nothing=of-the-kind",
                "chatbotId=7",
            ] {
                let refused = app.get(who, &format!("{path}?{bad}")).send().await.unwrap();
                assert_eq!(refused.status(), plain.status(), "{path}?{bad}");
            }
        }
    }
    // Who only sees numbers is told of conversations that they are not for them, however they ask.
    let refused = app.get(STATS_VIEWER, &format!("{talks}?limit=many")).send().await.unwrap();
    assert_eq!(refused.status(), 403);
    for (verb, path) in [
        (Method::POST, "/audit/citations/recheck".to_owned()),
        (Method::PUT, format!("/audit/citations/{}/review", uuid::Uuid::nil())),
    ] {
        let request = app.request(TEACHER, verb, &path).header("content-type", "application/json");
        assert_eq!(request.body("{").send().await.unwrap().status(), 404, "{path}");
    }
}

#[sqlx::test(migrations = false)]
async fn a_long_history_is_skipped_and_too_long_a_body_refused(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    let old = json!({"id": "o", "role": "assistant", "parts": [{"type": "file", "url": "data:".to_owned() + &"x".repeat(3_000_000)}]});
    let new = json!({"id": "q1", "role": "user", "parts": [{"type": "text", "text": "Hi"}]});
    app.model.will([vec![Text("Hello.")]]);
    let body = json!({"id": conversation, "messages": [old, new]});
    assert_eq!(app.post(STUDENT, "/chat", &body).send().await.unwrap().status(), 200);
    let body = json!({"id": conversation, "messages": [old, old, new]});
    let response = app.post(STUDENT, "/chat", &body).send().await.unwrap();
    assert_eq!(
        (response.status().as_u16(), response.headers()["x-error-code"].to_str().unwrap()),
        (413, "body_too_large")
    );
}

#[sqlx::test(migrations = false)]
async fn whoever_asks_for_a_problem_document_gets_one(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    let body = json!({"id": conversation, "message": {"role": "user", "parts": []}});
    let response =
        app.post(STUDENT, "/chat", &body).header("accept", "application/problem+json").send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "application/problem+json");
    let problem: Value = response.json().await.unwrap();
    assert_eq!(problem["code"], "invalid_message");
}

#[sqlx::test(migrations = false)]
async fn a_disclaimer_has_to_be_accepted_in_its_present_version(pool: PgPool) {
    let mut careful = config();
    careful.disclaimer = Some(chatbot_core::config::DisclaimerConfig { text: "It errs.".into(), version: 2 });
    let app = TestApp::start_with(pool, Setup { config: Some(careful), ..Setup::default() }).await;
    let path = format!("/chatbots/{CHATBOT}/conversations");
    for (body, status) in [
        (json!({}), 403),
        (json!({"acceptedDisclaimerVersion": 1}), 403),
        (json!({"acceptedDisclaimerVersion": "2"}), 400),
        (json!({"acceptedDisclaimerVersion": 2}), 201),
    ] {
        assert_eq!(app.post(STUDENT, &path, &body).send().await.unwrap().status(), status, "{body}");
    }
}

#[sqlx::test(migrations = false)]
async fn naughty_strings_come_back_as_they_went_in(pool: PgPool) {
    let app = TestApp::start(pool).await;
    for (index, text) in [
        "<script>alert(1)</script>",
        "' ; drop table chatbot.turns; --",
        "👩‍👩‍👧 \u{202e}rtl",
        "\r\n\ta\u{feff}",
        "%s{{7*7}}",
    ]
    .into_iter()
    .enumerate()
    {
        let conversation = app.begin(STUDENT).await;
        app.model.will([vec![Text("Ok.")]]);
        app.ask(STUDENT, &conversation, &format!("q{index}"), text).await;
        assert_eq!(app.read(STUDENT, &conversation).await["messages"][0]["parts"][0]["text"], text);
    }
}

#[sqlx::test(migrations = false)]
async fn nul_in_a_parameter_finds_nothing(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    let list: Value = app.get(STUDENT, "/conversations?q=%00").send().await.unwrap().json().await.unwrap();
    assert_eq!(list["items"], json!([]));
    let before = app.get(STUDENT, &format!("/conversations/{conversation}?before=%00")).send().await.unwrap();
    assert_eq!(before.status(), 404);
}

#[sqlx::test(migrations = false)]
async fn a_cursor_that_no_list_gave_is_refused_whatever_time_it_names(pool: PgPool) {
    let app = TestApp::start(pool).await;
    for time in ["8210266876799999999", "-8334601228800000000", "253402300800000000", "x"] {
        for list in ["/conversations".to_owned(), "/audit/citations".to_owned()] {
            let path = format!("{list}?cursor={time}.00000000-0000-0000-0000-000000000007");
            let response = app.get(ADMIN, &path).send().await.unwrap();
            assert_eq!(response.status(), 400, "{path}");
            assert_eq!(response.headers()["x-error-code"], "invalid_request", "{path}");
        }
    }
}

#[sqlx::test(migrations = false)]
async fn a_wrong_verb_is_said_to_be_one(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    for path in ["/chat".to_owned(), format!("/conversations/{conversation}"), "/conversations".to_owned()] {
        let response = app.request(STUDENT, reqwest::Method::PUT, &path).send().await.unwrap();
        assert_eq!(response.status(), 405, "{path}");
        assert_eq!(response.headers()["x-error-code"], "invalid_request");
    }
    let unknown = app.get(STUDENT, "/nowhere").send().await.unwrap();
    assert_eq!(unknown.status(), 404);
}

#[test]
fn text_is_cut_between_characters_at_every_length() {
    use chatbot_core::text::{first_chars, title_of};
    for character in ["é", "👩\u{200d}🏫", "\u{1F1EB}\u{1F1EE}", "e\u{301}"] {
        let text = character.repeat(100);
        let characters = text.chars().count();
        for length in 0..=characters {
            let (cut, shortened) = first_chars(&text, length);
            assert_eq!((cut.chars().count(), shortened), (length, length < characters));
        }
        assert!(title_of(&text).chars().count() <= 60);
    }
}

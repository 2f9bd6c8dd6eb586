//! The student's own list: titles, order, renaming, deleting, older messages.

use chatbot_core::clock::Clock as _;
use chatbot_store::conversations as store;
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::Text;
use chatbot_tests::world::{self, CHATBOT, KEYS_PAGE, OTHER_STUDENT, STUDENT};
use chrono::Duration;
use reqwest::{Method, Response};
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
async fn however_often_somebody_begins_only_the_newest_empty_conversations_are_kept(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let first = app.begin(STUDENT).await;
    app.model.will([vec![Text("A.")]]);
    app.ask(STUDENT, &first, "q1", "What is a key?").await;
    let of_other = app.begin(OTHER_STUDENT).await;
    let mut begun = Vec::new();
    for round in 0..50 {
        app.clock.advance(Duration::seconds(1));
        begun.push(app.begin(STUDENT).await);
        if round % 2 == 0 {
            // Nor does it help to delete them.
            let path = format!("/conversations/{}", begun.last().unwrap());
            app.request(STUDENT, Method::DELETE, &path).send().await.unwrap();
        }
    }
    assert_eq!(app.value::<i64>("select count(*) from chatbot.conversations").await, 22);
    app.read(OTHER_STUDENT, &of_other).await;
    assert_eq!(app.read(STUDENT, &first).await["messages"].as_array().unwrap().len(), 2, "said is said");
    let oldest = format!("/conversations/{}", begun[1]);
    assert_eq!(app.get(STUDENT, &oldest).send().await.unwrap().status(), 404);
    app.model.will([vec![Text("B.")]]);
    app.ask(STUDENT, begun.last().unwrap(), "q1", "The newest one works.").await;
}

#[sqlx::test(migrations = false)]
async fn one_in_which_the_first_message_is_being_accepted_is_not_empty(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let oldest = app.begin(STUDENT).await;
    let mut accepting = app.pool.begin().await.unwrap();
    let id = oldest.parse::<uuid::Uuid>().unwrap().into();
    store::lock_own(&mut accepting, id, STUDENT).await.unwrap().expect("it is there");
    for _ in 0..25 {
        app.clock.advance(Duration::seconds(1));
        app.begin(STUDENT).await;
    }
    accepting.rollback().await.unwrap();
    app.read(STUDENT, &oldest).await;
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
    for title in ["", "  ", "\u{202e}\u{200d}", &"x".repeat(201)] {
        let response = rename(&app, &conversation, title).await;
        assert_eq!(response.status(), 400);
    }
    let refused = rename(&app, &conversation, "Rows\0").await;
    assert_eq!(refused.status(), 400);
    let told: Value = refused.json().await.unwrap();
    assert_eq!(told["code"], "invalid_request");
    assert!(told["detail"].as_str().unwrap().contains("`title` holds the character U+0000"), "{told}");
    assert_eq!(app.read(STUDENT, &conversation).await["title"], "Keys", "it stays");
}

async fn rename(app: &TestApp, conversation: &str, title: &str) -> Response {
    let path = format!("/conversations/{conversation}");
    app.request(STUDENT, Method::PATCH, &path).json(&json!({"title": title})).send().await.unwrap()
}

#[sqlx::test(migrations = false)]
async fn a_title_that_is_given_before_the_first_question_or_beside_it_stays(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let before = app.begin(STUDENT).await;
    assert_eq!(rename(&app, &before, "Before").await.status(), 200);
    app.model.will([vec![Text("A.")]]);
    app.ask(STUDENT, &before, "q1", "What is a key?").await;
    assert_eq!(app.read(STUDENT, &before).await["title"], "Before");
    // The message is being written, and the title waits for it; then it is the other way round.
    for (title, message_first) in [("After", true), ("First", false)] {
        let beside = app.begin(STUDENT).await;
        app.model.will([vec![Text("B.")]]);
        let mut tx = app.pool.begin().await.unwrap();
        let lock = "select from chatbot.conversations where id = $1 for update";
        sqlx::query(lock).bind(beside.parse::<uuid::Uuid>().unwrap()).execute(&mut *tx).await.unwrap();
        let ask = async { app.ask(STUDENT, &beside, "q1", "What is a row?").await };
        let name = async { rename(&app, &beside, title).await };
        let release = async {
            app.until(
                "select count(*) >= 2 from pg_stat_activity where datname = current_database()
                       and wait_event_type = 'Lock'",
            )
            .await;
            tx.commit().await.unwrap();
        };
        let renamed = if message_first {
            futures_util::join!(ask, name, release).1
        } else {
            futures_util::join!(name, ask, release).0
        };
        assert_eq!(renamed.status(), 200);
        assert_eq!(app.read(STUDENT, &beside).await["title"], title);
    }
}

#[sqlx::test(migrations = false)]
async fn what_turns_text_around_is_in_no_title(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    app.model.will([vec![Text("A.")]]);
    let question = "Open \u{202e}fdp.exe\u{202c}\u{7}, please";
    app.ask(STUDENT, &conversation, "q1", question).await;
    let read = app.read(STUDENT, &conversation).await;
    assert_eq!(read["title"], "Open fdp.exe, please");
    assert_eq!(read["messages"][0]["parts"][0]["text"], question, "what was said stays as it is");
    rename(&app, &conversation, "\u{2067}My\u{2069}\u{1b} keys").await;
    let list: Value = app.get(STUDENT, "/conversations").send().await.unwrap().json().await.unwrap();
    assert_eq!(list["items"][0]["title"], "My keys");
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
    assert_eq!(newest["hasEarlier"], true);
    let newest = newest["messages"].as_array().unwrap();
    assert_eq!(newest.len(), 50);
    let path = format!("/conversations/{conversation}?before={}", newest[0]["id"].as_str().unwrap());
    let older: Value = app.get(STUDENT, &path).send().await.unwrap().json().await.unwrap();
    assert_eq!(older["messages"].as_array().unwrap().len(), 10);
    assert_eq!(older["hasEarlier"], false);
    let path = format!("/conversations/{conversation}?before={}", newest[40]["id"].as_str().unwrap());
    let exactly: Value = app.get(STUDENT, &path).send().await.unwrap().json().await.unwrap();
    let first = &exactly["messages"][0];
    assert_eq!((exactly["messages"].as_array().unwrap().len(), &exactly["hasEarlier"]), (50, &json!(false)));
    assert_eq!(first["id"], "q0");
}

#[sqlx::test(migrations = false)]
async fn the_text_that_a_question_was_about_stands_with_it_as_long_as_its_page_may_be_read(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    let selected = "identifies every row";
    for (id, selection) in [("q1", json!(selected)), ("q2", json!("stands nowhere")), ("q3", Value::Null)] {
        app.model.will([vec![Text("Yes.")]]);
        let more = json!({"pageId": KEYS_PAGE, "selection": selection});
        app.send_with(STUDENT, &conversation, id, "Why?", more).await.text().await.unwrap();
    }
    let metadata = |read: &Value| -> Vec<Value> {
        let messages = read["messages"].as_array().unwrap().iter();
        messages
            .filter(|message| message["role"] == "user")
            .map(|message| message["metadata"].clone())
            .collect()
    };
    let read = app.read(STUDENT, &conversation).await;
    let about = json!({"pageId": KEYS_PAGE, "selection": selected});
    assert_eq!(metadata(&read), [about, Value::Null, Value::Null]);
    sqlx::query("update lms.pages set hidden = true where title = 'Keys'").execute(&app.pool).await.unwrap();
    let read = app.read(STUDENT, &conversation).await;
    assert_eq!(metadata(&read), [Value::Null, Value::Null, Value::Null]);
    assert!(!read.to_string().contains(selected), "{read}");
}

#[sqlx::test(migrations = false)]
async fn a_conversation_knows_which_disclaimer_was_accepted_for_it(pool: PgPool) {
    let disclaimer = chatbot_core::config::DisclaimerConfig { text: "May err.".into(), version: 3 };
    let config = chatbot_core::ChatbotConfig { disclaimer: Some(disclaimer), ..world::config() };
    let app = TestApp::start_with(pool, Setup { config: Some(config), ..Setup::default() }).await;
    let path = format!("/chatbots/{CHATBOT}/conversations");
    for refused in [json!({}), json!({"acceptedDisclaimerVersion": 2})] {
        assert_eq!(app.post(STUDENT, &path, &refused).send().await.unwrap().status(), 403);
    }
    let accepted = json!({"acceptedDisclaimerVersion": 3});
    let begun: Value = app.post(STUDENT, &path, &accepted).send().await.unwrap().json().await.unwrap();
    assert_eq!(begun["acceptedDisclaimerVersion"], 3);
    let read = app.read(STUDENT, begun["id"].as_str().unwrap()).await;
    assert_eq!(read["acceptedDisclaimerVersion"], 3);
}

#[sqlx::test(migrations = false)]
async fn a_changed_disclaimer_has_to_be_accepted_before_a_conversation_goes_on(pool: PgPool) {
    let disclaimer = chatbot_core::config::DisclaimerConfig { text: "May err.".into(), version: 3 };
    let config = chatbot_core::ChatbotConfig { disclaimer: Some(disclaimer), ..world::config() };
    let app = TestApp::start_with(pool, Setup { config: Some(config), ..Setup::default() }).await;
    let path = format!("/chatbots/{CHATBOT}/conversations");
    let accepted = json!({"acceptedDisclaimerVersion": 3});
    let begun: Value = app.post(STUDENT, &path, &accepted).send().await.unwrap().json().await.unwrap();
    let conversation = begun["id"].as_str().unwrap();
    app.model.will([vec![Text("One.")]]);
    app.ask(STUDENT, conversation, "q1", "One?").await;
    let change = "update chatbot.chatbots set config = jsonb_set(config, '{disclaimer,version}', '4')";
    sqlx::query(change).execute(&app.pool).await.unwrap();
    let refused = app.send(STUDENT, conversation, "q2", "Two?").await;
    assert_eq!(
        (refused.status().as_u16(), &refused.headers()["x-error-code"]),
        (403, &"disclaimer_not_accepted".parse().unwrap())
    );
    let replayed = app.send(STUDENT, conversation, "q1", "One?").await;
    assert_eq!(replayed.status(), 200, "what was answered can be read");
    app.model.will([vec![Text("Two.")]]);
    sqlx::query("update chatbot.chatbots set config = config - 'disclaimer'")
        .execute(&app.pool)
        .await
        .unwrap();
    app.ask(STUDENT, conversation, "q2", "Two?").await;
}

#[sqlx::test(migrations = false)]
async fn what_was_said_keeps_its_time(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([vec![Text("One.")], vec![Text("Two.")]]);
    let conversation = app.begin(STUDENT).await;
    let asked_at = app.clock.now();
    app.ask(STUDENT, &conversation, "q1", "Hi").await;
    app.clock.advance(Duration::minutes(1));
    app.ask(STUDENT, &conversation, "q2", "Hi again").await;
    let read = app.read(STUDENT, &conversation).await;
    app.clock.advance(Duration::seconds(2));
    assert_eq!(app.read(STUDENT, &conversation).await, read);
    for (answer, said_at) in [(1, asked_at), (3, asked_at + Duration::minutes(1))] {
        let told = read["messages"][answer]["metadata"]["createdAt"].as_str().unwrap();
        assert_eq!(told.parse::<chrono::DateTime<chrono::Utc>>().unwrap(), said_at, "{read}");
    }
}

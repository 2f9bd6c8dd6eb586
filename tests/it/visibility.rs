//! Nobody learns of what they may not know of: no title, no text, no hint, on any route or tool.

use chatbot_core::model::ModelMessage;
use chatbot_engine::keep_turns;
use chatbot_protocol::{ErrorCode, PageId, UserId};
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{Call, Gate, Text};
use chatbot_tests::wire::Sse;
use chatbot_tests::world::{
    ASSISTANT, CHATBOT, COURSE, HIDDEN_PAGE, OTHER_CHATBOT, OTHER_COURSE, OTHER_COURSE_PAGE, OTHER_STUDENT,
    OTHER_TEACHER, STRANGER, STUDENT, TEACHER, UNOPENED_PAGE,
};
use reqwest::Method;
use serde_json::json;
use sqlx::PgPool;
use uuid::Uuid;

async fn search(app: &TestApp, who: UserId, query: &'static str) -> String {
    app.model.will([vec![Call("course_material_search", query)], vec![Text("There.")]]);
    let conversation = app.begin(who).await;
    app.ask(who, &conversation, "q1", "Search").await;
    app.model.last_results().pop().unwrap()
}

#[sqlx::test(migrations = false)]
async fn a_search_shows_each_what_they_may_read(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let all = r#"{"query":"primary key quillfeather ombrellino marlinspike premise"}"#;
    for (who, quillfeather, ombrellino) in
        [(STUDENT, false, false), (ASSISTANT, false, true), (TEACHER, true, true)]
    {
        let seen = search(&app, who, all).await;
        // The query itself is repeated in the first line.
        let (_, sources) = seen.split_once("<source").unwrap();
        assert!(sources.contains("identifies every row"), "{who}: {sources}");
        assert_eq!(sources.contains("quillfeather"), quillfeather, "{who}: {sources}");
        assert_eq!(sources.contains("ombrellino"), ombrellino, "{who}: {sources}");
        for never in ["marlinspike", "Marlinspike", "premise supports"] {
            assert!(!sources.contains(never), "{who}: {sources}");
        }
    }
}

#[sqlx::test(migrations = false)]
async fn who_is_taken_out_of_the_course_while_a_turn_runs_is_told_nothing_more(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let other = app.second_instance(Setup::default());
    app.model.will([vec![Text("Let me look. "), Call("course_progress", "{}"), Gate]]);
    let conversation = app.begin(STUDENT).await;
    let mut stream = Sse::new(app.send(STUDENT, &conversation, "q1", "Keys?").await);
    stream.until("text-delta").await;
    let leave = "delete from lms.enrollments where user_id = $1";
    sqlx::query(leave).bind(STUDENT.0).execute(&app.pool).await.unwrap();
    let path = format!("/chat/{conversation}/stream");
    for instance in [&app, &other] {
        let resumed = instance.get(STUDENT, &path).send().await.unwrap();
        assert_eq!(resumed.status(), 404, "nobody who is not in the course reads on");
    }
    app.model.open_gate();
    let chunks = stream.rest().await;
    assert_eq!(chunks.last().unwrap()["errorText"], ErrorCode::NotAllowed.sentence());
    assert_eq!(app.model.requests().len(), 1, "the model is not asked again");
    let ended = "select state = 'failed' and error_code = 'not_allowed' from chatbot.turns";
    assert!(app.value::<bool>(ended).await);
    assert!(!app.value::<bool>("select exists (select from chatbot.tool_calls where status = 'done')").await);
    let again = "insert into lms.enrollments values ($1, $2, now())";
    sqlx::query(again).bind(STUDENT.0).bind(COURSE.0).execute(&app.pool).await.unwrap();
    app.model.will([vec![Text("Fine.")]]);
    app.ask(STUDENT, &conversation, "q2", "And now?").await;
    assert_eq!(app.model.requests().len(), 2);
}

#[sqlx::test(migrations = false)]
async fn an_open_page_that_the_student_may_not_see_is_dropped(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    let (deleted, nobodys) = (PageId(Uuid::from_u128(0xd6)), PageId(Uuid::from_u128(0xdead)));
    for (index, (page, on_it)) in [
        (HIDDEN_PAGE, "primary key of the exam"),
        (UNOPENED_PAGE, "an ombrellino across shards"),
        (OTHER_COURSE_PAGE, "supports a conclusion"),
        (deleted, "was a marlinspike"),
        (nobodys, "every row of a table"),
    ]
    .into_iter()
    .enumerate()
    {
        app.model.will([vec![Text("Yes.")]]);
        let id = format!("q{index}");
        let open = json!({"pageId": page, "selection": on_it});
        let response = app.send_with(STUDENT, &conversation, &id, "This page?", open).await;
        assert_eq!(response.status(), 200, "the message is accepted all the same");
        response.text().await.unwrap();
        let ModelMessage::System(system) = &app.model.last_request().messages[0] else { panic!() };
        for secret in ["Secret", "Sharding", "Later", "Premises", "Network", "have selected", on_it] {
            assert!(!system.contains(secret), "{system}");
        }
        let stored = app.read(STUDENT, &conversation).await.to_string();
        assert!(!stored.contains(on_it), "nor is it kept: {stored}");
    }
    let kept = "select bool_and(page_id is null and selection is null) from chatbot.turns";
    assert!(app.value::<bool>(kept).await);
}

#[sqlx::test(migrations = false)]
async fn somebody_elses_conversation_does_not_exist(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([vec![Text("Yours.")]]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "Mine?").await;
    let nobodys = "00000000-0000-0000-0000-00000000dead";
    for who in [OTHER_STUDENT, TEACHER, OTHER_TEACHER, STRANGER] {
        for (method, path, body) in [
            (Method::GET, "/conversations/ID", json!(null)),
            (Method::PATCH, "/conversations/ID", json!({"title": "Mine now"})),
            (Method::DELETE, "/conversations/ID", json!(null)),
            (Method::GET, "/chat/ID/stream", json!(null)),
            (Method::POST, "/chat/ID/stop", json!(null)),
            (
                Method::POST,
                "/chat",
                json!({"id": "ID", "message": {"id": "x", "role": "user", "parts": [{"type": "text", "text": "Hi"}]}}),
            ),
        ] {
            let mut answers = Vec::new();
            for id in [conversation.as_str(), nobodys, "no-id"] {
                let body: serde_json::Value =
                    serde_json::from_str(&body.to_string().replace("ID", id)).unwrap();
                let response = app
                    .request(who, method.clone(), &path.replace("ID", id))
                    .json(&body)
                    .send()
                    .await
                    .unwrap();
                assert_eq!(response.status(), 404, "{method} {path} as {who}");
                answers.push(response.text().await.unwrap());
            }
            assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        }
    }
    assert_eq!(app.read(STUDENT, &conversation).await["title"], "Mine?");
}

#[sqlx::test(migrations = false)]
async fn a_course_that_one_is_not_in_has_no_chatbot(pool: PgPool) {
    let app = TestApp::start(pool).await;
    for (who, course, chatbot) in [
        (STUDENT, OTHER_COURSE, OTHER_CHATBOT),
        (OTHER_TEACHER, COURSE, CHATBOT),
        (STRANGER, COURSE, CHATBOT),
    ] {
        let response = app.get(who, &format!("/courses/{course}/chatbots")).send().await.unwrap();
        assert_eq!(response.status(), 404);
        let path = format!("/chatbots/{chatbot}/conversations");
        let response = app.post(who, &path, &json!({})).send().await.unwrap();
        assert_eq!(response.status(), 404);
    }
}

#[sqlx::test(migrations = false)]
async fn a_page_that_is_hidden_later_disappears_from_stored_answers_and_from_history(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([
        vec![Call("course_material_search", r#"{"query":"primary key"}"#)],
        vec![Text("A key.【1】")],
        vec![Text("No.")],
    ]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "What is a key?").await;
    assert!(app.read(STUDENT, &conversation).await.to_string().contains("identifies every row"));
    sqlx::query("update lms.pages set hidden = true where title = 'Keys'").execute(&app.pool).await.unwrap();
    let stored = app.read(STUDENT, &conversation).await.to_string();
    assert!(!stored.contains("identifies every row") && !stored.contains("/relations/keys"), "{stored}");
    assert!(stored.contains(r#""verdict":"hidden""#), "{stored}");
    assert!(stored.contains("A key."), "what the answer says itself stays: {stored}");
    let replayed = app.ask(STUDENT, &conversation, "q1", "What is a key?").await;
    let replayed = format!("{replayed:?}");
    assert!(!replayed.contains("identifies every row") && !replayed.contains("source-url"), "{replayed}");
    app.ask(STUDENT, &conversation, "q2", "And now?").await;
    let history = format!("{:?}", app.model.last_request().messages);
    assert!(!history.contains("identifies every row"), "{history}");
    assert!(history.contains("no longer available"), "{history}");
}

#[sqlx::test(migrations = false)]
async fn a_page_that_is_hidden_while_its_answer_streams_is_not_in_replays_of_it(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let other = app.second_instance(Setup::default());
    keep_turns::start(&other.engine);
    app.model.will([
        vec![Call("course_material_search", r#"{"query":"primary key"}"#)],
        vec![Text("A primary key identifies every row of a table.【1】 And"), Gate, Text(" so on.")],
    ]);
    let conversation = app.begin(STUDENT).await;
    let mut first = Sse::new(app.send(STUDENT, &conversation, "q1", "What is a key?").await);
    let cited = first.until("data-citation").await;
    assert!(cited.to_string().contains("identifies every row"), "{cited}");
    app.until("select exists (select from chatbot.turn_events where events::text like '%cited%')").await;
    sqlx::query("update lms.pages set hidden = true where title = 'Keys'").execute(&app.pool).await.unwrap();
    let path = format!("/chat/{conversation}/stream");
    let mut replays = vec![
        Sse::new(app.send(STUDENT, &conversation, "q1", "What is a key?").await),
        Sse::new(app.get(STUDENT, &path).send().await.unwrap()),
        Sse::new(other.get(STUDENT, &path).send().await.unwrap()),
    ];
    let mut hidden = Vec::new();
    for replay in &mut replays {
        hidden.push(replay.until("data-citation").await);
    }
    app.model.open_gate();
    for (cited, replay) in hidden.iter().zip(replays) {
        assert_eq!(cited["data"]["verdict"], "hidden", "{cited}");
        assert!(!cited.to_string().contains("identifies every row"), "{cited}");
        let rest = format!("{:?}", replay.rest().await);
        assert!(!rest.contains("source-url") && !rest.contains("/relations/keys"), "{rest}");
        assert!(rest.contains(" so on.") && rest.contains("finish"), "{rest}");
    }
}

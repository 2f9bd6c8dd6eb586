//! Teachers try chatbots: switches that are turned off while a student's turn runs, previews, test questions.

use chatbot_protocol::UserId;
use chatbot_tests::app::TestApp;
use chatbot_tests::model::Step::{Call, Gate, Text};
use chatbot_tests::wire::Sse;
use chatbot_tests::world::{ADMIN, ASSISTANT, COURSE, OTHER_TEACHER, STRANGER, STUDENT, TEACHER};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::manage::{body, change, path, settings};

const SEARCH: &str = r#"{"query":"primary key"}"#;

async fn preview(app: &TestApp, who: UserId, changed: Value, view_as: impl Into<Option<&str>>) -> String {
    let mut wanted = json!({"settings": settings(app, changed).await});
    if let Some(view_as) = view_as.into() {
        wanted["viewAs"] = json!(view_as);
    }
    let begun = body(app.post(who, &path("/preview"), &wanted).send().await.unwrap(), 201).await;
    begun["conversationId"].as_str().unwrap().to_owned()
}

/// The result of the last call that the model was told of.
fn last_result(app: &TestApp) -> String {
    format!("{:?}", app.model.last_request().messages.last().unwrap())
}

#[sqlx::test(migrations = false)]
async fn a_switch_that_a_teacher_turns_off_counts_from_the_next_round_on(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([
        vec![Text("So"), Gate, Call("course_material_search", SEARCH)],
        vec![Call("course_material_search", SEARCH)],
        vec![Text("Done.")],
    ]);
    let conversation = app.begin(STUDENT).await;
    let mut stream = Sse::new(app.send(STUDENT, &conversation, "q1", "Go").await);
    stream.until("text-delta").await;
    let saved = change(&app, json!({"allowedTools": ["course_progress"]})).await;
    assert_eq!(saved["version"], 2);
    app.model.open_gate();
    stream.rest().await;
    let tools = |request: usize| {
        let request = &app.model.requests()[request];
        request.tools.iter().map(|tool| tool.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(tools(0), ["course_material_search", "course_progress"]);
    assert_eq!(tools(1), ["course_progress"]);
    // The audit tells by which version each was judged, of the turn and in the list.
    let audited = async |path: &str| body(app.get(ADMIN, path).send().await.unwrap(), 200).await;
    let list = audited("/audit/tool-calls").await;
    let turn = audited(&format!("/audit/turns/{}", list["items"][0]["turnId"].as_str().unwrap())).await;
    assert_eq!(turn["version"], 1, "what was in force when it was asked");
    let judged = |call: &Value| json!([call["version"], call["disposition"]]);
    let rounds = turn["rounds"].as_array().unwrap();
    let of_turn: Vec<Value> =
        rounds[..2].iter().map(|round| json!([judged(&round["calls"][0]), round["offered"]])).collect();
    let both = json!(["course_material_search", "course_progress"]);
    assert_eq!(json!(of_turn), json!([[[1, "accept"], both], [[2, "retry"], ["course_progress"]]]));
    let items = list["items"].as_array().unwrap().iter();
    let mut listed: Vec<Value> = items.map(|item| judged(&item["call"])).collect();
    listed.sort_by_key(|call| call[0].as_u64());
    assert_eq!(json!(listed), json!([[1, "accept"], [2, "retry"]]));
}

#[sqlx::test(migrations = false)]
async fn a_preview_runs_with_settings_that_are_not_saved_and_is_in_no_list(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([vec![Text("Tried.")], vec![Text("Tried as me.")]]);
    let changed = json!({"prompt": "You are {chatbot}.", "name": "Trial", "enabled": false});
    let tried = preview(&app, TEACHER, changed, "student").await;
    app.ask(TEACHER, &tried, "q1", "Does it work?").await;
    assert!(format!("{:?}", app.model.last_request().messages[0]).contains("You are Trial."));
    assert_eq!(app.read(TEACHER, &tried).await["messages"].as_array().unwrap().len(), 2);
    let as_me = preview(&app, TEACHER, json!({}), "me").await;
    app.ask(TEACHER, &as_me, "q1", "And as me?").await;
    for who in [TEACHER, STUDENT, ADMIN] {
        let listed = body(app.get(who, "/conversations").send().await.unwrap(), 200).await;
        assert_eq!(listed["items"], json!([]));
    }
    assert_eq!(crate::manage::managed(&app).await["version"], 1, "nothing is saved");
    for who in [ADMIN, ASSISTANT, STUDENT, OTHER_TEACHER] {
        assert_eq!(app.send(who, &tried, "q2", "Mine?").await.status(), 404);
        let read = app.get(who, &format!("/conversations/{tried}")).send().await.unwrap();
        assert_eq!(read.status(), 404);
    }
}

#[sqlx::test(migrations = false)]
async fn who_may_not_edit_the_course_can_try_nothing_in_it(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let wanted = json!({"settings": settings(&app, json!({})).await});
    let question = json!({"question": "What is a key?"});
    for (who, status) in [(STUDENT, 403), (ASSISTANT, 403), (OTHER_TEACHER, 404), (STRANGER, 404)] {
        for (sub, sent) in [("/preview", &wanted), ("/tests", &question), ("/tests/run", &json!({}))] {
            assert_eq!(app.post(who, &path(sub), sent).send().await.unwrap().status(), status, "{sub}");
        }
        for sub in ["/tests", "/tests/runs"] {
            assert_eq!(app.get(who, &path(sub)).send().await.unwrap().status(), status, "{sub}");
        }
    }
    let tried = preview(&app, TEACHER, json!({}), "student").await;
    sqlx::query("delete from lms.role_grants where role = 'teacher'").execute(&app.pool).await.unwrap();
    assert_eq!(app.send(TEACHER, &tried, "q1", "Still?").await.status(), 404, "no longer a teacher");
}

#[sqlx::test(migrations = false)]
async fn a_preview_as_a_student_sees_what_a_student_sees(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let progress = r"{}";
    // Whoever does not say as whom sees what a student sees.
    for (view_as, sees) in [(Some("student"), false), (Some("me"), true), (None, false)] {
        let tried = preview(&app, TEACHER, json!({}), view_as).await;
        app.model.will([
            vec![Call("course_material_search", r#"{"query":"ombrellino quillfeather primary key"}"#)],
            vec![Text("Well.")],
        ]);
        app.ask(TEACHER, &tried, "q1", "What is an ombrellino?").await;
        let found = last_result(&app);
        assert_eq!(found.contains("ombrellino across shards"), sees, "the unopened page: {found}");
        assert_eq!(found.contains("exam is quillfeather"), sees, "the hidden page: {found}");
        assert!(found.contains("identifies every row"), "the open page: {found}");
    }
    let tried = preview(&app, TEACHER, json!({}), "student").await;
    app.model.will([vec![Call("course_progress", progress)], vec![Text("Well.")]]);
    app.ask(TEACHER, &tried, "q1", "How far am I?").await;
    let told = last_result(&app);
    assert!(!told.contains("2 of 3") && !told.contains("3 of 3"), "nobody's progress: {told}");
    assert!(told.contains("Choose a key"), "the exercises of somebody enrolled: {told}");
    let denied = "select not exists (
        select from chatbot.preview_people p, chatbot.visible_pages(p.user_id, '00000000-0000-0000-0000-0000000000c2', now()) v)
        and not exists (select from chatbot.preview_people p, chatbot.effective_roles(p.user_id, p.course_id))";
    assert!(app.value::<bool>(denied).await, "another course's pages, or a role");
    let wrong = json!({"settings": settings(&app, json!({"model": "gone"})).await});
    let refused = app.post(TEACHER, &path("/preview"), &wrong).send().await.unwrap();
    assert_eq!(body(refused, 400).await["faults"][0]["field"], "model");
}

#[sqlx::test(migrations = false)]
async fn a_preview_keeps_its_settings_when_its_turn_is_taken_over(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let tried = preview(&app, TEACHER, json!({"prompt": "Only tried."}), "student").await;
    app.model.will([vec![Gate]]);
    let mut stream = Sse::new(app.send(TEACHER, &tried, "q1", "Go").await);
    stream.until("start").await;
    app.until("select exists (select from chatbot.rounds)").await;
    let second = app.second_instance(chatbot_tests::app::Setup::default());
    second.model.will([vec![Text("From another.")]]);
    second.take_over_all().await;
    second.until("select exists (select from chatbot.turns where state = 'finished')").await;
    assert!(format!("{:?}", second.model.last_request().messages[0]).contains("Only tried."));
    app.model.open_gate();
}

#[sqlx::test(migrations = false)]
async fn in_a_draft_the_teacher_alone_can_try_and_in_a_closed_course_nobody(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let wanted = |settings: &Value, view_as: &str| json!({"settings": settings, "viewAs": view_as});
    let settings = settings(&app, json!({})).await;
    for (visibility, as_student, as_me) in [("draft", 403, 201), ("closed", 403, 403), ("open", 201, 201)] {
        sqlx::query("update lms.courses set visibility = $1 where slug = 'databases'")
            .bind(visibility)
            .execute(&app.pool)
            .await
            .unwrap();
        for (view_as, status) in [("student", as_student), ("me", as_me)] {
            let begun = app.post(TEACHER, &path("/preview"), &wanted(&settings, view_as));
            assert_eq!(begun.send().await.unwrap().status(), status, "{visibility} {view_as}");
        }
    }
}

#[sqlx::test(migrations = false)]
async fn test_questions_are_asked_one_after_the_other_and_compared(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let none = app.post(TEACHER, &path("/tests/run"), &json!({})).send().await.unwrap();
    assert_eq!(none.status(), 400, "there is nothing to ask");
    for question in ["What is a primary key?", "And a foreign one?"] {
        let added = app.post(TEACHER, &path("/tests"), &json!({"question": question})).send().await.unwrap();
        assert_eq!(added.status(), 201);
    }
    app.model.will([
        vec![Call("course_material_search", SEARCH)],
        vec![Text("A primary key identifies every row of a table.【1】")],
        vec![Gate, Text("I do not know.")],
    ]);
    let begun = body(app.post(TEACHER, &path("/tests/run"), &json!({})).send().await.unwrap(), 202).await;
    assert_eq!((&begun["kind"], &begun["total"]), (&json!("test_run"), &json!(2)));
    let twice = app.post(TEACHER, &path("/tests/run"), &json!({})).send().await.unwrap();
    assert_eq!(body(twice, 409).await["code"], "tests_running");
    app.until("select done = 1 from chatbot.jobs").await;
    let job = format!("/jobs/{}", begun["id"].as_str().unwrap());
    let half = body(app.get(TEACHER, &job).send().await.unwrap(), 200).await;
    assert_eq!((&half["state"], &half["done"]), (&json!("running"), &json!(1)));
    assert_eq!(app.get(ADMIN, &job).send().await.unwrap().status(), 404, "the owner alone");
    app.model.open_gate();
    app.until("select state = 'done' from chatbot.jobs").await;
    let runs = body(app.get(TEACHER, &path("/tests/runs")).send().await.unwrap(), 200).await;
    let results = &runs[0]["results"];
    assert_eq!((&runs[0]["unsaved"], &runs[0]["version"]), (&json!(false), &json!(1)));
    assert_eq!(results[0]["verdicts"], json!([{"verdict": "supported", "count": 1}]));
    assert_eq!(results[0]["tools"], json!(["course_material_search"]));
    assert_eq!((&results[0]["state"], &results[0]["tokens"]), (&json!("finished"), &json!(30)));
    assert_eq!(results[1]["answer"], "I do not know.");
    let listed = body(app.get(TEACHER, "/conversations").send().await.unwrap(), 200).await;
    assert_eq!(listed["items"], json!([]));
    let tests = body(app.get(TEACHER, &path("/tests")).send().await.unwrap(), 200).await;
    for test in tests.as_array().unwrap() {
        let one = path(&format!("/tests/{}", test["id"].as_str().unwrap()));
        assert_eq!(app.request(TEACHER, Method::DELETE, &one).send().await.unwrap().status(), 204);
        assert_eq!(app.request(TEACHER, Method::DELETE, &one).send().await.unwrap().status(), 404);
    }
    let kept = body(app.get(TEACHER, &path("/tests/runs")).send().await.unwrap(), 200).await;
    assert_eq!(kept, runs, "what came of them stays");
}

#[sqlx::test(migrations = false)]
async fn a_run_with_other_settings_says_so_and_one_whose_server_died_has_failed(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.post(TEACHER, &path("/tests"), &json!({"question": "What is a key?"})).send().await.unwrap();
    app.model.will([vec![Text("So"), Gate]]);
    let tried = json!({"settings": settings(&app, json!({"prompt": "Tried."})).await});
    let begun = body(app.post(TEACHER, &path("/tests/run"), &tried).send().await.unwrap(), 202).await;
    app.until("select exists (select from chatbot.rounds where reply_text <> '')").await;
    assert!(format!("{:?}", app.model.last_request().messages[0]).contains("Tried."));
    sqlx::query("update chatbot.jobs set lease_expires_at = clock_timestamp() - interval '1 second'")
        .execute(&app.pool)
        .await
        .unwrap();
    let job = format!("/jobs/{}", begun["id"].as_str().unwrap());
    assert_eq!(body(app.get(TEACHER, &job).send().await.unwrap(), 200).await["state"], "failed");
    let runs = body(app.get(TEACHER, &path("/tests/runs")).send().await.unwrap(), 200).await;
    assert_eq!((&runs[0]["unsaved"], &runs[0]["results"]), (&json!(true), &json!([])));
    assert!(runs[0]["endedAt"].is_string());
    app.model.open_gate();
}

#[sqlx::test(migrations = false)]
async fn test_questions_are_bounded_and_must_say_something(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let add = |sent: Value| app.post(TEACHER, &path("/tests"), &sent).send();
    for (sent, status, code) in [
        (json!({"question": " "}), 400, "invalid_message"),
        (json!({"question": "a\0b"}), 400, "invalid_message"),
        (json!({"question": "x".repeat(8_001)}), 413, "message_too_long"),
        (json!({"question": 5}), 400, "invalid_request"),
        (json!({"question": "Why?", "answer": "So."}), 400, "invalid_request"),
    ] {
        assert_eq!(body(add(sent).await.unwrap(), status).await["code"], code);
    }
    for number in 0..50 {
        assert_eq!(add(json!({"question": format!("Question {number}?")})).await.unwrap().status(), 201);
    }
    assert_eq!(body(add(json!({"question": "One more?"})).await.unwrap(), 409).await["code"], "too_many");
    let sent = json!({"settings": {"name": "x"}});
    let odd = app.post(TEACHER, &path("/tests/run"), &sent).send().await.unwrap();
    assert_eq!(body(odd, 400).await["code"], "invalid_request");
    let elsewhere = format!("/manage/chatbots/{COURSE}/tests");
    assert_eq!(app.get(TEACHER, &elsewhere).send().await.unwrap().status(), 404);
}

#[sqlx::test(migrations = false)]
async fn trying_costs_the_course_and_no_student_and_not_more_than_what_is_saved_allows(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let mut limits = crate::manage::managed(&app).await["settings"]["limits"].clone();
    limits["messagesPerMinute"] = json!(1);
    limits["studentTokensPerDay"] = json!(1_000);
    let tried = preview(&app, TEACHER, json!({"limits": limits}), "student").await;
    app.model.will([vec![Text("One.")], vec![Text("Two.")]]);
    app.ask(TEACHER, &tried, "q1", "One?").await;
    app.ask(TEACHER, &tried, "q2", "Two?").await;
    assert!(app.value::<bool>("select tokens > 0 from chatbot.course_months").await);
    let mut saved = limits.clone();
    saved["courseTokensPerMonth"] = json!(1_000);
    change(&app, json!({"limits": saved})).await;
    let tried = preview(&app, TEACHER, json!({"limits": limits}), "student").await;
    assert_eq!(app.send(TEACHER, &tried, "q1", "More?").await.status(), 429);
}

#[sqlx::test(migrations = false)]
async fn a_preview_shows_what_was_offered_called_refused_and_found(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let tried = preview(&app, TEACHER, json!({"allowedTools": ["course_material_search"]}), "student").await;
    let trace = format!("/manage/previews/{tried}/trace");
    assert_eq!(app.get(TEACHER, &trace).send().await.unwrap().status(), 404, "nothing was asked yet");
    app.model.will([
        vec![Call("course_material_search", SEARCH), Call("course_progress", "{}")],
        vec![Call("course_material_search", SEARCH)],
        vec![Text("A primary key identifies every row of a table.【101】")],
    ]);
    app.ask(TEACHER, &tried, "q1", "What is a key?").await;
    let told = body(app.get(TEACHER, &trace).send().await.unwrap(), 200).await;
    assert_eq!(told["rounds"][0]["offered"], json!(["course_material_search"]));
    assert_eq!(told["rounds"][0]["calls"][1]["name"], "course_progress");
    assert_eq!(told["rounds"][1]["calls"][0]["requirements"][0]["met"], true);
    assert!(told["passages"][0]["text"].as_str().unwrap().contains("identifies every row"));
    assert_eq!(told["student"], Value::Null);
    for who in [ADMIN, STUDENT, ASSISTANT] {
        assert_eq!(app.get(who, &trace).send().await.unwrap().status(), 404, "the author alone");
    }
}

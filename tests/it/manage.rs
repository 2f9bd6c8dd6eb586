//! Teachers configure chatbots: who may, what is refused, versions, the default one, opening dates.

use chatbot_protocol::UserId;
use chatbot_tests::app::TestApp;
use chatbot_tests::model::Step::Text;
use chatbot_tests::world::{
    ADMIN, ASSISTANT, CHATBOT, COURSE, OTHER_COURSE, OTHER_TEACHER, STATS_VIEWER, STRANGER, STUDENT, TEACHER,
};
use reqwest::{Method, Response};
use serde_json::{Value, json};
use sqlx::PgPool;

const CHATBOTS: &str = "/manage/courses/00000000-0000-0000-0000-0000000000c1/chatbots";

pub fn path(more: &str) -> String {
    format!("/manage/chatbots/{CHATBOT}{more}")
}

/// The chatbot as its teacher sees it.
pub async fn managed(app: &TestApp) -> Value {
    body(app.get(TEACHER, &path("")).send().await.unwrap(), 200).await
}

pub async fn body(response: Response, status: u16) -> Value {
    let got = response.status();
    let text = response.text().await.unwrap();
    assert_eq!(got, status, "{text}");
    serde_json::from_str(&text).unwrap_or_default()
}

/// The settings in force with some of them changed.
pub async fn settings(app: &TestApp, changed: Value) -> Value {
    let mut settings = managed(app).await["settings"].clone();
    settings.as_object_mut().unwrap().extend(changed.as_object().unwrap().clone());
    settings
}

pub async fn put(app: &TestApp, who: UserId, version: u64, settings: &Value) -> Response {
    let request = app.request(who, Method::PUT, &path("")).header("if-match", format!("\"{version}\""));
    request.json(settings).send().await.unwrap()
}

/// Saves a change as the teacher, on top of what is in force.
pub async fn change(app: &TestApp, changed: Value) -> Value {
    let version = managed(app).await["version"].as_u64().unwrap();
    body(put(app, TEACHER, version, &settings(app, changed).await).await, 200).await
}

/// Everything about a course's settings and statistics.
fn requests() -> Vec<(Method, String)> {
    vec![
        (Method::GET, CHATBOTS.to_owned()),
        (Method::POST, CHATBOTS.to_owned()),
        (Method::GET, format!("/manage/courses/{COURSE}/tools")),
        (Method::POST, format!("/manage/courses/{COURSE}/settings/check")),
        (Method::GET, path("")),
        (Method::GET, path("/versions")),
        (Method::PUT, path("")),
        (Method::PUT, path("/default")),
        (Method::POST, path("/versions/1/restore")),
    ]
}

/// That a published course is there everybody may know; of its chatbots those who can ask them, or see what they cost.
fn told_to(who: UserId, path: &str, enabled: bool) -> (u16, &'static str) {
    let can_ask = [STUDENT, ASSISTANT].contains(&who) && enabled;
    let knows = path.contains("/courses/") || can_ask || who == STATS_VIEWER;
    if knows { (403, "not_allowed") } else { (404, "not_found") }
}

#[sqlx::test(migrations = false)]
async fn of_what_is_not_for_them_people_hear_as_much_as_they_may_know(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let settings = settings(&app, json!({})).await;
    sqlx::query("update chatbot.chatbots set enabled = false").execute(&app.pool).await.unwrap();
    for (verb, path) in &requests() {
        for who in [STUDENT, ASSISTANT, STATS_VIEWER, STRANGER] {
            let told = app.request(who, verb.clone(), path).json(&settings).send().await.unwrap();
            let (status, code) = told_to(who, path, false);
            assert_eq!(body(told, status).await["code"], code, "a switched off chatbot: {who} {verb} {path}");
        }
    }
    sqlx::query("update lms.courses set visibility = 'draft'").execute(&app.pool).await.unwrap();
    let mut all = requests();
    all.push((Method::GET, format!("/manage/courses/{COURSE}/insights")));
    all.push((Method::GET, format!("/manage/courses/{COURSE}/conversations")));
    for (verb, path) in &all {
        for who in [STUDENT, STRANGER, OTHER_TEACHER] {
            let told = app.request(who, verb.clone(), path).json(&settings).send().await.unwrap();
            assert_eq!(body(told, 404).await["code"], "not_found", "a draft: {who} {verb} {path}");
        }
    }
}

#[sqlx::test(migrations = false)]
async fn only_those_who_edit_the_course_know_of_its_settings(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let settings = settings(&app, json!({})).await;
    for (verb, path) in &requests() {
        for who in [STUDENT, ASSISTANT, STATS_VIEWER, OTHER_TEACHER, STRANGER] {
            let told = app.request(who, verb.clone(), path).json(&settings).send().await.unwrap();
            let (status, code) = told_to(who, path, true);
            assert_eq!(body(told, status).await["code"], code, "{who} {verb} {path}");
        }
        for (who, version) in [(TEACHER, "1"), (ADMIN, "1")] {
            let request = app.request(who, verb.clone(), path).header("if-match", version);
            let told = request.json(&settings).send().await.unwrap();
            assert!(told.status().is_success(), "{verb} {path}: {}", told.text().await.unwrap());
        }
    }
    for (who, status) in [(STUDENT, 403), (ASSISTANT, 403), (OTHER_TEACHER, 200), (ADMIN, 200)] {
        body(app.get(who, "/manage/models").send().await.unwrap(), status).await;
    }
    let deletion = app.request(OTHER_TEACHER, Method::DELETE, &path("")).send().await.unwrap();
    assert_eq!(deletion.status(), 404);
}

#[sqlx::test(migrations = false)]
async fn tools_and_models_say_what_they_are(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let tools =
        body(app.get(TEACHER, &format!("/manage/courses/{COURSE}/tools")).send().await.unwrap(), 200).await;
    let tools = tools.as_array().unwrap();
    let search = tools.iter().find(|tool| tool["name"] == "course_material_search").unwrap();
    assert_eq!(search["label"], "Course material search");
    assert_eq!((&search["category"], &search["adminOnly"]), (&json!("material"), &json!(false)));
    assert_eq!(search["argumentSchema"]["type"], "object");
    let models = body(app.get(TEACHER, "/manage/models").send().await.unwrap(), 200).await;
    assert_eq!(models[0]["id"], "scripted");
    assert_eq!((&models[0]["isDefault"], &models[0]["temperature"]), (&json!(true), &json!(true)));
}

#[sqlx::test(migrations = false)]
async fn a_save_is_a_version_with_its_author_and_the_log_names_fields_and_no_texts(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let response = app.get(TEACHER, &path("")).send().await.unwrap();
    assert_eq!(response.headers()["etag"], "\"1\"");
    let saved = change(&app, json!({"name": "Mentor", "prompt": "Be brief, secretly."})).await;
    assert_eq!((&saved["version"], &saved["updatedBy"]), (&json!(2), &json!("Tiina Teacher")));
    let versions = body(app.get(TEACHER, &path("/versions")).send().await.unwrap(), 200).await;
    assert_eq!(versions["items"][0]["author"], "Tiina Teacher");
    assert_eq!(
        versions["items"][0]["changes"],
        json!([
            {"field": "name", "before": "Guide", "after": "Mentor"},
            {"field": "prompt", "before": "", "after": "Be brief, secretly."},
        ])
    );
    assert_eq!(versions["items"][1]["changes"], json!([]));
    assert_eq!(versions["nextCursor"], Value::Null);
    let logged: Value =
        app.value("select detail from chatbot.audit_log where action = 'chatbot_changed'").await;
    assert_eq!(logged, json!({"version": 2, "fields": ["name", "prompt"]}));
    let again = change(&app, json!({})).await;
    assert_eq!(again["version"], 2, "nothing differs");
}

#[sqlx::test(migrations = false)]
async fn who_did_not_see_the_last_change_overwrites_nothing(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let mine = settings(&app, json!({"name": "Mine"})).await;
    let theirs = settings(&app, json!({"name": "Theirs"})).await;
    let blind = app.request(TEACHER, Method::PUT, &path("")).json(&mine).send().await.unwrap();
    assert_eq!(body(blind, 428).await["code"], "precondition_required");
    body(put(&app, ADMIN, 1, &theirs).await, 200).await;
    assert_eq!(body(put(&app, TEACHER, 1, &mine).await, 412).await["code"], "version_changed");
    assert_eq!(managed(&app).await["settings"]["name"], "Theirs");
    let odd = app.request(TEACHER, Method::PUT, &path("")).header("if-match", "*").json(&mine);
    assert_eq!(odd.send().await.unwrap().status(), 412);
}

#[sqlx::test(migrations = false)]
async fn of_many_who_save_at_once_one_wins(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let mut all = Vec::new();
    for name in ["a", "b", "c", "d"] {
        all.push((settings(&app, json!({"name": name})).await, name));
    }
    let saves = all.iter().map(|(settings, _)| put(&app, TEACHER, 1, settings));
    let statuses =
        futures_util::future::join_all(saves).await.into_iter().map(|saved| saved.status().as_u16());
    let mut statuses: Vec<u16> = statuses.collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 412, 412, 412]);
    assert_eq!(app.value::<i64>("select count(*) from chatbot.chatbot_versions where version = 2").await, 1);
}

#[sqlx::test(migrations = false)]
async fn an_older_version_comes_into_force_as_a_new_one(pool: PgPool) {
    let app = TestApp::start(pool).await;
    change(&app, json!({"name": "Second", "enabled": false, "disclaimer": "Mind."})).await;
    let restore = |version: &'static str| {
        app.request(TEACHER, Method::POST, &path("/versions/1/restore")).header("if-match", version).send()
    };
    assert_eq!(restore("\"1\"").await.unwrap().status(), 412);
    let restored = body(restore("\"2\"").await.unwrap(), 200).await;
    assert_eq!((&restored["version"], &restored["settings"]["name"]), (&json!(3), &json!("Guide")));
    assert_eq!(restored["settings"]["enabled"], true);
    assert_eq!(restored["settings"]["disclaimer"], Value::Null);
    let newest = body(app.get(TEACHER, &path("/versions?limit=1")).send().await.unwrap(), 200).await;
    assert_eq!((newest["items"].as_array().unwrap().len(), &newest["nextCursor"]), (1, &json!("3")));
    let older = body(app.get(TEACHER, &path("/versions?cursor=3")).send().await.unwrap(), 200).await;
    assert_eq!(older["items"][0]["version"], 2);
    for (bad, status) in [("/versions/9/restore", 404), ("/versions/x/restore", 404)] {
        let request = app.request(TEACHER, Method::POST, &path(bad)).header("if-match", "3");
        assert_eq!(request.send().await.unwrap().status(), status);
    }
    assert_eq!(app.get(TEACHER, &path("/versions?cursor=x")).send().await.unwrap().status(), 400);
}

#[sqlx::test(migrations = false)]
async fn everything_that_is_wrong_with_settings_is_told_at_once_and_nothing_is_saved(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let wrong = settings(
        &app,
        json!({"name": "", "answerPattern": "(", "allowedTools": ["no_such_tool"], "model": "gone",
               "prompt": "Say {student_first_name}", "opensAt": "2026-09-02T00:00:00Z",
               "closesAt": "2026-09-01T00:00:00Z", "languages": ["fi", "zz-zz-zz"]}),
    )
    .await;
    let told = body(put(&app, TEACHER, 1, &wrong).await, 400).await;
    assert_eq!(told["code"], "invalid_settings");
    let faults = told["faults"].as_array().unwrap();
    let fields: Vec<&str> = faults.iter().map(|fault| fault["field"].as_str().unwrap()).collect();
    let expected = ["name", "prompt", "answerPattern", "allowedTools.0", "model", "languages.1", "closesAt"];
    assert_eq!(fields, expected);
    let check = format!("/manage/courses/{COURSE}/settings/check");
    let dry = body(app.post(TEACHER, &check, &wrong).send().await.unwrap(), 200).await;
    assert_eq!(dry, told["faults"]);
    assert_eq!(managed(&app).await["version"], 1);
    let created = app.post(TEACHER, CHATBOTS, &wrong).send().await.unwrap();
    assert_eq!(created.status(), 400);
}

#[sqlx::test(migrations = false)]
async fn bodies_that_are_no_settings_get_clear_codes(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let good = settings(&app, json!({})).await;
    let with = |field: &str, value: Value| {
        let mut body = good.clone();
        body[field] = value;
        body.to_string()
    };
    let bodies = [
        (String::new(), "invalid_request"),
        ("[]".to_owned(), "invalid_request"),
        ("{".to_owned(), "invalid_request"),
        (with("unknown", json!(1)), "invalid_request"),
        (with("enabled", json!("yes")), "invalid_request"),
        (with("toolChoice", json!({"type": "tool"})), "invalid_request"),
        (with("temperature", json!("hot")), "invalid_request"),
        (with("temperature", json!(0.5)).replace("0.5", "1e400"), "invalid_request"),
        (with("opensAt", json!("tomorrow")), "invalid_request"),
        (with("limits", json!({"turnSeconds": -1})), "invalid_request"),
        (with("name", json!("a\0b")), "invalid_settings"),
        (with("temperature", json!(-0.1)), "invalid_settings"),
        (with("suggestedMessages", json!(vec!["?"; 5_000])), "invalid_settings"),
        (with("allowedTools", json!(vec!["x\0"; 5_000])), "invalid_settings"),
        (with("prompt", json!("p".repeat(400 << 10))), "invalid_settings"),
        (with("prompt", json!("p".repeat(600 << 10))), "body_too_large"),
    ];
    for (sent, code) in bodies {
        let request = app.request(TEACHER, Method::PUT, &path("")).header("if-match", "1");
        let told =
            request.header("content-type", "application/json").body(sent.clone()).send().await.unwrap();
        assert!(told.status().is_client_error());
        let told: Value = told.json().await.unwrap();
        assert_eq!(told["code"], code, "{}", &sent[..sent.len().min(200)]);
    }
    assert_eq!(managed(&app).await["version"], 1);
}

#[sqlx::test(migrations = false)]
async fn a_disclaimer_with_another_text_is_a_new_version_of_it_for_ever(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let version =
        "select (config #>> '{disclaimer,version}')::integer from chatbot.chatbots order by id limit 1";
    for (text, expected) in [("One.", 1), ("Two.", 2), ("One.", 3)] {
        change(&app, json!({"disclaimer": text})).await;
        assert_eq!(app.value::<i32>(version).await, expected, "{text}");
        change(&app, json!({"prompt": text})).await;
        assert_eq!(app.value::<i32>(version).await, expected, "the text stays");
    }
    change(&app, json!({"disclaimer": null})).await;
    change(&app, json!({"disclaimer": "One."})).await;
    assert_eq!(app.value::<i32>(version).await, 4);
}

#[sqlx::test(migrations = false)]
async fn a_course_has_exactly_one_default(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let new = settings(&app, json!({"name": "Second"})).await;
    let second = body(app.post(TEACHER, CHATBOTS, &new).send().await.unwrap(), 201).await;
    assert_eq!(second["isDefault"], false);
    let refused = app.request(TEACHER, Method::DELETE, &path("")).send().await.unwrap();
    assert_eq!(body(refused, 409).await["code"], "default_needed");
    let second = format!("/manage/chatbots/{}", second["id"].as_str().unwrap());
    let switches = (0..6).map(|n| {
        let which = if n % 2 == 0 { format!("{second}/default") } else { path("/default") };
        let request = app.request(TEACHER, Method::PUT, &which);
        async move { request.send().await.unwrap().status() }
    });
    assert!(futures_util::future::join_all(switches).await.iter().all(reqwest::StatusCode::is_success));
    let defaults = "select count(*) from chatbot.chatbots
                    where course_id = '00000000-0000-0000-0000-0000000000c1' and is_default";
    assert_eq!(app.value::<i64>(defaults).await, 1);
    app.request(TEACHER, Method::PUT, &format!("{second}/default")).send().await.unwrap();
    let deleted = app.request(TEACHER, Method::DELETE, &path("")).send().await.unwrap();
    assert_eq!(deleted.status(), 204);
    assert_eq!(app.get(TEACHER, &path("")).send().await.unwrap().status(), 404);
    let last = app.request(TEACHER, Method::DELETE, &second).send().await.unwrap();
    assert_eq!(last.status(), 204, "the last one may go");
    let first = body(app.post(TEACHER, CHATBOTS, &new).send().await.unwrap(), 201).await;
    assert_eq!(first["isDefault"], true);
}

#[sqlx::test(migrations = false)]
async fn first_chatbots_that_are_created_at_once_leave_one_default(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let new = settings(&app, json!({})).await;
    app.request(TEACHER, Method::DELETE, &path("")).send().await.unwrap();
    let posts = (0..4).map(|_| app.post(TEACHER, CHATBOTS, &new).send());
    let created = futures_util::future::join_all(posts).await;
    assert!(created.into_iter().all(|created| created.unwrap().status() == 201));
    let listed = body(app.get(TEACHER, CHATBOTS).send().await.unwrap(), 200).await;
    let defaults = listed.as_array().unwrap().iter().filter(|one| one["isDefault"] == true).count();
    assert_eq!((listed.as_array().unwrap().len(), defaults), (4, 1));
    let elsewhere = app.post(TEACHER, &format!("/manage/courses/{OTHER_COURSE}/chatbots"), &new);
    assert_eq!(elsewhere.send().await.unwrap().status(), 403);
}

#[sqlx::test(migrations = false)]
async fn a_chatbot_that_is_not_open_says_when_it_opens_and_its_staff_need_not_wait(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    change(&app, json!({"opensAt": "2026-09-05T06:00:00Z", "closesAt": "2026-09-06T06:00:00Z"})).await;
    let begin = format!("/chatbots/{CHATBOT}/conversations");
    let refused = body(app.post(STUDENT, &begin, &json!({})).send().await.unwrap(), 403).await;
    assert_eq!(refused["code"], "chatbot_not_open");
    assert_eq!(refused["detail"], "This chatbot opens on 2026-09-05 09:00 (Europe/Helsinki).");
    let asked = app.send(STUDENT, &conversation, "q1", "Now?").await;
    assert_eq!(asked.headers()["x-error-code"], "chatbot_not_open");
    let listed = format!("/courses/{COURSE}/chatbots");
    let of =
        async |who| body(app.get(who, &listed).send().await.unwrap(), 200).await.as_array().unwrap().len();
    assert_eq!((of(STUDENT).await, of(ASSISTANT).await, of(TEACHER).await), (0, 1, 1));
    app.model.will([vec![Text("Yes.")], vec![Text("Open.")]]);
    let early = app.begin(TEACHER).await;
    app.ask(TEACHER, &early, "q1", "Does it work?").await;
    app.clock.advance(chrono::Duration::days(4));
    app.ask(STUDENT, &conversation, "q1", "Now?").await;
    assert_eq!(of(STUDENT).await, 1);
    app.clock.advance(chrono::Duration::days(4));
    let closed = body(app.post(STUDENT, &begin, &json!({})).send().await.unwrap(), 403).await;
    assert_eq!(closed["detail"], "This chatbot closed on 2026-09-06 09:00 (Europe/Helsinki).");
    assert_eq!(app.read(STUDENT, &conversation).await["messages"].as_array().unwrap().len(), 2);
}

#[sqlx::test(migrations = false)]
async fn what_a_teacher_sets_is_what_the_model_is_told(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([vec![Text("Hm.")], vec![Text("Hm.")]]);
    let conversation = app.begin(STUDENT).await;
    change(
        &app,
        json!({"prompt": "It is {today} in {course} ({language}); you are {chatbot}. {{today}}",
               "style": "hints_first", "languages": ["fi", "sv"], "temperature": 0.5}),
    )
    .await;
    app.ask(STUDENT, &conversation, "q1", "How?").await;
    let request = app.model.last_request();
    let told = format!("{:?}", request.messages[0]);
    assert!(told.contains("It is 2026-09-01 in Databases (en); you are Guide. {today}"), "{told}");
    assert!(told.contains("Teach by hints") && told.contains("fi, sv"), "{told}");
    assert!(!told.contains("Saara"), "nothing of the student");
    assert_eq!(request.temperature, Some(0.5));
    change(&app, json!({"style": "no_solutions", "languages": [], "prompt": ""})).await;
    app.ask(STUDENT, &conversation, "q2", "How?").await;
    let told = format!("{:?}", app.model.last_request().messages[0]);
    assert!(
        told.contains("Never give the full solution") && told.contains("language of the question"),
        "{told}"
    );
}

#[sqlx::test(migrations = false)]
async fn a_chatbot_that_is_switched_off_takes_no_questions(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    change(&app, json!({"enabled": false})).await;
    let begin = format!("/chatbots/{CHATBOT}/conversations");
    let refused = body(app.post(STUDENT, &begin, &json!({})).send().await.unwrap(), 403).await;
    assert_eq!(refused["code"], "chatbot_disabled");
    assert_eq!(app.send(STUDENT, &conversation, "q1", "Now?").await.status(), 403);
}

#[sqlx::test(migrations = false)]
async fn today_is_the_day_where_the_course_is(pool: PgPool) {
    let app = TestApp::start(pool).await;
    change(&app, json!({"prompt": "Today is {today}."})).await;
    let conversation = app.begin(STUDENT).await;
    // Half past eight in the evening and half past midnight in Helsinki, on one day of UTC.
    for (now, today) in [("2026-09-01T17:30:00Z", "2026-09-01"), ("2026-09-01T21:30:00Z", "2026-09-02")] {
        app.clock.set(now);
        app.model.will([vec![Text("Hm.")]]);
        app.ask(STUDENT, &conversation, now, "When is it due?").await;
        let told = format!("{:?}", app.model.last_request().messages[0]);
        assert!(told.contains(&format!("Today is {today}.")), "{told}");
        assert!(told.contains("its times are those of Europe/Helsinki"), "whose times they are: {told}");
    }
}

//! Limits of use: what is refused before anything happens, when it is free again, and what pages are told.

use chatbot_core::config::LimitsConfig;
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{Costs, Gate, Silence, Text};
use chatbot_tests::wire::{Sse, text_of};
use chatbot_tests::world::{CHATBOT, COURSE, OTHER_STUDENT, STRANGER, STUDENT, config};
use chrono::TimeDelta;
use reqwest::Response;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::own_data::erase;

/// An app whose chatbot has limits, and whose replies are short.
pub async fn limited(pool: PgPool, limits: LimitsConfig) -> TestApp {
    let mut config = config();
    config.limits = LimitsConfig { output_tokens: 100, ..limits };
    TestApp::start_with(pool, Setup { config: Some(config), ..Setup::default() }).await
}

/// So many tokens a day for each student.
pub fn a_day(tokens: u32) -> LimitsConfig {
    LimitsConfig { student_tokens_per_day: Some(tokens), ..LimitsConfig::default() }
}

/// That the request was refused by a limit, for so many seconds; gives what a student is told.
async fn refused(response: Response, limit: &str, seconds: u64) -> String {
    assert_eq!(response.status(), 429);
    let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
    assert_eq!((header("x-error-code"), header("x-limit")), ("limit_reached".to_owned(), limit.to_owned()));
    assert_eq!(header("retry-after"), seconds.to_string());
    response.text().await.unwrap()
}

async fn limits_of(app: &TestApp) -> Value {
    let path = format!("/me/limits?chatbotId={CHATBOT}");
    app.get(STUDENT, &path).send().await.unwrap().json().await.unwrap()
}

async fn messages(app: &TestApp) -> i64 {
    app.value("select count(*) from chatbot.messages").await
}

#[sqlx::test(migrations = false)]
async fn a_message_beyond_the_limit_of_a_minute_is_refused_and_nothing_of_it_is_stored(pool: PgPool) {
    let limits = LimitsConfig { messages_per_minute: Some(2), ..LimitsConfig::default() };
    let app = limited(pool, limits).await;
    app.model.will([vec![Text("One.")], vec![Text("Two.")]]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "One?").await;
    app.clock.advance(TimeDelta::seconds(15));
    app.ask(STUDENT, &conversation, "q2", "Two?").await;
    let stored = messages(&app).await;
    let told =
        refused(app.send(STUDENT, &conversation, "q3", "Three?").await, "messages_per_minute", 45).await;
    assert_eq!(told, "That were many messages within a minute. You can ask again in 45 seconds.");
    assert_eq!(messages(&app).await, stored);
    assert_eq!(app.model.requests().len(), 2);
    assert_eq!(
        text_of(&app.ask(STUDENT, &conversation, "q2", "Two?").await),
        "Two.",
        "the same message once more is not counted"
    );
    app.model.will([vec![Text("Other.")], vec![Text("Three.")]]);
    let other = app.begin(OTHER_STUDENT).await;
    assert_eq!(text_of(&app.ask(OTHER_STUDENT, &other, "q1", "Mine?").await), "Other.");
    app.clock.advance(TimeDelta::seconds(45));
    assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q3", "Three?").await), "Three.");
    refused(app.send(STUDENT, &conversation, "q4", "Four?").await, "messages_per_minute", 15).await;
}

#[sqlx::test(migrations = false)]
async fn a_problem_document_says_which_limit_and_until_when(pool: PgPool) {
    let limits = LimitsConfig { messages_per_minute: Some(1), ..LimitsConfig::default() };
    let app = limited(pool, limits).await;
    app.model.will([vec![Text("One.")]]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "One?").await;
    let message = json!({"id": "q2", "role": "user", "parts": [{"type": "text", "text": "Two?"}]});
    let body = json!({"id": conversation, "message": message});
    let request = app.post(STUDENT, "/chat", &body).header("accept", "application/problem+json");
    let response = request.send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "application/problem+json");
    let problem: Value = response.json().await.unwrap();
    assert_eq!((&problem["status"], &problem["code"]), (&json!(429), &json!("limit_reached")));
    assert_eq!(problem["limit"], json!({"limit": "messages_per_minute", "endsAt": "2026-09-01T09:01:00Z"}));
}

#[sqlx::test(migrations = false)]
async fn a_message_that_a_limit_refuses_does_not_end_the_answer_before_it(pool: PgPool) {
    let limits = LimitsConfig { messages_per_minute: Some(1), ..LimitsConfig::default() };
    let app = limited(pool, limits).await;
    app.model.will([vec![Text("Half"), Gate, Text(" and half.")]]);
    let conversation = app.begin(STUDENT).await;
    let mut stream = Sse::new(app.send(STUDENT, &conversation, "q1", "One?").await);
    stream.until("text-delta").await;
    drop(stream);
    refused(app.send(STUDENT, &conversation, "q2", "Two?").await, "messages_per_minute", 60).await;
    app.model.open_gate();
    app.until("select state = 'finished' from chatbot.turns").await;
}

#[sqlx::test(migrations = false)]
async fn two_tabs_and_two_instances_cannot_spend_the_same_rest_twice(pool: PgPool) {
    let one = limited(pool, a_day(2_500)).await;
    let two = one.second_instance(Setup::default());
    for app in [&one, &two] {
        app.model.will([vec![Text("Half"), Silence]]);
    }
    let (here, there) = (one.begin(STUDENT).await, two.begin(STUDENT).await);
    let (first, second) = futures_util::future::join(
        one.send(STUDENT, &here, "q1", "One?"),
        two.send(STUDENT, &there, "q1", "Two?"),
    )
    .await;
    let (accepted, refusal) = if first.status() == 200 { (first, second) } else { (second, first) };
    let mut answer = Sse::new(accepted);
    answer.until("text-delta").await;
    // 14:59 until midnight in Helsinki.
    refused(refusal, "student_tokens_per_day", 12 * 3_600).await;
    assert_eq!(one.model.requests().len() + two.model.requests().len(), 1);
    assert_eq!(messages(&one).await, 2);
    let spent: i64 = one.value("select tokens from chatbot.student_days").await;
    assert!(spent <= 2_500, "{spent}");
    let stored: i64 = one.value("select count(*) from chatbot.usage_ledger").await;
    assert_eq!(stored, 1);
}

/// Time zone, the last second of a day, and how many hours the day after it has.
const MIDNIGHTS: [(&str, &str, u64); 6] = [
    ("Europe/Helsinki", "2026-09-01T20:59:59Z", 24),
    ("Europe/Berlin", "2026-03-28T22:59:59Z", 23),
    ("Europe/Berlin", "2026-10-24T21:59:59Z", 25),
    ("Pacific/Auckland", "2026-04-04T10:59:59Z", 25),
    ("Pacific/Auckland", "2026-09-26T11:59:59Z", 23),
    ("Pacific/Honolulu", "2026-05-10T09:59:59Z", 24),
];

#[sqlx::test(migrations = false)]
async fn a_day_begins_once_at_the_courses_midnight(pool: PgPool) {
    let app = limited(pool, a_day(5_000)).await;
    for (zone, last_second, hours) in MIDNIGHTS {
        sqlx::query("update lms.courses set time_zone = $1 where id = $2")
            .bind(zone)
            .bind(COURSE.0)
            .execute(&app.pool)
            .await
            .unwrap();
        app.clock.set(last_second);
        let conversation = app.begin(STUDENT).await;
        let dear = || vec![Text("Yes."), Costs(Some(4_900))];
        app.model.will([dear(), dear(), dear()]);
        assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q1", "One?").await), "Yes.", "{zone}");
        refused(app.send(STUDENT, &conversation, "q2", "Two?").await, "student_tokens_per_day", 1).await;
        app.clock.advance(TimeDelta::seconds(1));
        assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q2", "Two?").await), "Yes.", "00:00:00, {zone}");
        app.clock.advance(TimeDelta::seconds(1));
        let rest = hours * 3_600 - 1;
        let told =
            refused(app.send(STUDENT, &conversation, "q3", "3?").await, "student_tokens_per_day", rest).await;
        assert!(told.ends_with(&format!("2026, 00:00 ({zone}).")), "{told}");
        app.clock.advance(TimeDelta::seconds(i64::try_from(rest).unwrap()));
        assert_eq!(
            text_of(&app.ask(STUDENT, &conversation, "q3", "3?").await),
            "Yes.",
            "a day later, {zone}"
        );
    }
}

#[sqlx::test(migrations = false)]
async fn a_month_of_the_course_is_shared_by_its_students(pool: PgPool) {
    let limits = LimitsConfig { course_tokens_per_month: Some(5_000), ..LimitsConfig::default() };
    let app = limited(pool, limits).await;
    app.clock.set("2026-09-30T20:59:58Z");
    app.model.will([vec![Text("One."), Costs(Some(4_900))]]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "One?").await;
    let other = app.begin(OTHER_STUDENT).await;
    let told =
        refused(app.send(OTHER_STUDENT, &other, "q1", "Two?").await, "course_tokens_per_month", 2).await;
    assert_eq!(
        told,
        "This course has used its chatbot as much as is possible in one month. \
         You can ask again from 1 October 2026, 00:00 (Europe/Helsinki)."
    );
    app.clock.advance(TimeDelta::seconds(2));
    app.model.will([vec![Text("Two.")]]);
    assert_eq!(text_of(&app.ask(OTHER_STUDENT, &other, "q1", "Two?").await), "Two.");
}

#[sqlx::test(migrations = false)]
async fn the_end_of_an_answer_tells_what_is_left_as_the_route_does(pool: PgPool) {
    let limits = LimitsConfig { messages_per_minute: Some(3), ..a_day(5_000) };
    let app = limited(pool, limits).await;
    let unused = limits_of(&app).await;
    assert_eq!(unused["timeZone"], "Europe/Helsinki");
    assert_eq!(
        unused["limits"][0],
        json!({"limit": "messages_per_minute", "allowed": 3, "used": 0, "left": 3, "reached": false})
    );
    app.model.will([vec![Text("One."), Costs(Some(4_000))]]);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "One?").await;
    let told = chunks.iter().find(|chunk| chunk["type"] == "data-limits").unwrap();
    assert_eq!(told["transient"], true);
    assert_eq!(told["data"], limits_of(&app).await);
    assert_eq!(
        told["data"]["limits"],
        json!([
            {"limit": "messages_per_minute", "allowed": 3, "used": 1, "left": 2, "reached": false,
             "resetsAt": "2026-09-01T09:01:00Z"},
            {"limit": "student_tokens_per_day", "allowed": 5000, "used": 4000, "left": 1000, "reached": true,
             "resetsAt": "2026-09-01T21:00:00Z"},
        ])
    );
    let stored = app.read(STUDENT, &conversation).await.to_string();
    assert!(!stored.contains("data-limits"), "it is not kept: {stored}");
}

#[sqlx::test(migrations = false)]
async fn what_is_left_is_told_to_those_alone_who_may_use_the_chatbot(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let path = format!("/me/limits?chatbotId={CHATBOT}");
    assert_eq!(app.get(STRANGER, &path).send().await.unwrap().status(), 404);
    assert_eq!(app.get(STUDENT, "/me/limits").send().await.unwrap().status(), 400);
    assert_eq!(limits_of(&app).await, json!({"timeZone": "Europe/Helsinki", "limits": []}));
    app.model.will([vec![Text("One.")]]);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "One?").await;
    assert!(chunks.iter().all(|chunk| chunk["type"] != "data-limits"), "no limits, nothing to tell");
}

#[sqlx::test(migrations = false)]
async fn erasing_gives_nobody_a_new_minute(pool: PgPool) {
    let limits = LimitsConfig { messages_per_minute: Some(2), ..LimitsConfig::default() };
    let app = limited(pool, limits).await;
    for round in 1..=2 {
        let conversation = app.begin(STUDENT).await;
        app.model.will([vec![Text("Yes.")]]);
        app.ask(STUDENT, &conversation, &format!("q{round}"), "Mine?").await;
        erase(&app).await;
        app.clock.advance(TimeDelta::seconds(10));
    }
    let conversation = app.begin(STUDENT).await;
    let refused = app.send(STUDENT, &conversation, "q3", "And now?").await;
    let header = |name: &str| refused.headers()[name].to_str().unwrap().to_owned();
    assert_eq!((refused.status().as_u16(), header("x-limit").as_str()), (429, "messages_per_minute"));
    assert_eq!(header("retry-after"), "40", "the first one is 20 seconds old");
    let of_other = app.begin(OTHER_STUDENT).await;
    app.model.will([vec![Text("Yes.")]]);
    app.ask(OTHER_STUDENT, &of_other, "q1", "Mine?").await;
    app.clock.advance(TimeDelta::seconds(40));
    app.model.will([vec![Text("Yes.")]]);
    app.ask(STUDENT, &conversation, "q3", "And now?").await;
    erase(&app).await;
    // When the minute is over nothing is left of it.
    app.clock.advance(TimeDelta::minutes(2));
    chatbot_engine::forget::forget(&app.engine).await.unwrap();
    assert_eq!(app.value::<i64>("select count(*) from chatbot.erased_minutes").await, 0);
}

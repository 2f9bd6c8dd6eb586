//! What teachers see beside their limits: what was used today and this month.

use chatbot_protocol::UserId;
use chatbot_tests::app::TestApp;
use chatbot_tests::model::Step::{Costs, Text};
use chatbot_tests::world::{COURSE, OTHER_COURSE, STUDENT, TEACHER};
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use crate::manage::{body, managed, path, settings};

/// So many that numbers about them may be told.
const STUDENTS: u128 = 5;

fn student(number: u128) -> UserId {
    UserId(Uuid::from_u128(0x1000 + number))
}

async fn enroll(app: &TestApp) {
    for number in 1..=STUDENTS {
        let id = student(number).0;
        for sql in [
            "insert into lms.users (id, name, email) values ($1, 'Somebody', $1::text)",
            "insert into lms.enrollments values ($1, '00000000-0000-0000-0000-0000000000c1', now())",
        ] {
            sqlx::query(sql).bind(id).execute(&app.pool).await.unwrap();
        }
    }
}

/// Asks in a new conversation; the answer costs so many tokens.
async fn ask(app: &TestApp, who: UserId, tokens: u32) {
    app.model.will([vec![Costs(Some(tokens)), Text("So.")]]);
    let conversation = app.begin(who).await;
    app.ask(who, &conversation, "q1", "Why?").await;
}

async fn today(app: &TestApp) -> Value {
    managed(app).await["today"].clone()
}

#[sqlx::test(migrations = false)]
async fn what_was_used_today_begins_anew_at_the_courses_midnight(pool: PgPool) {
    let app = TestApp::start(pool).await;
    enroll(&app).await;
    // 23:30 of the last day of August in Helsinki, where it is three hours later.
    app.clock.set("2026-08-31T20:30:00Z");
    for number in 1..=STUDENTS {
        ask(&app, student(number), 100).await;
    }
    ask(&app, STUDENT, 900).await;
    let wanted = |students: u32, messages: u32, most: u64, month: u64| {
        json!({"students": students, "messages": messages, "mostStudentTokens": most,
               "courseTokensThisMonth": month})
    };
    assert_eq!(today(&app).await, wanted(6, 6, 900, 1_400));
    // Half an hour later it is another day, and another month, there.
    app.clock.set("2026-08-31T21:00:00Z");
    assert_eq!(today(&app).await, wanted(0, 0, 0, 0));
    for number in 1..=STUDENTS {
        ask(&app, student(number), 10).await;
    }
    ask(&app, student(1), 20).await;
    assert_eq!(today(&app).await, wanted(5, 6, 30, 70));

    // What staff tries costs the course, and is nobody's use.
    let wish = json!({"settings": settings(&app, json!({})).await});
    let tried = body(app.post(TEACHER, &path("/preview"), &wish).send().await.unwrap(), 201).await;
    app.model.will([vec![Costs(Some(5_000)), Text("So.")]]);
    app.ask(TEACHER, tried["conversationId"].as_str().unwrap(), "q1", "Why?").await;
    assert_eq!(today(&app).await, wanted(5, 6, 30, 5_070));
    // The list says the same as the chatbot itself, and another course has its own.
    let listed = async |who, course| {
        let list = app.get(who, &format!("/manage/courses/{course}/chatbots")).send().await.unwrap();
        body(list, 200).await[0]["today"].clone()
    };
    assert_eq!(listed(TEACHER, COURSE).await, today(&app).await);
    let other = listed(chatbot_tests::world::OTHER_TEACHER, OTHER_COURSE).await;
    assert_eq!(other["courseTokensThisMonth"], 0);
}

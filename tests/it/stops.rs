//! When a stop comes: after the end, twice, before a late end, and while only next questions are missing.

use std::time::Duration;

use chatbot_engine::keep_turns;
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{Gate, Silence, Text};
use chatbot_tests::wire::{Sse, text_of};
use chatbot_tests::world::{STUDENT, config};
use reqwest::Method;
use serde_json::json;
use sqlx::PgPool;

async fn stop(app: &TestApp, conversation: &str) {
    let path = format!("/chat/{conversation}/stop");
    assert_eq!(app.post(STUDENT, &path, &json!({})).send().await.unwrap().status(), 202);
}

#[sqlx::test(migrations = false)]
async fn nothing_is_answered_in_a_conversation_that_is_deleted_at_the_same_moment(pool: PgPool) {
    let one = TestApp::start(pool.clone()).await;
    let other = one.second_instance(Setup::default());
    for app in [&one, &other] {
        keep_turns::start(&app.engine);
    }
    for round in 0..6 {
        for app in [&one, &other] {
            app.model.forget_replies();
            app.model.will([vec![Text("A key"), Gate]]);
        }
        let conversation = one.begin(STUDENT).await;
        let deleting_app = if round % 2 == 0 { &one } else { &other };
        let mut holding = pool.begin().await.unwrap();
        sqlx::query("select from chatbot.conversations for update").execute(&mut *holding).await.unwrap();
        let asking = one.send(STUDENT, &conversation, "q1", "What is a key?");
        let path = format!("/conversations/{conversation}");
        let deleting = deleting_app.request(STUDENT, Method::DELETE, &path).send();
        let releasing = async {
            one.until("select count(*) = 2 from pg_locks where not granted").await;
            holding.rollback().await.unwrap();
        };
        let (asked, deleted, ()) = tokio::join!(asking, deleting, releasing);
        assert_eq!(deleted.unwrap().status(), 204);
        assert!([200, 404].contains(&asked.status().as_u16()), "{}", asked.status());
        // Its model would go on for ever.
        one.until("select not exists (select from chatbot.turns where ended_at is null)").await;
    }
}

#[sqlx::test(migrations = false)]
async fn a_stop_after_the_end_changes_nothing_and_stops_nothing_that_comes_later(pool: PgPool) {
    let one = TestApp::start(pool).await;
    let other = one.second_instance(Setup::default());
    let conversation = one.begin(STUDENT).await;
    stop(&one, &conversation).await;
    one.model.will([vec![Text("A key.")], vec![Text("A row.")]]);
    one.ask(STUDENT, &conversation, "q1", "What is a key?").await;
    let read = one.read(STUDENT, &conversation).await;
    for app in [&one, &one, &other, &other] {
        stop(app, &conversation).await;
        assert_eq!(one.read(STUDENT, &conversation).await, read);
    }
    assert_eq!(read["messages"][1]["metadata"]["state"], "finished");
    assert!(one.value::<bool>("select state = 'finished' from chatbot.turns").await);
    let chunks = one.ask(STUDENT, &conversation, "q2", "And a row?").await;
    assert_eq!((text_of(&chunks).as_str(), &chunks.last().unwrap()["type"]), ("A row.", &"finish".into()));
}

#[sqlx::test(migrations = false)]
async fn an_answer_that_was_stopped_stays_so_when_its_end_comes_late(pool: PgPool) {
    // Neither looks after its turns: the one that writes does not hear of the stop.
    let one = TestApp::start(pool).await;
    let other = one.second_instance(Setup::default());
    for title in ["Keys?", "Mine"] {
        one.model.will([vec![Text("Half"), Gate, Text(" and half.")]]);
        let conversation = one.begin(STUDENT).await;
        let mut stream = Sse::new(one.send(STUDENT, &conversation, "q1", "Keys?").await);
        stream.until("text-delta").await;
        one.until(
            "select exists (select from chatbot.turns t
                            join chatbot.turn_events e on e.turn_id = t.id and e.events::text like '%Half%'
                            join chatbot.rounds r on r.turn_id = t.id and r.reply_text = 'Half'
                            where t.ended_at is null)",
        )
        .await;
        if title == "Mine" {
            let path = format!("/conversations/{conversation}");
            let renamed = one.request(STUDENT, Method::PATCH, &path).json(&json!({"title": title}));
            assert_eq!(renamed.send().await.unwrap().status(), 200);
        }
        stop(&other, &conversation).await;
        other.take_over_all().await;
        let stopped = other.read(STUDENT, &conversation).await;
        let answer = &stopped["messages"][1];
        assert_eq!((&answer["metadata"]["state"], &stopped["title"]), (&json!("stopped"), &json!(title)));
        assert!(answer["parts"].to_string().contains("Half"), "{answer}");
        // What it was about to say, and its end.
        one.model.open_gate();
        stream.rest().await;
        assert_eq!(one.model.open_streams(), 0);
        stop(&one, &conversation).await;
        assert_eq!(one.read(STUDENT, &conversation).await, stopped, "nothing of it is written");
        one.model.will([vec![Text("Next.")]]);
        assert_eq!(text_of(&one.ask(STUDENT, &conversation, "q2", "And now?").await), "Next.");
        let history = format!("{:?}", one.model.last_request().messages);
        assert!(history.contains("Half") && !history.contains("and half"), "{history}");
    }
    let states = "select array_agg(state::text order by created_at, id) = array['stopped', 'finished', 'stopped', 'finished']
        from chatbot.turns";
    assert!(one.value::<bool>(states).await);
}

/// An answer that is all there; the model is asked for next questions, and says nothing.
async fn without_next_questions(pool: PgPool) -> (TestApp, String, Sse) {
    let config = chatbot_core::ChatbotConfig { next_questions: true, ..config() };
    // They are waited for as long as anybody wants to.
    let suggestions = Some(Duration::from_hours(1));
    let app =
        TestApp::start_with(pool, Setup { config: Some(config), suggestions, ..Setup::default() }).await;
    app.model.will([vec![Text("A key.")], vec![Silence]]);
    let conversation = app.begin(STUDENT).await;
    let mut stream = Sse::new(app.send(STUDENT, &conversation, "q1", "What is a key?").await);
    stream.until("text-delta").await;
    app.until("select requests = 2 from chatbot.turns").await;
    (app, conversation, stream)
}

#[sqlx::test(migrations = false)]
async fn a_stop_while_only_next_questions_are_missing_ends_a_whole_answer(pool: PgPool) {
    let (app, conversation, stream) = without_next_questions(pool).await;
    stop(&app, &conversation).await;
    assert_eq!(stream.rest().await.last().unwrap()["type"], "finish");
    assert_eq!(app.model.open_streams(), 0, "nobody asks for them any more");
    let answer = app.read(STUDENT, &conversation).await["messages"][1].clone();
    assert_eq!(answer["metadata"]["state"], "finished");
    assert!(answer["parts"].to_string().contains("A key."), "{answer}");
    assert!(app.value::<bool>("select bool_and(settled_at is not null) from chatbot.usage_ledger").await);
}

#[sqlx::test(migrations = false)]
async fn a_new_message_does_not_wait_for_next_questions_that_nobody_reads(pool: PgPool) {
    let (app, conversation, stream) = without_next_questions(pool).await;
    drop(stream);
    app.model.will([vec![Text("A row.")], vec![]]);
    assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q2", "And a row?").await), "A row.");
    assert!(app.value::<bool>("select bool_and(state = 'finished') from chatbot.turns").await);
}

//! Servers that die: what was stored is shown, and the conversation goes on.

use std::time::Duration;

use chatbot_engine::keep_turns;
use chatbot_protocol::ErrorCode;
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{Call, Gate, Panic, Silence, Text};
use chatbot_tests::wire::{Sse, text_of};
use chatbot_tests::world::{OTHER_STUDENT, STUDENT};
use chrono::{DateTime, Utc};
use sqlx::PgPool;

#[sqlx::test(migrations = false)]
async fn a_turn_that_a_dead_server_left_is_interrupted_with_its_text(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([
        vec![Text("Let me look."), Call("course_material_search", r#"{"query":"primary key"}"#)],
        vec![Text("A key is"), Silence],
    ]);
    let conversation = app.begin(STUDENT).await;
    let mut stream = Sse::new(app.send(STUDENT, &conversation, "q1", "What is a key?").await);
    stream.until("tool-output-available").await;
    stream.until("text-delta").await;
    app.until("select reply_text = 'A key is' from chatbot.rounds where round_number = 2").await;
    let app = app.restart().await;
    let stored = app.read(STUDENT, &conversation).await;
    assert_eq!(stored["openTurnId"], serde_json::Value::Null);
    let answer = &stored["messages"][1];
    assert_eq!(answer["metadata"]["state"], "interrupted");
    assert!(answer["parts"].to_string().contains("A key is"), "{answer}");
    assert!(!answer["parts"].to_string().contains("streaming"), "{answer}");
    app.model.will([vec![Text("Here.")]]);
    assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q2", "Go on").await), "Here.");
    let history = format!("{:?}", app.model.last_request().messages);
    assert!(history.contains("A key is") && history.contains("identifies every row"), "{history}");
}

#[sqlx::test(migrations = false)]
async fn the_old_owner_of_an_ended_turn_writes_nothing_more(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([vec![Text("Old"), chatbot_tests::model::Step::Gate, Text(" words.")]]);
    let conversation = app.begin(STUDENT).await;
    let mut stream = Sse::new(app.send(STUDENT, &conversation, "q1", "One").await);
    stream.until("text-delta").await;
    app.until("select reply_text = 'Old' from chatbot.rounds").await;
    // Another instance finds the turn and ends it.
    app.second_instance(Setup::default()).take_over_all().await;
    app.model.open_gate();
    stream.rest().await;
    assert!(app.value::<bool>("select reply_text = 'Old' and state = 'partial' from chatbot.rounds").await);
    assert!(app.value::<bool>("select state = 'interrupted' from chatbot.turns").await);
    app.model.will([vec![Text("New.")]]);
    assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q2", "Two").await), "New.");
}

#[sqlx::test(migrations = false)]
async fn whoever_looks_for_turns_that_nobody_carries_waits_for_nobodys_lock(pool: PgPool) {
    let app = TestApp::start(pool.clone()).await;
    app.model.will([vec![Text("Half"), Silence]]);
    let conversation = app.begin(STUDENT).await;
    let mut stream = Sse::new(app.send(STUDENT, &conversation, "q1", "Keys?").await);
    stream.until("text-delta").await;
    app.until("select exists (select from chatbot.turn_events where events::text like '%Half%')").await;
    let other = app.second_instance(Setup::default());
    // First there is nothing to do, then it is out of reach: somebody does something with the conversation.
    for expired in [false, true] {
        if expired {
            let expire =
                "update chatbot.turns set lease_expires_at = clock_timestamp() - interval '1 second'";
            sqlx::query(expire).execute(&pool).await.unwrap();
        }
        let mut holding = pool.begin().await.unwrap();
        sqlx::query("select from chatbot.conversations for update").execute(&mut *holding).await.unwrap();
        sqlx::query("select from chatbot.turns for update").execute(&mut *holding).await.unwrap();
        assert_eq!(chatbot_engine::take_over::take_over(&other.engine).await.unwrap(), 0);
        assert_eq!(chatbot_engine::expire_waits(&other.engine).await.unwrap(), 0);
        holding.rollback().await.unwrap();
    }
    assert_eq!(chatbot_engine::take_over::take_over(&other.engine).await.unwrap(), 1);
    assert!(app.value::<bool>("select state = 'interrupted' from chatbot.turns").await);
    drop(stream);
}

#[sqlx::test(migrations = false)]
async fn a_turn_longer_than_its_lease_stays_with_the_instance_that_renews_it(pool: PgPool) {
    let brief =
        || Setup { lease: Some((Duration::from_secs(1), Duration::from_millis(200))), ..Setup::default() };
    let app = TestApp::start_with(pool, brief()).await;
    let other = app.second_instance(brief());
    for app in [&app, &other] {
        keep_turns::start(&app.engine);
    }
    app.model.will([vec![Text("Half"), Gate, Text(" and half.")]]);
    let conversation = app.begin(STUDENT).await;
    let mut stream = Sse::new(app.send(STUDENT, &conversation, "q1", "Keys?").await);
    stream.until("text-delta").await;
    let first: DateTime<Utc> = app.value("select lease_expires_at from chatbot.turns").await;
    let past = format!("select clock_timestamp() > '{first}'::timestamptz + interval '2 seconds'");
    app.until(Box::leak(past.into_boxed_str())).await;
    assert_eq!(chatbot_engine::take_over::take_over(&other.engine).await.unwrap(), 0);
    app.model.open_gate();
    assert_eq!(text_of(&stream.rest().await), " and half.");
    assert!(
        app.value::<bool>("select epoch = 1 and takeovers = 0 and state = 'finished' from chatbot.turns")
            .await
    );
    assert_eq!(app.model.requests().len(), 1);
}

#[sqlx::test(migrations = false)]
async fn a_panic_in_one_turn_is_no_concern_of_another(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([vec![Text("Half"), Gate, Text(" and half.")], vec![Text("So"), Panic]]);
    let (whole, broken) = (app.begin(STUDENT).await, app.begin(OTHER_STUDENT).await);
    let mut stream = Sse::new(app.send(STUDENT, &whole, "q1", "Keys?").await);
    stream.until("text-delta").await;
    let failed = app.ask(OTHER_STUDENT, &broken, "q1", "Keys?").await;
    assert_eq!(failed.last().unwrap()["errorText"], ErrorCode::Internal.sentence());
    app.model.open_gate();
    let rest = stream.rest().await;
    assert_eq!((text_of(&rest).as_str(), &rest.last().unwrap()["type"]), (" and half.", &"finish".into()));
    app.model.will([vec![Text("Again.")]]);
    assert_eq!(text_of(&app.ask(OTHER_STUDENT, &broken, "q2", "Keys?").await), "Again.");
    assert_eq!(app.model.open_streams(), 0);
}

//! One open turn per conversation; the same message twice is one turn; a page that went away gives way.

use std::time::Duration;

use chatbot_core::model::ModelFault;
use chatbot_engine::keep_turns;
use chatbot_protocol::ErrorCode;
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{Fault, Gate, Silence, Text};
use chatbot_tests::wire::{Sse, text_of};
use chatbot_tests::world::STUDENT;
use futures_util::future::join_all;
use serde_json::json;
use sqlx::PgPool;

use crate::messages_at_once::IN_ORDER;

#[sqlx::test(migrations = false)]
async fn a_second_message_waits_for_the_first_while_somebody_reads_it(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([vec![Text("Slow"), Gate, Text(" answer.")]]);
    let conversation = app.begin(STUDENT).await;
    let mut first = Sse::new(app.send(STUDENT, &conversation, "q1", "One").await);
    first.until("text-delta").await;
    let (second, read) = tokio::join!(app.send(STUDENT, &conversation, "q2", "Two"), async {
        // The reader is alive, so it takes the probe.
        while app.model.open_streams() > 0
            && !app.value::<bool>("select count(*) > 1 from chatbot.turns").await
        {
            if tokio::time::timeout(Duration::from_millis(600), first.next()).await.is_err() {
                break;
            }
        }
    });
    let () = read;
    assert_eq!(second.status(), 409);
    assert_eq!(second.headers()["x-error-code"], "turn_in_progress");
    assert!(second.headers()["x-open-turn"].to_str().unwrap().starts_with("00000000-"));
    app.model.open_gate();
    assert_eq!(text_of(&first.rest().await), " answer.");
    assert!(app.value::<bool>("select count(*) = 1 from chatbot.messages where role = 'user'").await);
}

#[sqlx::test(migrations = false)]
async fn an_answer_that_nobody_reads_gives_way_and_keeps_its_text(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([vec![Text("Half"), Gate, Text(" never")], vec![Text("Second.")]]);
    let conversation = app.begin(STUDENT).await;
    let mut first = Sse::new(app.send(STUDENT, &conversation, "q1", "One").await);
    first.until("text-delta").await;
    drop(first);
    assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q2", "Two").await), "Second.");
    let messages = app.read(STUDENT, &conversation).await["messages"].clone();
    assert_eq!(messages[1]["metadata"]["state"], "stopped");
    assert_eq!(messages[1]["parts"][1]["text"], "Half");
    assert_eq!(app.model.open_streams(), 0, "the model is no longer listened to");
}

#[sqlx::test(migrations = false)]
async fn the_turn_goes_on_when_the_page_closes_and_can_be_followed_again(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([vec![Text("One"), Gate, Text(" two.")]]);
    let conversation = app.begin(STUDENT).await;
    let mut first = Sse::new(app.send(STUDENT, &conversation, "q1", "Count").await);
    first.until("text-delta").await;
    drop(first);
    let path = format!("/chat/{conversation}/stream");
    let again = Sse::new(app.get(STUDENT, &path).send().await.unwrap());
    app.model.open_gate();
    let chunks = again.rest().await;
    assert_eq!(chunks[0]["type"], "start");
    assert_eq!(text_of(&chunks), "One two.");
    assert_eq!(app.get(STUDENT, &path).send().await.unwrap().status(), 204);
    assert_eq!(app.read(STUDENT, &conversation).await["openTurnId"], json!(null));
}

#[sqlx::test(migrations = false)]
async fn the_same_message_again_is_the_same_turn(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([vec![Text("Once"), Gate, Text(".")]]);
    let conversation = app.begin(STUDENT).await;
    let mut first = Sse::new(app.send(STUDENT, &conversation, "q1", "One").await);
    first.until("text-delta").await;
    let again = Sse::new(app.send(STUDENT, &conversation, "q1", "One").await);
    app.model.open_gate();
    assert_eq!(text_of(&again.rest().await), "Once.");
    first.rest().await;
    // After its end it is replayed out of the database.
    let replayed = app.ask(STUDENT, &conversation, "q1", "One").await;
    assert_eq!(text_of(&replayed), "Once.");
    assert_eq!(app.model.requests().len(), 1);
    let other_body = app.send(STUDENT, &conversation, "q1", "Two").await;
    assert_eq!(other_body.status(), 409);
    assert_eq!(other_body.headers()["x-error-code"], "message_id_reused");
}

#[sqlx::test(migrations = false)]
async fn of_many_messages_at_once_one_is_answered_and_numbers_have_no_gap(pool: PgPool) {
    let app = TestApp::start(pool).await;
    for messages in [2, 20] {
        app.model.will([vec![Gate, Text("One.")]]);
        let conversation = app.begin(STUDENT).await;
        let ids: Vec<String> = (0..messages).map(|index| format!("q{index}")).collect();
        let sends = ids.iter().map(|id| app.send(STUDENT, &conversation, id, "Hi"));
        let responses = join_all(sends).await;
        let accepted: Vec<_> = responses.iter().filter(|response| response.status() == 200).collect();
        let refused = responses.iter().filter(|response| response.status() == 409).count();
        assert_eq!((accepted.len(), refused), (1, messages - 1));
        app.model.open_gate();
        app.until("select bool_and(state = 'finished') from chatbot.turns").await;
        assert!(app.value::<bool>(IN_ORDER).await);
    }
}

#[sqlx::test(migrations = false)]
async fn the_same_message_again_and_again_is_answered_once_and_never_stops_its_own_answer(pool: PgPool) {
    let one = TestApp::start(pool).await;
    let other = one.second_instance(Setup::default());
    for app in [&one, &other] {
        keep_turns::start(&app.engine);
    }
    for round in 0..10 {
        for app in [&one, &other] {
            app.model.forget_replies();
            app.model.will([vec![Text("A key"), Gate, Text(" identifies.")]]);
        }
        let conversation = one.begin(STUDENT).await;
        // Most go away at once, as a client does that tries again, so that nobody seems to read.
        let hasty = (0..12).map(|number| {
            let sent = [&one, &other][(number + round) % 2].send(STUDENT, &conversation, "q1", "Keys?");
            async move { tokio::time::timeout(Duration::from_millis(2 * number as u64), sent).await.map(drop) }
        });
        let (_, response) = tokio::join!(join_all(hasty), one.send(STUDENT, &conversation, "q1", "Keys?"));
        assert_eq!(response.status(), 200);
        for app in [&one, &other] {
            app.model.open_gate();
        }
        assert_eq!(text_of(&Sse::new(response).rest().await), "A key identifies.");
    }
    assert!(
        one.value::<bool>("select count(*) = 10 and bool_and(state = 'finished') from chatbot.turns").await
    );
}

#[sqlx::test(migrations = false)]
async fn stop_means_stop(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([vec![Text("Half"), Gate, Text(" never")], vec![Text("Next.")]]);
    let conversation = app.begin(STUDENT).await;
    let mut stream = Sse::new(app.send(STUDENT, &conversation, "q1", "One").await);
    stream.until("text-delta").await;
    let path = format!("/chat/{conversation}/stop");
    let asked_at = std::time::Instant::now();
    for _ in 0..2 {
        assert_eq!(app.post(STUDENT, &path, &json!({})).send().await.unwrap().status(), 202);
    }
    let chunks = stream.rest().await;
    assert!(asked_at.elapsed() < Duration::from_secs(1), "{:?}", asked_at.elapsed());
    let kinds: Vec<&str> = chunks.iter().map(|chunk| chunk["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["text-end", "finish-step", "message-metadata", "abort"]);
    assert_eq!(app.model.open_streams(), 0, "the request to the model is cancelled");
    assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q2", "Two").await), "Next.");
    assert!(format!("{:?}", app.model.last_request().messages).contains("Half"), "what was said stays known");
}

#[sqlx::test(migrations = false)]
async fn the_same_message_ten_times_at_once_is_one_turn_that_all_can_read(pool: PgPool) {
    let app = TestApp::start(pool).await;
    for round in 0..5 {
        app.model.will([vec![Text("One.")]]);
        let conversation = app.begin(STUDENT).await;
        let asks = (0..10).map(|_| app.ask(STUDENT, &conversation, "q1", "Hi"));
        for chunks in futures_util::future::join_all(asks).await {
            assert_eq!(text_of(&chunks), "One.");
            assert_eq!(chunks.last().unwrap()["type"], "finish");
        }
        assert_eq!(app.model.requests().len(), round + 1);
    }
}

#[sqlx::test(migrations = false)]
async fn different_messages_at_once_never_end_one_that_was_accepted(pool: PgPool) {
    let app = TestApp::start(pool).await;
    for _ in 0..10 {
        app.model.will((0..3).map(|_| vec![Text("One.")]));
        let conversation = app.begin(STUDENT).await;
        let ids = ["q1", "q2", "q3"];
        let sends = ids.map(|id| app.send(STUDENT, &conversation, id, "Hi"));
        for response in futures_util::future::join_all(sends).await {
            match response.status().as_u16() {
                200 => assert_eq!(Sse::new(response).rest().await.last().unwrap()["type"], "finish"),
                status => assert_eq!(status, 409),
            }
        }
    }
    assert!(app.value::<bool>("select bool_and(state = 'finished') from chatbot.turns").await);
}

#[sqlx::test(migrations = false)]
async fn a_turn_that_pages_are_told_of_is_stored_already(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([vec![Silence]]);
    let conversation = app.begin(STUDENT).await;
    let mut stream = Sse::new(app.send(STUDENT, &conversation, "q1", "Keys?").await);
    let start = stream.next().await.unwrap();
    let told = start["messageMetadata"]["turnId"].as_str().unwrap().to_owned();
    assert_eq!(app.value::<String>("select id::text from chatbot.turns").await, told);
    assert_eq!(app.read(STUDENT, &conversation).await["openTurnId"], told.as_str());
}

#[sqlx::test(migrations = false)]
async fn a_message_right_after_the_last_word_knows_what_was_said(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([vec![Text("A key.")], vec![Text("A join.")]]);
    let conversation = app.begin(STUDENT).await;
    let mut first = Sse::new(app.send(STUDENT, &conversation, "q1", "One").await);
    first.until("finish").await;
    // The stream of the first is still open.
    assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q2", "Two").await), "A join.");
    assert!(format!("{:?}", app.model.last_request().messages).contains("A key."));
    first.rest().await;
}

#[sqlx::test(migrations = false)]
async fn copies_of_a_message_to_which_an_old_answer_gives_way_are_all_answered_by_the_same(pool: PgPool) {
    let one = TestApp::start(pool).await;
    let other = one.second_instance(Setup::default());
    let both = [&one, &other];
    for app in both {
        keep_turns::start(&app.engine);
    }
    for round in 0..8 {
        for app in both {
            app.model.forget_replies();
        }
        let owner = both[round % 2];
        owner.model.will([vec![Text("Old"), Silence], vec![Text("New.")]]);
        both[(round + 1) % 2].model.will([vec![Text("New.")]]);
        let conversation = one.begin(STUDENT).await;
        let mut old = Sse::new(owner.send(STUDENT, &conversation, "q1", "Keys?").await);
        old.until("text-delta").await;
        drop(old);
        let copies = [0, 1, 0, 1].map(|at| both[at].send(STUDENT, &conversation, "q2", "Rows?"));
        for response in join_all(copies).await {
            assert_eq!(response.status(), 200, "{:?}", response.headers().get("x-error-code"));
            assert_eq!(text_of(&Sse::new(response).rest().await), "New.");
        }
        let turns = "select count(*) = 2 and bool_and(ended_at is not null) from chatbot.turns
            where conversation_id = $1::uuid";
        let once: bool = sqlx::query_scalar(turns).bind(&conversation).fetch_one(&one.pool).await.unwrap();
        assert!(once, "each is answered once");
    }
}

#[sqlx::test(migrations = false)]
async fn what_changes_while_something_gives_way_to_a_message_counts_for_it(pool: PgPool) {
    let app = TestApp::start(pool.clone()).await;
    for (change, status, code) in [
        (
            r#"jsonb_set(config, '{disclaimer}', '{"text": "It errs.", "version": 1}')"#,
            403,
            "disclaimer_not_accepted",
        ),
        ("jsonb_set(config - 'disclaimer', '{limits,message_characters}', '3')", 413, "message_too_long"),
    ] {
        app.model.forget_replies();
        app.model.will([vec![Text("Old"), Silence], vec![Text("New.")]]);
        let conversation = app.begin(STUDENT).await;
        let mut old = Sse::new(app.send(STUDENT, &conversation, "q1", "Keys?").await);
        old.until("text-delta").await;
        drop(old);
        // It gives way, and cannot be ended yet.
        let mut holding = pool.begin().await.unwrap();
        sqlx::query("select from chatbot.conversations for no key update")
            .execute(&mut *holding)
            .await
            .unwrap();
        let changing = async {
            app.until("select exists (select from pg_locks where not granted)").await;
            let change = format!("update chatbot.chatbots set config = {change}");
            sqlx::raw_sql(sqlx::AssertSqlSafe(change)).execute(&pool).await.unwrap();
            holding.rollback().await.unwrap();
        };
        let (refused, ()) = tokio::join!(app.send(STUDENT, &conversation, "q2", "Rows?"), changing);
        assert_eq!(
            (refused.status().as_u16(), &refused.headers()["x-error-code"]),
            (status, &code.parse().unwrap())
        );
        let back = "update chatbot.chatbots set config = jsonb_set(config - 'disclaimer', '{limits,message_characters}', '2000')";
        sqlx::query(back).execute(&pool).await.unwrap();
    }
    assert!(
        app.value::<bool>("select count(*) = 2 from chatbot.turns").await,
        "no refused message is stored"
    );
}

#[sqlx::test(migrations = false)]
async fn an_earlier_message_again_replays_its_own_answer_while_another_is_written(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let broken = Fault(ModelFault::BrokeOff("the line".into()));
    app.model.will([vec![Text("A key.")], vec![Text("Half"), broken], vec![Text("A join"), Gate, Text(".")]]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "One").await;
    app.ask(STUDENT, &conversation, "q2", "Another").await;
    let mut second = Sse::new(app.send(STUDENT, &conversation, "q3", "Two").await);
    second.until("text-delta").await;
    assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q1", "One").await), "A key.");
    let failed = app.ask(STUDENT, &conversation, "q2", "Another").await;
    assert_eq!(text_of(&failed), "Half");
    assert_eq!(failed.last().unwrap()["errorText"], ErrorCode::ModelInterrupted.sentence());
    assert_eq!(app.model.requests().len(), 3, "nothing is asked again");
    let path = format!("/chat/{conversation}/stream");
    let resumed = Sse::new(app.get(STUDENT, &path).send().await.unwrap());
    app.model.open_gate();
    assert_eq!(text_of(&resumed.rest().await), "A join.");
    assert_eq!(second.rest().await.last().unwrap()["type"], "finish");
}

#[sqlx::test(migrations = false)]
async fn a_message_between_the_last_word_and_the_end_waits_and_knows_what_was_said(pool: PgPool) {
    let app = TestApp::start(pool.clone()).await;
    app.model.will([vec![Text("A key."), Gate], vec![Text("A join.")]]);
    let conversation = app.begin(STUDENT).await;
    let mut first = Sse::new(app.send(STUDENT, &conversation, "q1", "One").await);
    first.until("text-delta").await;
    // The last word was said, and the end cannot be written yet.
    let mut holding = pool.begin().await.unwrap();
    sqlx::query("select from chatbot.conversations for no key update").execute(&mut *holding).await.unwrap();
    app.model.open_gate();
    app.until("select exists (select from pg_locks where not granted)").await;
    let asking = async || app.send(STUDENT, &conversation, "q2", "Two").await;
    let reading = async { while first.next().await.is_some() {} };
    tokio::select! {
        refused = asking() => assert_eq!(refused.status(), 409, "somebody still reads the first"),
        () = reading => panic!("the end was told before it was written"),
    }
    drop(first);
    let mut second = Box::pin(asking());
    let early = tokio::time::timeout(Duration::from_millis(600), &mut second).await;
    assert!(early.is_err(), "it waits for what was said to be stored");
    holding.rollback().await.unwrap();
    assert_eq!(text_of(&Sse::new(second.await).rest().await), "A join.");
    assert!(format!("{:?}", app.model.last_request().messages).contains("A key."));
    assert!(app.value::<bool>("select bool_and(state = 'finished') from chatbot.turns").await);
}

//! Several instances on one database: any of them shows a turn, stops it, and goes on with it when its own is gone.

use std::time::Duration;

use chatbot_engine::keep_turns;
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::lossy_wire::LossyWire;
use chatbot_tests::model::Step::{Call, Gate, Silence, Text};
use chatbot_tests::wire::{Sse, text_of};
use chatbot_tests::world::STUDENT;
use serde_json::json;
use sqlx::PgPool;
use sqlx::postgres::PgListener;

const SEARCH: &str = r#"{"query":"primary key"}"#;

/// Two instances that look after their turns.
async fn two(pool: PgPool) -> (TestApp, TestApp) {
    let one = TestApp::start(pool).await;
    let other = one.second_instance(Setup::default());
    keep_turns::start(&one.engine);
    keep_turns::start(&other.engine);
    (one, other)
}

#[sqlx::test(migrations = false)]
async fn another_instance_shows_a_running_answer_from_its_beginning_and_to_its_end(pool: PgPool) {
    let (one, other) = two(pool).await;
    one.model.will([
        vec![Text("Let me look. "), Call("course_material_search", SEARCH)],
        vec![Text("A primary key identifies every row of a table.【1】 Half"), Gate, Text(" and half.")],
    ]);
    let conversation = one.begin(STUDENT).await;
    let mut first = Sse::new(one.send(STUDENT, &conversation, "q1", "Keys?").await);
    first.until("data-citation").await;
    let path = format!("/chat/{conversation}/stream");
    let mut resumed = Sse::new(other.get(STUDENT, &path).send().await.unwrap());
    let message: String = one.value("select assistant_message_id::text from chatbot.turns").await;
    assert_eq!(resumed.until("start").await["messageId"], message);
    resumed.until("data-citation").await;
    one.model.open_gate();
    let (here, there) = (first.rest().await, resumed.rest().await);
    assert_eq!(there.last(), here.last(), "both see the same end");
    assert!(text_of(&there).ends_with(" and half."), "{there:?}");
    assert_eq!(other.get(STUDENT, &path).send().await.unwrap().status(), 204);
}

#[sqlx::test(migrations = false)]
async fn what_was_stored_although_its_writer_was_told_otherwise_is_shown_elsewhere_once_and_whole(
    pool: PgPool,
) {
    let other = TestApp::start(pool).await;
    let wire = LossyWire::to(&other.pool).await;
    let patient = Setup { most_unsaved: Some(Duration::from_hours(1)), ..Setup::default() };
    let one = other.second_instance_by(wire.pool(&other.pool).await, patient);
    keep_turns::start(&one.engine);
    keep_turns::start(&other.engine);
    one.model.will([vec![Gate, Text("First words"), Gate, Text(" and more."), Gate, Text(" The end.")]]);
    let conversation = one.begin(STUDENT).await;
    let mut here = Sse::new(one.send(STUDENT, &conversation, "q1", "Keys?").await);
    here.until("start").await;
    let path = format!("/chat/{conversation}/stream");
    let mut there = Sse::new(other.get(STUDENT, &path).send().await.unwrap());
    there.until("start").await;
    wire.lose_answer_to("\"delta\":\"First words\"");
    one.model.open_gate();
    wire.lost().await;
    // The other instance has read it, and will not read those numbers again.
    assert_eq!(there.until("text-delta").await["delta"], "First words");
    here.until("text-delta").await;
    one.model.open_gate();
    assert_eq!(here.until("text-delta").await["delta"], " and more.");
    wire.cut();
    one.model.open_gate();
    let (here, there) = (here.rest().await, there.rest().await);
    assert_eq!(text_of(&here), " The end.");
    assert_eq!(text_of(&there), " and more. The end.");
    let stored = "select string_agg(event ->> 'delta', '' order by first_seq, place)
         from chatbot.turn_events, jsonb_array_elements(events) with ordinality as e (event, place)";
    assert_eq!(one.value::<String>(stored).await, "First words and more. The end.");
}

#[sqlx::test(migrations = false)]
async fn stop_works_on_whichever_instance_it_arrives(pool: PgPool) {
    let (one, other) = two(pool).await;
    one.model.will([vec![Text("Half"), Silence]]);
    let conversation = one.begin(STUDENT).await;
    let mut stream = Sse::new(one.send(STUDENT, &conversation, "q1", "Keys?").await);
    stream.until("text-delta").await;
    let path = format!("/chat/{conversation}/stop");
    let asked_at = std::time::Instant::now();
    assert_eq!(other.post(STUDENT, &path, &json!({})).send().await.unwrap().status(), 202);
    assert_eq!(stream.rest().await.last().unwrap()["type"], "abort");
    let took = asked_at.elapsed();
    assert!(took < Duration::from_secs(1), "the model was listened to for {took:?}");
    assert!(one.value::<bool>("select state = 'stopped' from chatbot.turns").await);
    assert_eq!(one.model.open_streams(), 0);
}

#[sqlx::test(migrations = false)]
async fn a_new_message_at_another_instance_waits_for_readers_and_not_for_nobody(pool: PgPool) {
    let (one, other) = two(pool).await;
    one.model.will([vec![Text("Half"), Silence]]);
    let conversation = one.begin(STUDENT).await;
    let mut stream = Sse::new(one.send(STUDENT, &conversation, "q1", "Keys?").await);
    stream.until("text-delta").await;
    let asked_at = std::time::Instant::now();
    let refused = other.send(STUDENT, &conversation, "q2", "Two").await;
    assert_eq!(refused.status(), 409);
    let took = asked_at.elapsed();
    assert!(took < Duration::from_millis(1_500), "a refusal took {took:?}; readers are probed for 300 ms");
    assert!(refused.headers().contains_key("x-open-turn"));
    drop(stream);
    other.model.will([vec![Text("Two.")]]);
    assert_eq!(text_of(&other.ask(STUDENT, &conversation, "q2", "Two").await), "Two.");
    let history = format!("{:?}", other.model.last_request().messages);
    assert!(history.contains("Half"), "what was said before it gave way is kept: {history}");
}

#[sqlx::test(migrations = false)]
async fn what_a_new_message_was_refused_is_not_asked_of_whoever_hears_it_later(pool: PgPool) {
    // It lives, and hears nothing of what is asked of its turns.
    let deaf = TestApp::start(pool).await;
    let other = deaf.second_instance(Setup::default());
    deaf.model.will([vec![Text("Half"), Gate, Text(" and half.")]]);
    let conversation = deaf.begin(STUDENT).await;
    let mut stream = Sse::new(deaf.send(STUDENT, &conversation, "q1", "Keys?").await);
    stream.until("text-delta").await;
    drop(stream);
    let refused = other.send(STUDENT, &conversation, "q2", "Two").await;
    assert_eq!(refused.status(), 409);
    assert_eq!(refused.headers()["x-error-code"], "turn_in_progress");
    assert!(
        deaf.value::<bool>("select way_requested_at is null from chatbot.turns").await,
        "it is withdrawn"
    );
    keep_turns::hear(&deaf.engine).await.unwrap();
    deaf.model.open_gate();
    deaf.until("select ended_at is not null from chatbot.turns").await;
    assert!(deaf.value::<bool>("select state = 'finished' from chatbot.turns").await);
}

#[sqlx::test(migrations = false)]
async fn a_turn_whose_instance_is_gone_goes_on_between_the_rounds(pool: PgPool) {
    let one = TestApp::start(pool).await;
    one.model.will([vec![Call("course_material_search", SEARCH)], vec![Silence]]);
    let conversation = one.begin(STUDENT).await;
    let mut stream = Sse::new(one.send(STUDENT, &conversation, "q1", "Keys?").await);
    stream.until("finish-step").await;
    stream.until("start-step").await;
    one.until("select count(*) > 0 from chatbot.turn_events where events @> '[{\"event\": \"step_ended\"}]'")
        .await;
    let other = one.second_instance(Setup::default());
    keep_turns::start(&other.engine);
    let path = format!("/chat/{conversation}/stream");
    let resumed = Sse::new(other.get(STUDENT, &path).send().await.unwrap());
    other.model.will([vec![Text("A primary key identifies every row of a table.【1】")]]);
    other.take_over_all().await;
    let chunks = resumed.rest().await;
    assert_eq!(text_of(&chunks), "A primary key identifies every row of a table.");
    assert_eq!(chunks.last().unwrap()["type"], "finish");
    let request = other.model.last_request();
    assert!(format!("{:?}", request.messages).contains("identifies every row"), "the result is known");
    assert!(one.value::<bool>("select requests = 3 and epoch = 2 from chatbot.turns").await);
    // The old owner comes back: it may write nothing.
    keep_turns::renew(&one.engine).await.unwrap();
    stream.rest().await;
    assert!(one.value::<bool>("select state = 'finished' and epoch = 2 from chatbot.turns").await);
    let stored = other.read(STUDENT, &conversation).await;
    assert_eq!(stored["messages"].as_array().unwrap().len(), 2);
    assert_eq!(stored["messages"][1]["metadata"]["state"], "finished");
}

#[sqlx::test(migrations = false)]
async fn a_reply_that_had_shown_nothing_is_asked_for_again_and_one_that_had_is_ended(pool: PgPool) {
    for (shown, state) in [(vec![Silence], "finished"), (vec![Text("Half"), Silence], "interrupted")] {
        let is_first = state == "finished";
        let one =
            if is_first { TestApp::start(pool.clone()).await } else { TestApp::start_again(pool.clone()) };
        one.model.will([shown]);
        let conversation = one.begin(STUDENT).await;
        let mut stream = Sse::new(one.send(STUDENT, &conversation, "q1", "Keys?").await);
        stream.until(if is_first { "start-step" } else { "text-delta" }).await;
        one.until(
            "select exists (select from chatbot.turn_events e join chatbot.turns t on t.id = e.turn_id
                   where t.ended_at is null and e.events @> '[{\"event\": \"step_started\"}]')",
        )
        .await;
        if !is_first {
            one.until("select exists (select from chatbot.turn_events where events::text like '%Half%')")
                .await;
        }
        let other = one.second_instance(Setup::default());
        other.model.will([vec![Text("Whole.")]]);
        other.take_over_all().await;
        other.until("select bool_and(ended_at is not null) from chatbot.turns").await;
        let last: String = other
            .value("select state::text from chatbot.turns order by created_at desc, id desc limit 1")
            .await;
        assert_eq!(last, state);
        let stored = other.read(STUDENT, &conversation).await;
        let answer = stored["messages"][1]["parts"].to_string();
        assert!(answer.contains(if is_first { "Whole." } else { "Half" }), "{answer}");
        other.model.forget_replies();
        other.model.will([vec![Text("Next.")]]);
        assert_eq!(text_of(&other.ask(STUDENT, &conversation, "q2", "Two").await), "Next.");
    }
}

#[sqlx::test(migrations = false)]
async fn a_server_that_goes_down_lets_answers_end_and_leaves_the_rest_to_others(pool: PgPool) {
    let one = TestApp::start(pool).await;
    one.model.will([vec![Text("Half"), Gate, Text(" and half.")]]);
    let conversation = one.begin(STUDENT).await;
    let mut stream = Sse::new(one.send(STUDENT, &conversation, "q1", "Keys?").await);
    stream.until("text-delta").await;
    let stopping = one.engine.shut_down(Duration::from_secs(10));
    let ending = async {
        let other = one.begin(STUDENT).await;
        let refused = one.send(STUDENT, &other, "q1", "New").await;
        assert_eq!(refused.status(), 503, "no new turns");
        assert_eq!(refused.headers()["x-error-code"], "server_restarting");
        assert_eq!(refused.headers()["retry-after"], "2");
        let sentence = refused.text().await.unwrap();
        assert_eq!(sentence, "The server is restarting; please send it again in a moment.");
        one.model.open_gate();
        stream.rest().await
    };
    let ((), chunks) = futures_util::future::join(stopping, ending).await;
    assert_eq!(chunks.last().unwrap()["type"], "finish");

    let two = one.second_instance(Setup::default());
    two.model.will([vec![Call("course_material_search", SEARCH)], vec![Silence]]);
    let mut stream = Sse::new(two.send(STUDENT, &conversation, "q2", "More?").await);
    stream.until("tool-output-available").await;
    stream.until("start-step").await;
    two.engine.shut_down(std::time::Duration::ZERO).await;
    stream.rest().await;
    let three = two.second_instance(Setup::default());
    three.model.will([vec![Text("More.")]]);
    assert_eq!(
        chatbot_engine::take_over::take_over(&three.engine).await.unwrap(),
        1,
        "at once, without a wait"
    );
    three.until("select bool_and(state = 'finished') from chatbot.turns").await;
}

#[sqlx::test(migrations = false)]
async fn a_page_whose_server_goes_down_in_the_middle_of_a_sentence_is_told_in_good_form(pool: PgPool) {
    let one = TestApp::start(pool).await;
    one.model.will([vec![Text("Half"), Silence]]);
    let conversation = one.begin(STUDENT).await;
    let mut stream = Sse::new(one.send(STUDENT, &conversation, "q1", "Keys?").await);
    stream.until("text-delta").await;
    one.engine.shut_down(std::time::Duration::ZERO).await;
    let chunks = stream.rest().await;
    let kinds: Vec<&str> = chunks.iter().map(|chunk| chunk["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["text-end", "finish-step", "message-metadata", "error"]);
}

#[sqlx::test(migrations = false)]
async fn a_message_that_is_written_while_the_server_goes_down_waits_for_no_lease(pool: PgPool) {
    let one = TestApp::start(pool.clone()).await;
    let conversation = one.begin(STUDENT).await;
    let mut holding = pool.begin().await.unwrap();
    sqlx::query("lock table chatbot.messages in share mode").execute(&mut *holding).await.unwrap();
    let writing = one.send(STUDENT, &conversation, "q1", "Keys?");
    let going_down = async {
        one.until("select exists (select from pg_locks where not granted)").await;
        one.engine.shut_down(std::time::Duration::from_secs(10)).await;
        holding.rollback().await.unwrap();
    };
    let (accepted, ()) = futures_util::future::join(writing, going_down).await;
    assert_eq!(accepted.status(), 200);
    let other = one.second_instance(Setup::default());
    other.model.will([vec![Text("Keys.")]]);
    let began = std::time::Instant::now();
    // What is being stored of it at the moment comes first.
    while chatbot_engine::take_over::take_over(&other.engine).await.unwrap() == 0 {
        assert!(began.elapsed() < std::time::Duration::from_secs(5), "its lease would be over in ten");
    }
    other.until("select bool_and(state = 'finished') from chatbot.turns").await;
}

#[sqlx::test(migrations = false)]
async fn a_turn_is_over_only_when_what_it_showed_is_there_for_other_instances(pool: PgPool) {
    let (one, other) = two(pool.clone()).await;
    one.model.will([vec![Text("Half"), Gate, Text(" and half.")]]);
    let conversation = one.begin(STUDENT).await;
    let mut first = Sse::new(one.send(STUDENT, &conversation, "q1", "Keys?").await);
    first.until("text-delta").await;
    let path = format!("/chat/{conversation}/stream");
    let mut resumed = Sse::new(other.get(STUDENT, &path).send().await.unwrap());
    resumed.until("text-delta").await;
    let mut holding = pool.begin().await.unwrap();
    sqlx::query("lock table chatbot.turn_events in share mode").execute(&mut *holding).await.unwrap();
    one.model.open_gate();
    one.until("select exists (select from pg_locks where not granted)").await;
    assert!(one.value::<bool>("select ended_at is null from chatbot.turns").await);
    holding.rollback().await.unwrap();
    assert_eq!(text_of(&resumed.rest().await), " and half.");
    first.rest().await;
}

#[sqlx::test(migrations = false)]
async fn a_piece_that_is_larger_than_any_notification_reaches_other_instances(pool: PgPool) {
    let (one, other) = two(pool).await;
    let large: &'static str = Box::leak("long ".repeat(4_000).into_boxed_str());
    one.model.will([vec![Text("So: "), Gate, Text(large), Text("End.")]]);
    let conversation = one.begin(STUDENT).await;
    let mut first = Sse::new(one.send(STUDENT, &conversation, "q1", "Keys?").await);
    first.until("text-delta").await;
    let path = format!("/chat/{conversation}/stream");
    let resumed = Sse::new(other.get(STUDENT, &path).send().await.unwrap());
    one.model.open_gate();
    assert_eq!(text_of(&resumed.rest().await), format!("So: {large}End."));
    first.rest().await;
}

#[sqlx::test(migrations = false)]
async fn a_reader_at_another_instance_keeps_a_new_message_waiting_at_the_owner_too(pool: PgPool) {
    let (one, other) = two(pool).await;
    one.model.will([vec![Text("Half"), Gate, Text(" and half.")]]);
    let conversation = one.begin(STUDENT).await;
    let mut first = Sse::new(one.send(STUDENT, &conversation, "q1", "Keys?").await);
    first.until("text-delta").await;
    let path = format!("/chat/{conversation}/stream");
    let mut elsewhere = Sse::new(other.get(STUDENT, &path).send().await.unwrap());
    elsewhere.until("text-delta").await;
    drop(first);
    assert_eq!(one.send(STUDENT, &conversation, "q2", "Two").await.status(), 409);
    one.model.open_gate();
    assert_eq!(elsewhere.rest().await.last().unwrap()["type"], "finish");
}

#[sqlx::test(migrations = false)]
async fn the_same_message_at_two_instances_at_once_is_one_turn(pool: PgPool) {
    let (one, other) = two(pool).await;
    for round in 0..5 {
        let conversation = one.begin(STUDENT).await;
        for app in [&one, &other] {
            app.model.forget_replies();
            app.model.will([vec![Text("One.")]]);
        }
        let (here, there) = futures_util::future::join(
            one.ask(STUDENT, &conversation, "q1", "Hi"),
            other.ask(STUDENT, &conversation, "q1", "Hi"),
        )
        .await;
        assert_eq!((text_of(&here), text_of(&there)), ("One.".to_owned(), "One.".to_owned()));
        assert_eq!(one.model.requests().len() + other.model.requests().len(), round + 1);
    }
}

#[sqlx::test(migrations = false)]
async fn a_stream_whose_owner_died_ends_well_formed(pool: PgPool) {
    let one = TestApp::start(pool).await;
    one.model.will([vec![Text("Half"), Silence]]);
    let conversation = one.begin(STUDENT).await;
    let mut stream = Sse::new(one.send(STUDENT, &conversation, "q1", "Keys?").await);
    stream.until("text-delta").await;
    one.until("select exists (select from chatbot.turn_events where events::text like '%Half%')").await;
    let other = one.second_instance(Setup::default());
    keep_turns::start(&other.engine);
    let path = format!("/chat/{conversation}/stream");
    let resumed = Sse::new(other.get(STUDENT, &path).send().await.unwrap());
    other.take_over_all().await;
    let chunks = resumed.rest().await;
    let kinds: Vec<&str> = chunks.iter().map(|chunk| chunk["type"].as_str().unwrap()).collect();
    assert_eq!(kinds[0], "start");
    assert_eq!(kinds[kinds.len() - 4..], ["text-end", "finish-step", "message-metadata", "error"]);
}

#[sqlx::test(migrations = false)]
async fn the_logs_of_ended_turns_are_forgotten_however_many_there_are(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([vec![Text("Old.")], vec![Text("New.")]]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "Keys?").await;
    app.until("select count(*) > 0 from chatbot.turn_events").await;
    sqlx::raw_sql(
        "insert into chatbot.turn_events
             (turn_id, first_seq, last_seq, epoch, version, events, created_at)
         select e.turn_id, 1000 + n, 1000 + n, e.epoch, e.version, e.events, e.created_at
         from (select * from chatbot.turn_events limit 1) e, generate_series(1, 25000) n;
         update chatbot.turns set ended_at = ended_at - interval '2 days'",
    )
    .execute(&app.pool)
    .await
    .unwrap();
    app.ask(STUDENT, &conversation, "q2", "Rows?").await;
    app.until("select count(distinct turn_id) = 2 from chatbot.turn_events").await;
    keep_turns::prune(&app.engine).await.unwrap();
    let left = "select count(*) > 0 and bool_and(t.ended_at > '2026-09-01')
                from chatbot.turn_events e join chatbot.turns t on t.id = e.turn_id";
    assert!(app.value::<bool>(left).await, "what is not a day old stays");
}

/// How many notifications came since the last time, all of them without a word.
async fn heard(listener: &mut PgListener, pool: &PgPool) -> usize {
    sqlx::query("select pg_notify('chatbot_turns', 'mark')").execute(pool).await.unwrap();
    let mut count = 0;
    loop {
        match listener.recv().await.unwrap().payload() {
            "mark" => return count,
            payload => assert_eq!(payload, "", "what was written is read from its table"),
        }
        count += 1;
    }
}

#[sqlx::test(migrations = false)]
async fn instances_are_woken_only_while_somebody_reads_there_what_another_writes(pool: PgPool) {
    let (one, other) = two(pool.clone()).await;
    let mut listener = PgListener::connect_with(&pool).await.unwrap();
    listener.listen("chatbot_turns").await.unwrap();
    one.model.will([vec![Text("A key.")], vec![Text("A row"), Gate, Text(" and another.")]]);
    let conversation = one.begin(STUDENT).await;
    one.ask(STUDENT, &conversation, "q1", "Keys?").await;
    one.until("select exists (select from chatbot.turn_events where events::text like '%ended%')").await;
    assert_eq!(heard(&mut listener, &pool).await, 0);
    let _first = one.send(STUDENT, &conversation, "q2", "Rows?").await;
    let path = format!("/chat/{conversation}/stream");
    let mut resumed = Sse::new(other.get(STUDENT, &path).send().await.unwrap());
    resumed.until("text-delta").await;
    one.until("select remote_readers_until > clock_timestamp() from chatbot.turns where ended_at is null")
        .await;
    heard(&mut listener, &pool).await;
    one.model.open_gate();
    assert_eq!(text_of(&resumed.rest().await), " and another.");
    assert!(heard(&mut listener, &pool).await > 0);
}

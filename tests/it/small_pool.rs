//! Streams need no connections: a pool of four serves hundreds of them.

use std::time::{Duration, Instant};

use chatbot_engine::{keep_turns, readiness};
use chatbot_tests::app::TestApp;
use chatbot_tests::model::Step::{Gate, Text};
use chatbot_tests::wire::{Sse, text_of};
use chatbot_tests::world::STUDENT;
use futures_util::future::join_all;
use futures_util::{StreamExt, stream};
use serde_json::json;
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;

const STREAMS: usize = 500;

#[sqlx::test(migrations = false)]
async fn five_hundred_streams_on_four_connections_end_and_keep_nobody_waiting(pool: PgPool) {
    let options = (*pool.connect_options()).clone();
    let few = PgPoolOptions::new().max_connections(4).connect_with(options).await.unwrap();
    let app = TestApp::start(few).await;
    keep_turns::start(&app.engine);
    app.model.will((0..STREAMS).map(|_| vec![Text("Slow"), Gate, Text(" answer.")]));
    let (story, first) = (&app, app.begin(STUDENT).await);
    let open = |conversation: String| async move {
        let mut answer = Sse::new(story.send(STUDENT, &conversation, "q1", "Keys?").await);
        answer.until("text-delta").await;
        answer
    };
    let conversations = conversations_like(&app, &first).await;
    let open: Vec<Sse> = stream::iter(conversations).map(open).buffer_unordered(50).collect().await;
    assert_eq!(app.model.open_streams(), STREAMS);

    let asked_at = Instant::now();
    assert_eq!(readiness::lacks(&app.engine).await, []);
    app.model.will([vec![Text("Quick.")]]);
    let conversation = app.begin(STUDENT).await;
    assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q1", "And now?").await), "Quick.");
    let took = asked_at.elapsed();
    assert!(took < Duration::from_secs(3), "a message among {STREAMS} streams took {took:?}");
    assert_eq!(app.model.open_streams(), STREAMS, "all of them were open all the time");

    (0..STREAMS).for_each(|_| app.model.open_gate());
    let ends = stream::iter(open).map(Sse::rest).buffer_unordered(STREAMS);
    let ends: Vec<_> = ends.collect().await;
    assert_eq!(ends.len(), STREAMS);
    for chunks in &ends {
        assert_eq!(chunks.last().unwrap()["type"], "finish");
    }
    assert!(app.value::<bool>("select bool_and(state = 'finished') from chatbot.turns").await);
    assert_eq!(app.pool.size(), 4);
}

/// So many conversations of the same student, made at once.
async fn conversations_like(app: &TestApp, first: &str) -> Vec<String> {
    sqlx::query_scalar(
        "insert into chatbot.conversations 
             (id, chatbot_id, student_id, title, title_source, created_at, updated_at)
         select gen_random_uuid(), chatbot_id, student_id, title, title_source, created_at, updated_at
         from chatbot.conversations, generate_series(1, $2) where id = $1::uuid
         returning id::text",
    )
    .bind(first)
    .bind(i32::try_from(STREAMS).unwrap())
    .fetch_all(&app.pool)
    .await
    .unwrap()
}

/// Answers to calls wait for the one before them, and it needs a connection.
#[sqlx::test(migrations = false)]
async fn many_answers_at_once_leave_a_connection_for_the_message_that_they_wait_for(pool: PgPool) {
    let options = (*pool.connect_options()).clone();
    let few = PgPoolOptions::new().max_connections(4).connect_with(options).await.unwrap();
    let app = TestApp::start(few).await;
    let conversation = app.begin(STUDENT).await;
    let part = json!({"type": "tool-x", "toolCallId": "1", "state": "output-available", "output": 1});
    let message = json!({"id": "a1", "role": "assistant", "parts": [part]});
    let body = json!({"id": conversation, "trigger": "submit-message", "messages": [message]});
    for round in 0..5 {
        app.model.will([vec![Text("Quick.")]]);
        let answers = join_all((0..20).map(|_| app.post(STUDENT, "/chat", &body).send()));
        let id = format!("q{round}");
        let (answers, asked) = tokio::join!(answers, app.ask(STUDENT, &conversation, &id, "Keys?"));
        assert_eq!(text_of(&asked), "Quick.");
        for answer in answers {
            assert!(answer.unwrap().status().is_client_error(), "nothing waits for it");
        }
    }
}

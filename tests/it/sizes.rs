//! Far too much of something: it is refused with its limit, or costs no more than little of it.

use std::time::Duration;

use chatbot_core::model::ModelMessage;
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{Gate, Text};
use chatbot_tests::wire::{Sse, text_of};
use chatbot_tests::world::STUDENT;
use serde_json::{Value, json};
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

#[sqlx::test(migrations = false)]
async fn a_megabyte_of_a_message_is_refused_with_the_limit_that_pages_know(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    let limit = app.read(STUDENT, &conversation).await["limits"]["messageCharacters"].as_u64().unwrap();
    for characters in [1 << 20, limit + 1] {
        let long = "x".repeat(usize::try_from(characters).unwrap());
        let refused = app.send(STUDENT, &conversation, "q1", &long).await;
        assert_eq!(refused.status(), 413);
        assert_eq!(refused.headers()["x-error-code"], "message_too_long");
        assert!(refused.text().await.unwrap().contains(&limit.to_string()));
    }
    assert!(app.value::<bool>("select count(*) = 0 from chatbot.messages").await);
    app.model.will([vec![Text("Long.")]]);
    let longest = "x".repeat(usize::try_from(limit).unwrap());
    assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q1", &longest).await), "Long.");
}

/// The head of a request with a body of so many bytes.
fn head(app: &TestApp, verb: &str, path: &str, length: usize) -> Vec<u8> {
    let head = format!(
        "{verb} {} HTTP/1.1\r\nhost: course.example\r\nauthorization: Bearer {STUDENT}\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n",
        app.path(path)
    );
    head.into_bytes()
}

/// A request whose body never comes whole: its head, and the first of so many bytes.
fn unfinished(app: &TestApp, verb: &str, path: &str, length: usize) -> Vec<u8> {
    [head(app, verb, path, length), b"{".to_vec()].concat()
}

#[sqlx::test(migrations = false)]
async fn a_body_that_does_not_arrive_in_time_is_refused_and_its_connection_closed(pool: PgPool) {
    let hasty = Setup { body_time: Some(Duration::from_millis(50)), ..Setup::default() };
    let app = TestApp::start_with(pool, hasty).await;
    let conversation = app.begin(STUDENT).await;
    for (verb, path) in [("POST", "/chat".to_owned()), ("PATCH", format!("/conversations/{conversation}"))] {
        let mut socket = TcpStream::connect(app.socket_address()).await.unwrap();
        socket.write_all(&unfinished(&app, verb, &path, 1_000)).await.unwrap();
        let mut answer = String::new();
        // To the end: nothing more of it is waited for.
        socket.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
        assert!(answer.contains("x-error-code: request_timeout"), "{answer}");
    }
}

#[sqlx::test(migrations = false)]
async fn only_messages_may_have_large_bodies(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    let path = format!("/conversations/{conversation}");
    let blanks = " ".repeat(600 << 10);
    for (path, body, status) in [
        (path.as_str(), format!("{{\"title\":\"Keys\"{blanks}}}"), 413),
        (path.as_str(), format!("{{\"title\":\"Keys\"{}}}", &blanks[..1 << 10]), 200),
    ] {
        let request = app.request(STUDENT, reqwest::Method::PATCH, path);
        let answer = request.header("content-type", "application/json").body(body).send().await.unwrap();
        assert_eq!(answer.status(), status);
    }
}

/// More than any page shows and any model is told, and far from all.
const MOST_OF_A_PAGE: i64 = 500;
const MOST_OF_A_TURN: i64 = 5_000;

/// What sessions have read of the tables of conversations: rows one after the other, and entries of indexes.
const READ: &str = "with of_conversations as (
        select unnest(array['messages', 'turns', 'rounds', 'tool_calls', 'turn_events', 'citations']) as name)
    select ((select sum(seq_tup_read) from pg_stat_user_tables
             where schemaname = 'chatbot' and relname in (select name from of_conversations))
          + (select sum(idx_tup_read) from pg_stat_user_indexes
             where schemaname = 'chatbot' and relname in (select name from of_conversations)))::bigint";
/// A session has told of all that it read when it is gone.
const ALL_TOLD: &str = "select not exists (select from pg_stat_activity
    where datname = current_database() and application_name = 'measured')";

/// Connections whose reading is known once they are closed.
async fn measured(pool: &PgPool) -> PgPool {
    let options = (*pool.connect_options()).clone().application_name("measured");
    PgPoolOptions::new().max_connections(5).connect_with(options).await.unwrap()
}

/// Closes them; gives what was read ever.
async fn read_by(measured: PgPool, pool: &PgPool) -> i64 {
    measured.close().await;
    let deadline = tokio::time::Instant::now() + Duration::from_secs(20);
    while !sqlx::query_scalar::<_, bool>(ALL_TOLD).fetch_one(pool).await.unwrap() {
        assert!(tokio::time::Instant::now() < deadline, "a session does not end");
    }
    sqlx::query_scalar(READ).fetch_one(pool).await.unwrap()
}

/// Copies a conversation's only question and answer to 100,000 messages.
const GROW: &str = "insert into chatbot.messages
    select copy.* from chatbot.messages m, generate_series(1, 49999) n,
         lateral jsonb_populate_record(m, jsonb_build_object(
             'id', md5(m.role || n), 'client_id', m.role || n, 'order_number', m.order_number + 2 * n)) copy;
    insert into chatbot.turns
    select copy.* from chatbot.turns t, generate_series(1, 49999) n,
         lateral jsonb_populate_record(t, jsonb_build_object(
             'id', md5('turn' || n), 'user_message_id', md5('user' || n),
             'assistant_message_id', md5('assistant' || n))) copy;
    insert into chatbot.rounds
    select copy.* from chatbot.rounds r, generate_series(1, 49999) n,
         lateral jsonb_populate_record(r, jsonb_build_object(
             'id', md5('round' || n), 'turn_id', md5('turn' || n))) copy;
    analyze chatbot.messages, chatbot.turns, chatbot.rounds";

#[sqlx::test(migrations = false)]
async fn of_a_hundred_thousand_messages_a_page_and_a_turn_read_only_the_last_ones(pool: PgPool) {
    let growing = measured(&pool).await;
    let app = TestApp::start(growing.clone()).await;
    app.model.will([vec![Text("An answer.")]]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "first", "A question").await;
    sqlx::raw_sql(GROW).execute(&growing).await.unwrap();
    let mut before = read_by(growing, &pool).await;
    let mut read_since = |now: i64| now - std::mem::replace(&mut before, now);

    let own = measured(&pool).await;
    let looking = app.second_instance_by(own.clone(), Setup::default());
    let newest = looking.read(STUDENT, &conversation).await;
    assert_eq!(newest["hasEarlier"], true);
    assert_eq!(newest["messages"].as_array().unwrap().len(), 50);
    let path =
        format!("/conversations/{conversation}?before={}", newest["messages"][0]["id"].as_str().unwrap());
    let older: Value = looking.get(STUDENT, &path).send().await.unwrap().json().await.unwrap();
    assert_eq!(older["messages"].as_array().unwrap().len(), 50);
    let of_pages = read_since(read_by(own, &pool).await);
    assert!(of_pages < 2 * MOST_OF_A_PAGE, "two pages read {of_pages} rows");

    let own = measured(&pool).await;
    let asking = app.second_instance_by(own.clone(), Setup::default());
    asking.model.will([vec![Text("So.")]]);
    assert_eq!(text_of(&asking.ask(STUDENT, &conversation, "last", "And now?").await), "So.");
    let told = asking.model.last_request().messages;
    let questions = told.iter().filter(|message| matches!(message, ModelMessage::User(_)));
    assert_eq!(questions.count(), 200, "as many as any model is told");
    let of_turn = read_since(read_by(own, &pool).await);
    assert!(of_turn < MOST_OF_A_TURN, "a turn reads {of_turn} rows");
    println!("of 100,000 messages: two pages read {of_pages} rows, a turn {of_turn}");
}

#[sqlx::test(migrations = false)]
async fn a_reader_that_takes_nothing_slows_neither_the_turn_nor_another_reader(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let piece: &'static str = Box::leak("word ".repeat(20_000).into_boxed_str());
    app.model.will([std::iter::once(Gate).chain(std::iter::repeat_n(Text(piece), 30)).collect::<Vec<_>>()]);
    let conversation = app.begin(STUDENT).await;
    let message = json!({"id": "q1", "role": "user", "parts": [{"type": "text", "text": "Words?"}]});
    let body = json!({"id": conversation, "message": message}).to_string();
    // What is on the way is less than the answer.
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let mut socket = socket.connect(app.socket_address().parse().unwrap()).await.unwrap();
    socket.write_all(&head(&app, "POST", "/chat", body.len())).await.unwrap();
    socket.write_all(body.as_bytes()).await.unwrap();
    app.until("select exists (select from chatbot.turns where requests = 1)").await;
    let path = format!("/chat/{conversation}/stream");
    let other = Sse::new(app.get(STUDENT, &path).send().await.unwrap());
    app.model.open_gate();
    assert_eq!(text_of(&other.rest().await).len(), 30 * piece.len() - 1, "all but the last blank");
    app.until("select bool_and(state = 'finished') from chatbot.turns").await;
    drop(socket);
}

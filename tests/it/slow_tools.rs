//! Tools that take too long in the database: Postgres gives them up as well. Tools that wait elsewhere hold nothing.

use std::sync::Arc;
use std::time::Duration;

use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::elsewhere::Elsewhere;
use chatbot_tests::model::Step::{Call, Text};
use chatbot_tests::unruly::Unruly;
use chatbot_tests::wire::{Sse, text_of};
use chatbot_tests::world::{STUDENT, config};
use chatbot_tools::toolset;
use futures_util::future::join_all;
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;

#[sqlx::test(migrations = false)]
async fn a_reading_tool_that_takes_too_long_leaves_no_statement_and_no_lost_connection(pool: PgPool) {
    // One connection: whatever is left on it is in everybody's way.
    let options = (*pool.connect_options()).clone();
    let only = PgPoolOptions::new().max_connections(1).connect_with(options).await.unwrap();
    let mut slow = config();
    slow.allowed_tools = vec!["unruly".into()];
    let setup = Setup {
        config: Some(slow),
        more_tools: vec![Arc::new(toolset![Unruly].unwrap())],
        ..Setup::default()
    };
    let app = TestApp::start_with(only, setup).await;
    app.model.will([vec![Call("unruly", r#"{"how":"sleep","page":null}"#)], vec![Text("It took too long.")]]);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "Sleep").await;
    assert_eq!(text_of(&chunks), "It took too long.");
    let told = format!("{:?}", app.model.last_request().messages.last());
    assert!(told.contains("the tool took too long"), "{told}");
    let asleep: i64 = sqlx::query_scalar(
        "select count(*) from pg_stat_activity where datname = current_database() and state = 'active'
           and query like 'select pg_sleep%'",
    )
    .fetch_one(&pool)
    .await
    .unwrap();
    assert_eq!(asleep, 0);
    let limit: String = app.value("show statement_timeout").await;
    assert_eq!(limit, "0", "the limit ended with the call");
}

/// So many turns at a time whose tools wait.
const TURNS: usize = 50;

#[sqlx::test(migrations = false)]
async fn fifty_turns_whose_tools_wait_elsewhere_hold_no_connection_and_keep_nobody_waiting(pool: PgPool) {
    let options = (*pool.connect_options()).clone().application_name("five");
    let five = PgPoolOptions::new().max_connections(5).connect_with(options).await.unwrap();
    let elsewhere = Elsewhere::reading();
    let app = TestApp::start_with(five, elsewhere.setup()).await;
    app.model.will((0..TURNS).map(|_| vec![Call("elsewhere", r#"{"what":"slow"}"#)]));
    let (mut conversations, mut streams) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        let conversation = app.begin(STUDENT).await;
        streams.push(Sse::new(app.send(STUDENT, &conversation, "q1", "Keys?").await));
        conversations.push(conversation);
    }
    elsewhere.until_begun(TURNS).await;

    // Seen from outside: none of the five is in a transaction, or does anything.
    let at_rest = "select count(*) between 1 and 5 and bool_and(state = 'idle') from pg_stat_activity
        where datname = current_database() and application_name = 'five'";
    let deadline = tokio::time::Instant::now() + Duration::from_secs(10);
    while !sqlx::query_scalar::<_, bool>(at_rest).fetch_one(&pool).await.unwrap() {
        assert!(tokio::time::Instant::now() < deadline, "a connection is held while tools wait");
    }
    assert_eq!(elsewhere.begun().len(), TURNS, "and all of them wait still");
    for conversation in &conversations {
        assert!(app.read(STUDENT, conversation).await["openTurnId"].is_string());
    }
    app.model.will([vec![Text("Quick.")]]);
    let conversation = app.begin(STUDENT).await;
    assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q1", "And now?").await), "Quick.");
    let waiting = "select count(*) = 50 from chatbot.turns where state = 'dispatching'";
    assert!(app.value::<bool>(waiting).await, "it overtook all of them");

    app.model.will((0..TURNS).map(|_| vec![Text("Done.")]));
    elsewhere.let_back(TURNS);
    for chunks in join_all(streams.into_iter().map(Sse::rest)).await {
        assert_eq!((text_of(&chunks).as_str(), &chunks.last().unwrap()["type"]), ("Done.", &"finish".into()));
    }
    assert!(app.value::<bool>("select bool_and(state = 'finished') from chatbot.turns").await);
    assert!(app.pool.size() <= 5);
}

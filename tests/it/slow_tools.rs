//! Tools that take too long in the database: Postgres gives them up as well.

use std::sync::Arc;

use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{Call, Text};
use chatbot_tests::unruly::Unruly;
use chatbot_tests::wire::text_of;
use chatbot_tests::world::{STUDENT, config};
use chatbot_tools::toolset;
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

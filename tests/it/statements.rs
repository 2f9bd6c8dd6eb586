//! What a turn asks of the database is the same whatever lies behind it.

use std::collections::BTreeMap;

use chatbot_tests::app::TestApp;
use chatbot_tests::model::Step::{Call, Text};
use chatbot_tests::wire::text_of;
use chatbot_tests::world::STUDENT;
use sqlx::PgPool;

use crate::history::Logged;

/// How often each statement that reads was run; how often what comes of a reply is stored is a matter of time.
fn reads(log: &str) -> BTreeMap<String, usize> {
    let mut reads = BTreeMap::new();
    for line in log.lines() {
        let Some((_, statement)) = line.split_once("summary=\"") else { continue };
        let begins = statement.trim_start().to_lowercase();
        if (begins.starts_with("select") || begins.starts_with("with")) && !line.contains("turn_events") {
            let (summary, _) = statement.split_once('"').unwrap();
            *reads.entry(summary.to_owned()).or_default() += 1;
        }
    }
    reads
}

/// A turn that searches, answers and cites.
async fn turn(app: &TestApp, conversation: &str, id: &str) {
    app.model.will([
        vec![Call("course_material_search", r#"{"query":"identifies every row"}"#)],
        vec![Text("A primary key identifies every row of a table.【1】")],
    ]);
    let chunks = app.ask(STUDENT, conversation, id, "What is a key?").await;
    assert_eq!(text_of(&chunks), "A primary key identifies every row of a table.");
}

#[sqlx::test(migrations = false)]
async fn a_turn_asks_the_database_as_often_in_a_long_conversation_as_in_a_short_one(pool: PgPool) {
    let logged = Logged::start();
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    turn(&app, &conversation, "q1").await;
    turn(&app, &conversation, "q2").await;
    logged.text();
    turn(&app, &conversation, "q3").await;
    let of_short = reads(&logged.text());
    for number in 4..30 {
        turn(&app, &conversation, &format!("q{number}")).await;
    }
    logged.text();
    turn(&app, &conversation, "q30").await;
    let of_long = reads(&logged.text());
    assert!(of_short.values().sum::<usize>() > 10, "{of_short:#?}");
    assert_eq!(of_short, of_long);
}

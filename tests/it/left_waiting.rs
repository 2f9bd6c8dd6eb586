//! A turn that waited and whose student said something else: what it had cited stays its own.

use std::sync::Arc;

use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::asking::AskStudent;
use chatbot_tests::model::Step::{Call, Text};
use chatbot_tests::world::{ADMIN, STUDENT, config};
use chatbot_tools::{ToolSet, toolset};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::manage::body;

const ASK: &str = r#"{"question":"Which one?","choices":["rows","columns"]}"#;

/// What each turn's calls brought, and what became of it.
const BROUGHT: &str = "select jsonb_agg(to_jsonb(c) order by c.id) from chatbot.citations c
    where turn_id = (select id from chatbot.turns order by created_at, id limit 1)";

fn parts<'m>(message: &'m Value, kind: &str) -> Vec<&'m Value> {
    message["parts"].as_array().unwrap().iter().filter(|part| part["type"] == kind).collect()
}

#[sqlx::test(migrations = false)]
async fn what_an_unanswered_turn_cited_stays_with_it_when_something_else_is_said(pool: PgPool) {
    let mut config = config();
    config.allowed_tools.push("ask_student".into());
    let more_tools: Vec<Arc<dyn ToolSet>> = vec![Arc::new(toolset![client AskStudent].unwrap())];
    let app = TestApp::start_with(pool, Setup { config: Some(config), more_tools, ..Setup::default() }).await;
    app.model.will([
        vec![Call("course_material_search", r#"{"query":"identifies every row"}"#)],
        vec![
            Text("A primary key identifies every row of a table.【1】 Which do you mean?"),
            Call("ask_student", ASK),
        ],
        vec![Call("course_material_search", r#"{"query":"foreign key points"}"#)],
        vec![Text("A foreign key points at the primary key of another table.【1】")],
    ]);
    let conversation = app.begin(STUDENT).await;
    let waiting = app.ask(STUDENT, &conversation, "q1", "Keys?").await;
    assert_eq!(waiting.last().unwrap()["finishReason"], "tool-calls");
    let brought: Value = app.value(BROUGHT).await;
    assert!(brought.as_array().unwrap().iter().any(|row| row["cited"] == true), "{brought}");
    app.clock.advance(chrono::TimeDelta::minutes(1));
    app.ask(STUDENT, &conversation, "q2", "And foreign ones?").await;
    assert_eq!(app.value::<Value>(BROUGHT).await, brought, "nothing of it moved");

    let read = app.read(STUDENT, &conversation).await;
    for (answer, words) in [(1, "identifies every row"), (3, "points at the primary key")] {
        let message = &read["messages"][answer];
        let (cited, sources) = (parts(message, "data-citation"), parts(message, "source-url"));
        assert_eq!((cited.len(), sources.len()), (1, 1), "{message}");
        assert_eq!(
            (&cited[0]["data"]["number"], &cited[0]["data"]["verdict"]),
            (&json!(1), &json!("supported"))
        );
        assert!(message.to_string().contains(words), "{message}");
    }
    let audited = app.get(ADMIN, "/audit/citations?cited=true").send().await.unwrap();
    let audited = body(audited, 200).await;
    let mut turns: Vec<&str> =
        audited["items"].as_array().unwrap().iter().map(|item| item["turnId"].as_str().unwrap()).collect();
    turns.dedup();
    assert_eq!(turns.len(), 2, "{audited}");
}

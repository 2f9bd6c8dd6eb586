//! A turn that waited and whose student did not answer, or not at once: what it had cited stays its own, what they had
//! approved is not done, and their time is not the turn's.

use std::sync::Arc;

use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::asking::AskStudent;
use chatbot_tests::model::Step::{Call, Gate, Text};
use chatbot_tests::waiting::{ASK, RENAME, RENAMED, WAITING, Waiting, setup, start};
use chatbot_tests::wire::{Sse, text_of};
use chatbot_tests::world::{ADMIN, STUDENT, config};
use chatbot_tools::{ToolSet, toolset};
use chrono::TimeDelta;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::manage::body;

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

/// How a turn that waits ends without an answer.
#[derive(Clone, Copy, PartialEq)]
enum Left {
    ForAnotherQuestion,
    Stopped,
    ForADay,
}

#[sqlx::test(migrations = false)]
async fn what_was_approved_while_something_else_was_open_is_not_done_when_that_is_left_so(pool: PgPool) {
    let mut app = start(pool).await;
    for left in [Left::ForAnotherQuestion, Left::Stopped, Left::ForADay] {
        let calls = vec![Call("rename_page", RENAME), Call("ask_student", ASK)];
        let asked = Waiting::after(app, calls).await;
        asked.go_on(&[asked.approval(0, true)]).await;
        match left {
            Left::ForAnotherQuestion => {}
            Left::Stopped => {
                let path = format!("/chat/{}/stop", asked.conversation);
                asked.app.post(STUDENT, &path, &json!({})).send().await.unwrap();
            }
            Left::ForADay => {
                asked.app.clock.advance(TimeDelta::hours(25));
                assert_eq!(chatbot_engine::expire_waits(&asked.app.engine).await.unwrap(), 1);
            }
        }
        asked.app.model.will([vec![Text("Sure.")]]);
        let next = asked.app.ask(STUDENT, &asked.conversation, "q2", "Something else").await;
        assert_eq!(text_of(&next), "Sure.");
        let told = format!("{:?}", asked.app.model.last_request().messages);
        assert!(told.contains("The student approved this, but left something else unanswered"), "{told}");
        assert!(told.contains("did not answer this"), "{told}");
        assert!(!asked.app.value::<bool>(RENAMED).await);
        let open =
            "select count(*) from chatbot.tool_calls where status in ('pending', 'running', 'waiting')";
        assert_eq!(asked.app.value::<i64>(open).await, 0);
        let answer = asked.app.read(STUDENT, &asked.conversation).await["messages"][1].clone();
        let renaming = parts(&answer, "tool-rename_page")[0];
        assert_eq!(renaming["state"], "output-error", "it was not refused: {renaming}");
        assert_eq!(renaming["errorText"], "This was not done: the answer ended before it.");
        // What is approved too late finds nothing that waits.
        asked.go_on(&[asked.approval(0, true), asked.chosen(1, "rows")]).await;
        assert!(!asked.app.value::<bool>(RENAMED).await);
        app = asked.app;
    }
}

#[sqlx::test(migrations = false)]
async fn what_was_approved_can_be_refused_until_the_last_answer_is_there(pool: PgPool) {
    let calls = vec![Call("rename_page", RENAME), Call("ask_student", ASK)];
    let asked = Waiting::after(start(pool).await, calls).await;
    asked.go_on(&[asked.approval(0, true)]).await;
    let read = asked.app.read(STUDENT, &asked.conversation).await;
    assert_eq!(parts(&read["messages"][1], "tool-rename_page")[0]["state"], "approval-requested");
    asked.app.model.will([vec![Text("As you like.")]]);
    let chunks = asked.go_on(&[asked.approval(0, false), asked.chosen(1, "rows")]).await;
    assert_eq!(text_of(&chunks), "As you like.");
    assert!(!asked.app.value::<bool>(RENAMED).await);
    let told = format!("{:?}", asked.app.model.last_request().messages);
    assert!(told.contains("did not approve this") && told.contains("chose rows"), "{told}");
    let read = asked.app.read(STUDENT, &asked.conversation).await;
    assert_eq!(parts(&read["messages"][1], "tool-rename_page")[0]["state"], "output-denied");
}

#[sqlx::test(migrations = false)]
async fn a_turn_waits_for_a_day_and_no_longer(pool: PgPool) {
    let asked = Waiting::after(start(pool).await, vec![Call("rename_page", RENAME)]).await;
    let path = format!("/chat/{}/stop", asked.conversation);
    asked.app.post(STUDENT, &path, &json!({})).send().await.unwrap();
    assert!(asked.app.value::<bool>("select state = 'stopped' from chatbot.turns").await);
    let asked = Waiting::after(asked.app, vec![Call("rename_page", RENAME), Call("ask_student", ASK)]).await;
    asked.app.clock.advance(TimeDelta::hours(24) - TimeDelta::minutes(1));
    assert_eq!(chatbot_engine::expire_waits(&asked.app.engine).await.unwrap(), 0);
    assert!(asked.app.value::<bool>(WAITING).await);
    asked.app.clock.advance(TimeDelta::minutes(2));
    assert_eq!(chatbot_engine::expire_waits(&asked.app.engine).await.unwrap(), 1);
    assert!(!asked.app.value::<bool>(WAITING).await);
    let answer = asked.app.read(STUDENT, &asked.conversation).await["messages"][1].clone();
    assert_eq!(answer["metadata"]["state"], "finished");
    assert_eq!(parts(&answer, "tool-rename_page")[0]["state"], "output-denied");
    assert_eq!(parts(&answer, "tool-ask_student")[0]["errorText"], "This was left unanswered.");
    asked.go_on(&[asked.approval(0, true)]).await;
    assert!(!asked.app.value::<bool>(RENAMED).await);
    asked.app.model.will([vec![Text("Good morning.")]]);
    let next = asked.app.ask(STUDENT, &asked.conversation, "q2", "Hello again").await;
    assert_eq!(text_of(&next), "Good morning.");
}

#[sqlx::test(migrations = false)]
async fn a_turn_that_was_answered_often_and_late_survives_its_instance(pool: PgPool) {
    let long = || {
        let mut setup = setup();
        let limits = &mut setup.config.as_mut().unwrap().limits;
        (limits.requests_per_turn, limits.rounds_per_turn) = (12, 12);
        setup
    };
    let app = TestApp::start_with(pool, long()).await;
    let mut asked = Waiting::after(app, vec![Call("ask_student", ASK)]).await;
    for _ in 0..6 {
        asked.app.clock.advance(TimeDelta::hours(1));
        asked.app.model.will([vec![Call("ask_student", ASK)]]);
        let chunks = asked.go_on(&[asked.chosen(0, "rows")]).await;
        assert_eq!(chunks.last().unwrap()["finishReason"], "tool-calls");
        let started = asked.chunks[0].clone();
        asked.chunks = std::iter::once(started).chain(chunks).collect();
    }
    asked.app.clock.advance(TimeDelta::hours(1));
    asked.app.model.will([vec![Gate, Text("Never told.")]]);
    let _left = Sse::new(asked.answer(&[asked.chosen(0, "columns")]).await);
    asked.app.until("select requests = 8 from chatbot.turns").await;
    let next = asked.app.second_instance(long());
    next.model.will([vec![Text("Columns, then.")]]);
    next.take_over_all().await;
    next.until("select bool_and(state = 'finished') from chatbot.turns").await;
    let answer = next.read(STUDENT, &asked.conversation).await["messages"][1].to_string();
    assert!(answer.contains("Columns, then."), "{answer}");
}

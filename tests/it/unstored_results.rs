//! Calls that ran, and whose results cannot be stored: what may have been done is not done again, and the turn goes on.

use std::sync::Arc;
use std::time::Duration;

use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::elsewhere::Elsewhere;
use chatbot_tests::model::Step::{Call, Text};
use chatbot_tests::unruly::Unruly;
use chatbot_tests::wire::{Sse, text_of};
use chatbot_tests::world::{STUDENT, config};
use chatbot_tools::toolset;
use serde_json::Value;
use sqlx::PgPool;

const UNKNOWN: &str = "the outcome of this call is unknown";

/// Waits until a session other than the last waits for a row that the story holds, and cuts it off.
async fn cut_off(pool: &PgPool, last: i32) -> i32 {
    let waits = "select pid from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and pid <> $1";
    let deadline = tokio::time::Instant::now() + Duration::from_mins(1);
    loop {
        let pid: Option<i32> = sqlx::query_scalar(waits).bind(last).fetch_optional(pool).await.unwrap();
        if let Some(pid) = pid {
            let end = sqlx::query("select pg_terminate_backend($1)").bind(pid);
            end.execute(pool).await.unwrap();
            return pid;
        }
        assert!(tokio::time::Instant::now() < deadline, "nobody stores the result");
    }
}

#[sqlx::test(migrations = false)]
async fn what_was_done_elsewhere_is_not_done_again_when_its_result_cannot_be_stored(pool: PgPool) {
    // The connection is cut that stores the result; then also the one that stores that nobody knows it.
    for cuts in [1, 2] {
        let elsewhere = Elsewhere::acting();
        let app = if cuts == 1 {
            TestApp::start_with(pool.clone(), elsewhere.setup()).await
        } else {
            TestApp::start_again_with(pool.clone(), elsewhere.setup())
        };
        app.model.will([vec![Call("elsewhere", r#"{"what":"first"}"#)], vec![Text("I do not know.")]]);
        let conversation = app.begin(STUDENT).await;
        let stream = Sse::new(app.send(STUDENT, &conversation, "q1", "Do it").await);
        elsewhere.until_begun(1).await;
        let mut holding = pool.begin().await.unwrap();
        sqlx::query("select from chatbot.tool_calls for update").execute(&mut *holding).await.unwrap();
        elsewhere.let_back(1);
        let mut last = 0;
        for _ in 0..cuts {
            last = cut_off(&pool, last).await;
        }
        holding.rollback().await.unwrap();
        let chunks = stream.rest().await;
        let shown = chunks.iter().find(|chunk| chunk["type"] == "tool-output-error").unwrap();
        assert_eq!(shown["errorText"], "It is not known whether this was done.");
        let on_record = "select bool_and(status = 'unknown') from chatbot.tool_calls";
        assert!(app.value::<bool>(on_record).await);
        // The model is told so, in this turn or, where that could not go on, in the next.
        app.model.forget_replies();
        app.model.will([vec![Text("I still do not know.")]]);
        let next = app.ask(STUDENT, &conversation, "q2", "Was it done?").await;
        assert_eq!(text_of(&next), "I still do not know.");
        let results = app.model.last_results();
        assert!(results[0].contains(UNKNOWN) && results[0].contains("Do not repeat it"), "{results:?}");
        assert_eq!(elsewhere.begun(), ["first"], "done once, after {cuts} cuts");
    }
}

#[sqlx::test(migrations = false)]
async fn a_result_that_cannot_be_stored_is_the_calls_own_error(pool: PgPool) {
    let mut config = config();
    config.allowed_tools.push("unruly".into());
    let more_tools: Vec<Arc<dyn chatbot_tools::ToolSet>> = vec![Arc::new(toolset![Unruly].unwrap())];
    let app = TestApp::start_with(pool, Setup { config: Some(config), more_tools, ..Setup::default() }).await;
    app.model.will([
        vec![
            Call("unruly", r#"{"how":"unstorable","page":null}"#),
            Call("course_material_search", r#"{"query":"identifies every row"}"#),
        ],
        vec![Text("A primary key identifies every row of a table.【101】 So do others.【1】")],
        vec![Text("Still.")],
    ]);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "Keys?").await;
    assert_eq!(chunks.last().unwrap()["type"], "finish");
    let told = app.model.last_results();
    assert!(told[0].contains("could not be kept") && !told[0].contains("did unstorable"), "{told:?}");
    assert!(told[1].contains("identifies every row"), "its neighbour is as it was: {told:?}");
    let cited: Vec<&Value> = chunks.iter().filter(|chunk| chunk["type"] == "source-url").collect();
    assert_eq!(cited.len(), 1, "what is not kept is no source: {cited:?}");
    let on_record =
        "select array_agg(status order by call_index) = array['failed', 'done'] from chatbot.tool_calls";
    assert!(app.value::<bool>(on_record).await);
    assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q2", "Sure?").await), "Still.");
}

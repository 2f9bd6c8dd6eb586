//! Calls that may change something, and whose end nobody saw: they are not run again, and neither the model nor the
//! student is told more than is known.

use std::sync::Arc;
use std::time::Duration;

use chatbot_core::model::ModelMessage;
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::asking::RenamePage;
use chatbot_tests::elsewhere::Elsewhere;
use chatbot_tests::model::Step::{self, Call, Gate, Text};
use chatbot_tests::wire::{Sse, text_of};
use chatbot_tests::world::{STUDENT, config};
use chatbot_tools::toolset;
use chrono::TimeDelta;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;
use tokio::runtime::Runtime;

const FIRST: Step = Call("elsewhere", r#"{"what":"first"}"#);
const SECOND: Step = Call("elsewhere", r#"{"what":"second"}"#);
const RENAME: Step =
    Call("rename_page", r#"{"page":"00000000-0000-0000-0000-0000000000d1","title":"All keys"}"#);
const UNKNOWN: &str = "the outcome of this call is unknown";
const UNSURE: &str = "It is not known whether this was done.";

/// An instance in a process of its own, as far as anybody can tell: with its runtime all that it does ends.
struct Doomed {
    runtime: Runtime,
    conversation: String,
}

impl Doomed {
    /// It does something, and goes on with what that began.
    async fn doing<W>(pool: &PgPool, setup: Setup, work: W) -> Self
    where
        W: FnOnce(TestApp) -> BoxFuture<'static, String> + Send + 'static,
    {
        let options = (*pool.connect_options()).clone().application_name("doomed");
        let runtime = Runtime::new().unwrap();
        let began = runtime.spawn(async move {
            let pool = PgPoolOptions::new().max_connections(4).connect_with(options).await.unwrap();
            work(TestApp::start_again_with(pool, setup)).await
        });
        let conversation = began.await.unwrap();
        Self { runtime, conversation }
    }

    /// Its model has replied, and it carries that out.
    async fn acting(pool: &PgPool, setup: Setup, reply: Vec<Step>) -> Self {
        let ask = move |app: TestApp| {
            let asked = async move {
                app.model.will([reply]);
                let conversation = app.begin(STUDENT).await;
                assert_eq!(app.send(STUDENT, &conversation, "q1", "Do it").await.status(), 200);
                conversation
            };
            asked.boxed()
        };
        Self::doing(pool, setup, ask).await
    }

    fn dies(self) -> String {
        self.runtime.shutdown_background();
        self.conversation
    }
}

/// What they were in the middle of is not done.
async fn end_sessions_of_the_dead(app: &TestApp) {
    let end = "select count(pg_terminate_backend(pid)) from pg_stat_activity
        where datname = current_database() and application_name = 'doomed'";
    app.value::<i64>(end).await;
    let ended = "select not exists (select from pg_stat_activity
        where datname = current_database() and application_name = 'doomed')";
    app.until(ended).await;
}

/// The results that the model was told last.
fn told(app: &TestApp) -> Vec<String> {
    let messages = app.model.last_request().messages.into_iter();
    let results = messages.filter_map(|message| match message {
        ModelMessage::ToolResult { output, .. } => Some(output),
        _ => None,
    });
    results.collect()
}

/// How each call stands in the answer, after a reload: its state, and what is said of it.
async fn shown(app: &TestApp, conversation: &str) -> Vec<(String, String)> {
    let read = app.read(STUDENT, conversation).await;
    let parts = read["messages"][1]["parts"].as_array().unwrap().iter();
    let word = |part: &Value, field: &str| part[field].as_str().unwrap_or_default().to_owned();
    let calls = parts.filter(|part| part["type"] == "dynamic-tool");
    calls.map(|part| (word(part, "state"), word(part, "errorText"))).collect()
}

fn unsure() -> (String, String) {
    ("output-error".to_owned(), UNSURE.to_owned())
}

#[sqlx::test(migrations = false)]
async fn what_may_have_been_done_when_its_instance_died_is_not_done_again(pool: PgPool) {
    let elsewhere = Elsewhere::acting();
    let next = TestApp::start_with(pool.clone(), elsewhere.setup()).await;
    let doomed = Doomed::acting(&pool, elsewhere.setup(), vec![FIRST, SECOND]).await;
    elsewhere.until_begun(1).await;
    next.until("select exists (select from chatbot.turn_events where events::text like '%running%')").await;
    let conversation = doomed.dies();
    next.model.will([vec![Text("Of the first I do not know.")]]);
    next.take_over_all().await;
    // The second had not begun.
    elsewhere.until_begun(2).await;
    elsewhere.let_back(1);
    next.until("select bool_and(state = 'finished') from chatbot.turns").await;
    assert_eq!(elsewhere.begun(), ["first", "second"], "each of them once");
    let told = told(&next);
    assert!(told[0].contains(UNKNOWN) && told[0].contains("Do not repeat it"), "{told:?}");
    assert!(told[1].contains("Done: second."), "{told:?}");
    let done = ("output-available".to_owned(), String::new());
    assert_eq!(shown(&next, &conversation).await, [unsure(), done]);
    let on_record =
        "select array_agg(status order by call_index) = array['unknown', 'done'] from chatbot.tool_calls";
    assert!(next.value::<bool>(on_record).await);
    next.model.will([vec![Text("Still not.")]]);
    assert_eq!(text_of(&next.ask(STUDENT, &conversation, "q2", "And now?").await), "Still not.");
}

#[sqlx::test(migrations = false)]
async fn a_call_that_pages_were_never_told_of_is_told_before_what_became_of_it(pool: PgPool) {
    let elsewhere = Elsewhere::acting();
    let next = TestApp::start_with(pool.clone(), elsewhere.setup()).await;
    // Nothing of what its page is shown can be stored.
    let mut holding = pool.begin().await.unwrap();
    sqlx::query("lock table chatbot.turn_events in share mode").execute(&mut *holding).await.unwrap();
    let doomed = Doomed::acting(&pool, elsewhere.setup(), vec![FIRST, SECOND]).await;
    elsewhere.until_begun(1).await;
    let conversation = doomed.dies();
    end_sessions_of_the_dead(&next).await;
    holding.rollback().await.unwrap();
    assert!(next.value::<bool>("select count(*) = 0 from chatbot.turn_events").await);
    next.model.will([vec![Gate, Text("I do not know.")]]);
    next.take_over_all().await;
    let path = format!("/chat/{conversation}/stream");
    let resumed = Sse::new(next.get(STUDENT, &path).send().await.unwrap());
    elsewhere.let_back(1);
    next.model.open_gate();
    let mut known: Vec<Value> = Vec::new();
    let mut results = 0;
    for chunk in resumed.rest().await {
        match chunk["type"].as_str().unwrap() {
            "tool-input-available" => known.push(chunk["toolCallId"].clone()),
            "tool-output-available" | "tool-output-error" => {
                assert!(
                    known.contains(&chunk["toolCallId"]),
                    "a result of a call that no page knows: {chunk}"
                );
                results += 1;
            }
            _ => {}
        }
    }
    assert_eq!((known.len(), results), (2, 2));
    assert_eq!(shown(&next, &conversation).await[0], unsure());
    assert_eq!(elsewhere.begun(), ["first", "second"]);
}

#[sqlx::test(migrations = false)]
async fn a_stop_while_something_is_done_elsewhere_does_not_say_that_it_was_not(pool: PgPool) {
    let elsewhere = Elsewhere::acting();
    let app = TestApp::start_with(pool.clone(), elsewhere.setup()).await;
    app.model.will([vec![FIRST, SECOND]]);
    let conversation = app.begin(STUDENT).await;
    let stream = Sse::new(app.send(STUDENT, &conversation, "q1", "Do it").await);
    elsewhere.until_begun(1).await;
    let path = format!("/chat/{conversation}/stop");
    assert_eq!(app.post(STUDENT, &path, &json!({})).send().await.unwrap().status(), 202);
    let chunks = stream.rest().await;
    assert_eq!(chunks.last().unwrap()["type"], "abort");
    let not_begun = ("output-error".to_owned(), "This was not done: the answer ended before it.".to_owned());
    assert_eq!(shown(&app, &conversation).await, [unsure(), not_begun.clone()]);
    app.model.will([vec![Text("I do not know.")]]);
    app.ask(STUDENT, &conversation, "q2", "Was it done?").await;
    let results = told(&app);
    assert!(results[0].contains(UNKNOWN) && results[1].contains("before it was run"), "{results:?}");
    // The same where another instance ends it: the student has stopped it, and its own is gone.
    let doomed = Doomed::acting(&pool, elsewhere.setup(), vec![FIRST, SECOND]).await;
    elsewhere.until_begun(2).await;
    app.until(
        "select exists (select from chatbot.turn_events e join chatbot.turns t on t.id = e.turn_id
        where t.ended_at is null and e.events::text like '%running%')",
    )
    .await;
    let conversation = doomed.dies();
    let path = format!("/chat/{conversation}/stop");
    assert_eq!(app.post(STUDENT, &path, &json!({})).send().await.unwrap().status(), 202);
    app.take_over_all().await;
    let read = app.read(STUDENT, &conversation).await;
    assert_eq!(read["messages"][1]["metadata"]["state"], "stopped");
    assert_eq!(shown(&app, &conversation).await, [unsure(), not_begun]);
    assert_eq!(elsewhere.begun(), ["first", "first"]);
}

#[sqlx::test(migrations = false)]
async fn what_failed_without_saying_that_nothing_was_done_is_not_to_be_tried_again(pool: PgPool) {
    let elsewhere = Elsewhere::acting();
    let hasty = Setup { tool: Some(Duration::from_secs(1)), ..elsewhere.setup() };
    let app = TestApp::start_with(pool, hasty).await;
    let call = |what: &'static str| Call("elsewhere", what);
    app.model.will([
        vec![call(r#"{"what":"lost"}"#), call(r#"{"what":"refused"}"#), call(r#"{"what":"silent"}"#)],
        vec![Text("Of two I do not know.")],
    ]);
    elsewhere.let_back(2);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "Do all").await;
    let results = told(&app);
    assert!(results[0].contains(UNKNOWN) && results[2].contains(UNKNOWN), "{results:?}");
    assert!(results[1].contains("nobody has this address"), "{results:?}");
    assert!(!format!("{results:?}").contains("secret"), "{results:?}");
    let refused = ("output-error".to_owned(), "This could not be done.".to_owned());
    assert_eq!(shown(&app, &conversation).await, [unsure(), refused, unsure()]);
    let on_record = "select array_agg(status order by call_index) = array['unknown', 'failed', 'unknown']
        from chatbot.tool_calls";
    assert!(app.value::<bool>(on_record).await);
}

#[sqlx::test(migrations = false)]
async fn what_a_round_had_done_is_told_by_whoever_goes_on_although_its_log_was_not_stored(pool: PgPool) {
    let next = TestApp::start(pool.clone()).await;
    let (give_model, model) = tokio::sync::oneshot::channel();
    let ask = move |app: TestApp| {
        let asked = async move {
            app.model.will([
                vec![Text("A key"), Gate, Text(" names each row."), Call("course_progress", "{}")],
                vec![Gate, Text("Never told.")],
            ]);
            let conversation = app.begin(STUDENT).await;
            assert_eq!(app.send(STUDENT, &conversation, "q1", "What is a key?").await.status(), 200);
            assert!(give_model.send(Arc::clone(&app.model)).is_ok());
            conversation
        };
        asked.boxed()
    };
    let doomed = Doomed::doing(&pool, Setup::default(), ask).await;
    next.until("select exists (select from chatbot.turn_events where events::text like '%A key%')").await;
    let mut holding = pool.begin().await.unwrap();
    sqlx::query("lock table chatbot.turn_events in share mode").execute(&mut *holding).await.unwrap();
    model.await.unwrap().open_gate();
    next.until("select exists (select from chatbot.turns where requests = 2)").await;
    let conversation = doomed.dies();
    end_sessions_of_the_dead(&next).await;
    holding.rollback().await.unwrap();
    next.model.will([vec![Gate, Text("Half of it is done.")]]);
    next.take_over_all().await;
    let path = format!("/chat/{conversation}/stream");
    let resumed = Sse::new(next.get(STUDENT, &path).send().await.unwrap());
    next.model.open_gate();
    let shown = resumed.rest().await;
    assert_eq!(text_of(&shown), "A key names each row.Half of it is done.");
    let kinds: Vec<&str> = shown.iter().map(|chunk| chunk["type"].as_str().unwrap()).collect();
    for kind in ["tool-input-available", "tool-output-available"] {
        assert_eq!(kinds.iter().filter(|told| **told == kind).count(), 1, "{kinds:?}");
    }
    let parts = next.read(STUDENT, &conversation).await["messages"][1]["parts"].clone();
    let told: Vec<(&str, &str, &str)> = parts
        .as_array()
        .unwrap()
        .iter()
        .map(|part| {
            let word = |field: &str| part[field].as_str().unwrap_or_default();
            (word("type"), word("text"), word("state"))
        })
        .collect();
    assert_eq!(
        told,
        [
            ("step-start", "", ""),
            ("text", "A key names each row.", "done"),
            ("tool-course_progress", "", "output-available"),
            ("step-start", "", ""),
            ("text", "Half of it is done.", "done"),
        ]
    );
}

/// A page is renamed once somebody approves it.
fn renaming() -> Setup {
    let mut config = config();
    config.allowed_tools = vec!["rename_page".into()];
    let more_tools = vec![Arc::new(toolset![action RenamePage].unwrap()) as _];
    Setup { config: Some(config), more_tools, tool: Some(Duration::from_hours(1)), ..Setup::default() }
}

/// What a page sends whose student approves the call that it was shown.
fn approval(conversation: &str, chunks: &[Value]) -> Value {
    let called = chunks.iter().find(|chunk| chunk["type"] == "tool-input-available").unwrap();
    let (message, call) = (&chunks[0]["messageId"], called["toolCallId"].as_str().unwrap());
    let approved = json!({"type": "tool-rename_page", "toolCallId": call, "state": "approval-responded",
        "input": {}, "approval": {"id": format!("approval-{call}"), "approved": true}});
    let message = json!({"id": message, "role": "assistant", "parts": [approved]});
    json!({"id": conversation, "trigger": "submit-message", "message": message})
}

#[sqlx::test(migrations = false)]
async fn an_approved_action_whose_instance_dies_in_the_middle_of_it_is_done_once(pool: PgPool) {
    let next = TestApp::start_with(pool.clone(), renaming()).await;
    next.model.will([vec![RENAME]]);
    let conversation = next.begin(STUDENT).await;
    let chunks = next.ask(STUDENT, &conversation, "q1", "Rename it").await;
    let body = approval(&conversation, &chunks);
    let mut holding = pool.begin().await.unwrap();
    sqlx::query("select from lms.pages for update").execute(&mut *holding).await.unwrap();
    let approve = move |app: TestApp| {
        let approved = async move {
            // Its student took their time.
            app.clock.advance(TimeDelta::hours(1));
            assert_eq!(app.post(STUDENT, "/chat", &body).send().await.unwrap().status(), 200);
            conversation
        };
        approved.boxed()
    };
    let doomed = Doomed::doing(&pool, renaming(), approve).await;
    next.until(
        "select exists (select from pg_stat_activity where datname = current_database()
                        and application_name = 'doomed' and wait_event_type = 'Lock')",
    )
    .await;
    let conversation = doomed.dies();
    end_sessions_of_the_dead(&next).await;
    holding.rollback().await.unwrap();
    next.clock.advance(TimeDelta::hours(1));
    next.model.will([vec![Text("Renamed.")]]);
    next.take_over_all().await;
    next.until("select bool_and(state = 'finished') from chatbot.turns").await;
    assert!(next.value::<bool>("select revision = 2 from lms.pages where title = 'All keys'").await);
    assert!(next.value::<bool>("select bool_and(status = 'done') from chatbot.tool_calls").await);
    let answer = next.read(STUDENT, &conversation).await["messages"][1].to_string();
    assert!(answer.contains("output-available") && answer.contains("Renamed."), "{answer}");
}

#[sqlx::test(migrations = false)]
async fn a_student_is_asked_again_to_approve_what_no_page_was_told_of(pool: PgPool) {
    let next = TestApp::start_with(pool.clone(), renaming()).await;
    let (give_model, model) = tokio::sync::oneshot::channel();
    let ask = move |app: TestApp| {
        let asked = async move {
            app.model.will([vec![Gate, RENAME]]);
            let conversation = app.begin(STUDENT).await;
            assert_eq!(app.send(STUDENT, &conversation, "q1", "Rename it").await.status(), 200);
            assert!(give_model.send(Arc::clone(&app.model)).is_ok());
            conversation
        };
        asked.boxed()
    };
    let doomed = Doomed::doing(&pool, renaming(), ask).await;
    // It can neither tell pages of the call, nor write that it waits.
    let never = "create function public.never() returns trigger language plpgsql as
            $$begin perform pg_sleep(600); return new; end$$;
        create trigger never before update on chatbot.turns for each row
            when (new.state = 'awaiting_student') execute function public.never()";
    sqlx::raw_sql(never).execute(&pool).await.unwrap();
    let mut holding = pool.begin().await.unwrap();
    sqlx::query("lock table chatbot.turn_events in share mode").execute(&mut *holding).await.unwrap();
    model.await.unwrap().open_gate();
    next.until("select exists (select from chatbot.tool_calls where status = 'waiting')").await;
    let conversation = doomed.dies();
    end_sessions_of_the_dead(&next).await;
    holding.rollback().await.unwrap();
    sqlx::raw_sql("drop trigger never on chatbot.turns").execute(&pool).await.unwrap();
    next.take_over_all().await;
    next.until("select bool_and(state = 'awaiting_student') from chatbot.turns").await;
    let answer = next.read(STUDENT, &conversation).await["messages"][1].clone();
    let asked = answer["parts"].as_array().unwrap().iter().find(|part| part["type"] == "tool-rename_page");
    let asked = asked.unwrap_or_else(|| panic!("nothing to approve: {answer}"));
    assert_eq!(asked["state"], "approval-requested");
    assert!(asked["input"]["about"].as_str().unwrap().contains("All keys"), "{asked}");
    next.model.will([vec![Text("Renamed.")]]);
    let chunks = [
        json!({"messageId": answer["id"]}),
        json!({"type": "tool-input-available", "toolCallId": asked["toolCallId"]}),
    ];
    let body = approval(&conversation, &chunks);
    let went_on = Sse::new(next.post(STUDENT, "/chat", &body).send().await.unwrap()).rest().await;
    assert_eq!(text_of(&went_on), "Renamed.");
    assert!(next.value::<bool>("select revision = 2 from lms.pages where title = 'All keys'").await);
}

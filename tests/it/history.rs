//! What a model is told again of earlier calls: nothing that the student may not be told any more.

use std::io;
use std::sync::{Arc, Mutex};

use chatbot_core::history::{CALL_AGAIN, NO_LONGER_AVAILABLE};
use chatbot_tests::app::TestApp;
use chatbot_tests::model::Step::{Call, Gate, Text};
use chatbot_tests::wire::{Sse, text_of};
use chatbot_tests::world::{ADMIN, HIDDEN_PAGE, HOSTILE_PAGE, KEYS_PAGE, STUDENT, TEACHER, UNOPENED_PAGE};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::tools_material::start;

#[sqlx::test(migrations = false)]
async fn a_result_is_gone_in_the_middle_of_a_turn_once_its_call_would_be_refused(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([
        vec![Call("course_progress", r#"{"user":"00000000-0000-0000-0000-0000000000a1"}"#)],
        vec![Gate, Call("course_progress", "{}")],
        vec![Text("That is all.")],
    ]);
    let conversation = app.begin(TEACHER).await;
    let stream = Sse::new(app.send(TEACHER, &conversation, "q1", "How far is Saara?").await);
    while app.model.requests().len() < 2 {
        tokio::task::yield_now().await;
    }
    assert!(app.model.last_results()[0].contains("Points of the person so far"));
    sqlx::raw_sql(
        "delete from lms.role_grants where user_id = '00000000-0000-0000-0000-0000000000a3';
         insert into lms.enrollments values
             ('00000000-0000-0000-0000-0000000000a3', '00000000-0000-0000-0000-0000000000c1', '2026-01-01')",
    )
    .execute(&app.pool)
    .await
    .unwrap();
    app.model.open_gate();
    stream.rest().await;
    let told = app.model.last_results();
    assert_eq!(told[0], NO_LONGER_AVAILABLE);
    assert!(told[1].contains("Points so far"), "{told:?}");
}

#[sqlx::test(migrations = false)]
async fn a_result_without_passages_is_gone_with_the_page_that_its_call_was_about(pool: PgPool) {
    let app = start(pool).await;
    let about: &'static str = json!({"name": "certificate", "scope": KEYS_PAGE}).to_string().leak();
    app.model.will([
        vec![Call("lookup_state", about)],
        vec![Text("None.")],
        vec![Text("Hm.")],
        vec![Text("Oh.")],
    ]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "What gives a certificate here?").await;
    assert!(app.value::<bool>("select count(*) = 0 from chatbot.citations").await);
    app.ask(STUDENT, &conversation, "q2", "Sure?").await;
    let told = app.model.last_results();
    assert!(told[0].starts_with("<output>"), "as long as the page may be read: {told:?}");
    sqlx::query("update lms.pages set hidden = true where title = 'Keys'").execute(&app.pool).await.unwrap();
    app.ask(STUDENT, &conversation, "q3", "And now?").await;
    assert_eq!(app.model.last_results(), [NO_LONGER_AVAILABLE]);
}

#[sqlx::test(migrations = false)]
async fn of_a_call_that_was_refused_the_model_is_still_told_why(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let others = r#"{"user":"00000000-0000-0000-0000-0000000000a2"}"#;
    app.model
        .will([vec![Call("course_material_search", r#"{"query":"key"}"#), Call("course_progress", others)]]);
    app.model.will([vec![Text("No.")]]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "How far is Otto?").await;
    let told = app.model.last_results();
    assert!(told[1].contains("not allowed"), "{told:?}");
}

#[sqlx::test(migrations = false)]
async fn what_is_true_of_a_moment_is_looked_up_again_in_later_turns(pool: PgPool) {
    let app = start(pool).await;
    app.model.will([
        vec![Call("course_structure", "{}"), Call("course_progress", "{}")],
        vec![Text("Four pages.")],
        vec![Text("Still.")],
    ]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "What is there?").await;
    let told = app.model.last_results();
    assert!(told[0].contains("Bobby") && told[1].contains("Points so far"), "{told:?}");
    sqlx::query("update lms.pages set hidden = true where title like 'Bobby%'")
        .execute(&app.pool)
        .await
        .unwrap();
    app.ask(STUDENT, &conversation, "q2", "And now?").await;
    assert_eq!(app.model.last_results(), [CALL_AGAIN, CALL_AGAIN]);
}

/// The statements of this process, as they are logged.
#[derive(Clone, Default)]
pub(crate) struct Logged(Arc<Mutex<Vec<u8>>>);

impl Logged {
    /// From now on; once for the process.
    pub(crate) fn start() -> Self {
        let logged = Self::default();
        let writer = logged.clone();
        tracing_subscriber::fmt()
            .with_env_filter("sqlx::query=debug")
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .init();
        logged
    }

    /// What was logged since the last time.
    pub(crate) fn text(&self) -> String {
        let log = std::mem::take(&mut *self.0.lock().unwrap());
        String::from_utf8_lossy(&log).into_owned()
    }

    /// How often something was.
    fn take(&self, what: &str) -> usize {
        self.text().matches(what).count()
    }
}

impl io::Write for Logged {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[sqlx::test(migrations = false)]
async fn what_may_still_be_told_is_asked_in_one_statement_however_much_it_is(pool: PgPool) {
    let logged = Logged::start();
    let app = start(pool).await;
    // Of the batch alone.
    let of_pages = "where p.id = any($1) and p.deleted_at is null";
    let conversation = app.begin(TEACHER).await;
    app.model.will([vec![Text("Hi.")]]);
    app.ask(TEACHER, &conversation, "q0", "Hi").await;
    assert_eq!(logged.take(of_pages), 0, "nothing was called");
    for (index, page) in [KEYS_PAGE, HIDDEN_PAGE, UNOPENED_PAGE, HOSTILE_PAGE].into_iter().enumerate() {
        let arguments: &'static str = json!({"name": "certificate", "scope": page}).to_string().leak();
        app.model.will([vec![Call("lookup_state", arguments)], vec![Text("None.")], vec![Text("None.")]]);
        app.ask(TEACHER, &conversation, &format!("a{index}"), "What gives a certificate here?").await;
        logged.take(of_pages);
        app.ask(TEACHER, &conversation, &format!("b{index}"), "Sure?").await;
        assert_eq!(app.model.last_results().len(), index + 1);
        assert_eq!(logged.take(of_pages), 1, "{index}");
    }
}

/// As after a fault of another version, or of somebody's hand.
const BROKEN: &str = r#"
    update chatbot.tool_calls set status = 'pending', output = null, ended_at = null, effective_arguments = '{"query":';
    update chatbot.messages set parts = parts || '[{"type": "data-of-tomorrow", "data": 1}, {"no": "type"}, null]',
        metadata = metadata || '{"state": "of_tomorrow", "errorCode": "of_tomorrow"}'
    where order_number = 2;
    update chatbot.messages set parts = '[]' where order_number in (3, 4);
    update chatbot.rounds set reply_text = '  ' where turn_id = (
        select t.id from chatbot.turns t join chatbot.messages m on m.id = t.user_message_id where m.order_number = 3)
"#;

#[sqlx::test(migrations = false)]
async fn rows_that_are_broken_keep_nobody_from_the_rest_of_a_conversation(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([
        vec![Call("course_material_search", r#"{"query":"primary key"}"#)],
        vec![Text("A primary key identifies every row of a table.【1】")],
        vec![Text("Because.")],
        vec![Text("Yes.")],
    ]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "Keys?").await;
    app.ask(STUDENT, &conversation, "q2", "Why?").await;
    sqlx::raw_sql(BROKEN).execute(&app.pool).await.unwrap();
    // The scripted model takes no request that a provider would refuse.
    assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q3", "Sure?").await), "Yes.");
    let messages = app.read(STUDENT, &conversation).await["messages"].clone();
    assert_eq!(messages.as_array().unwrap().len(), 6);
    assert!(messages[1].to_string().contains("identifies every row"), "what can be read: {}", messages[1]);
    let turn: String = app.value("select id::text from chatbot.turns order by created_at, id limit 1").await;
    for (who, path) in [
        (STUDENT, "/me/export".to_owned()),
        (ADMIN, format!("/audit/turns/{turn}")),
        (STUDENT, "/conversations".to_owned()),
    ] {
        let told = app.get(who, &path).send().await.unwrap();
        assert_eq!(told.status(), 200, "{path}");
        let told: Value = serde_json::from_str(&told.text().await.unwrap()).unwrap();
        assert!(told.is_object(), "{path}");
    }
}

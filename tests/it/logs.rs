//! What the log never holds: what a student said, what they were answered, what tools were given and gave, and what
//! providers say about it.

use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chatbot_core::model::ModelFault;
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{Call, Fault, Text};
use chatbot_tests::world::{STUDENT, config};
use sqlx::PgPool;
use tracing_subscriber::fmt::format::FmtSpan;

#[derive(Clone, Default)]
struct Logged(Arc<Mutex<Vec<u8>>>);

impl io::Write for Logged {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A word that stands nowhere but in what is secret.
const SECRET: &str = "zwetschge";

#[sqlx::test(migrations = false)]
async fn no_word_of_a_student_a_model_or_a_tool_is_logged(pool: PgPool) {
    let logged = Logged::default();
    let writer = logged.clone();
    let ours = ["core", "engine", "http", "store", "tools", "search", "evidence"];
    tracing_subscriber::fmt()
        .with_env_filter(ours.map(|room| format!("chatbot_{room}=trace")).join(","))
        .with_span_events(FmtSpan::NEW | FmtSpan::CLOSE)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .init();
    let mut all_tools = config();
    all_tools.allowed_tools.push("page_lookup".into());
    let app = TestApp::start_with(pool, Setup { config: Some(all_tools), ..Setup::default() }).await;
    let said = || ModelFault::Refused { status: 400, body: format!("You said: {SECRET}") };
    let conversation = app.begin(STUDENT).await;
    app.model.will([
        vec![Text("A zwetschge. "), Call("course_material_search", r#"{"query":"primary key zwetschge"}"#)],
        vec![Call("page_lookup", r#"{"page":"zwetschge"}"#)],
        vec![Call("zwetschge", r#"{"zwetschge":"zwetschge"}"#)],
        vec![Call("course_material_search", r#"{"query":"zwetschge </output>"}"#)],
        vec![Call("course_material_search", r#"{"zwetschge":7}"#)],
        vec![Text("The zwetschge identifies every row.【1】【7】")],
    ]);
    app.ask(STUDENT, &conversation, "q1", "What is a zwetschge?").await;
    app.model.forget_replies();
    app.model.will([vec![Fault(said())]]);
    app.ask(STUDENT, &conversation, "q2", "Why zwetschge?").await;
    let in_stream = ModelFault::ReportedInStream("zwetschge".into());
    app.model.will([vec![Text("Zwet"), Fault(in_stream)]]);
    app.ask(STUDENT, &conversation, "q3", "And the zwetschge?").await;
    app.send(STUDENT, &conversation, "q3", "Another zwetschge").await;
    app.engine.shut_down(Duration::ZERO).await;
    let log = String::from_utf8_lossy(&logged.0.lock().unwrap()).into_owned();
    for word in ["turn{", "model_request{", "tool_call{", "milliseconds=", "refused, status 400"] {
        assert!(log.contains(word), "{word} is not in\n{log}");
    }
    let lower = log.to_lowercase();
    let token = STUDENT.to_string();
    for secret in [SECRET, "identifies", token.as_str()] {
        assert!(!lower.contains(secret), "{secret} is in\n{log}");
    }
}

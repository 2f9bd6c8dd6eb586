//! A turn that waits for its student, and what pages answer to it.

use std::sync::Arc;

use chatbot_protocol::ErrorCode;
use chatbot_tools::{DynamicEntry, ToolList, ToolSet, toolset};
use reqwest::Response;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::app::{Setup, TestApp};
use crate::asking::{AskStudent, RenamePage, Weather};
use crate::model::Step;
use crate::wire::Sse;
use crate::world::{STUDENT, config};

/// A question with two choices.
pub const ASK: &str = r#"{"question":"Which one?","choices":["rows","columns"]}"#;
/// An action that has to be approved.
pub const RENAME: &str = r#"{"page":"00000000-0000-0000-0000-0000000000d1","title":"All keys"}"#;
/// Whether that was done.
pub const RENAMED: &str =
    "select title = 'All keys' from lms.pages where id = '00000000-0000-0000-0000-0000000000d1'";
/// Whether the only turn waits.
pub const WAITING: &str = "select count(*) = 1 from chatbot.turns where state = 'awaiting_student'";

/// A chatbot that may ask and act.
pub fn setup() -> Setup {
    let mut config = config();
    config.allowed_tools.extend(["ask_student", "rename_page", "weather"].map(String::from));
    let more_tools: Vec<Arc<dyn ToolSet>> = vec![
        Arc::new(toolset![client AskStudent, action RenamePage].unwrap()),
        Arc::new(ToolList::new(vec![Box::new(DynamicEntry(Arc::new(Weather)))]).unwrap()),
    ];
    Setup { config: Some(config), more_tools, ..Setup::default() }
}

/// The server with it.
pub async fn start(pool: PgPool) -> TestApp {
    TestApp::start_with(pool, setup()).await
}

/// A conversation whose turn waits, and the stream by which the page learned of it.
pub struct Waiting {
    pub app: TestApp,
    pub conversation: String,
    pub chunks: Vec<Value>,
}

impl Waiting {
    /// The model replies with such calls.
    pub async fn after(app: TestApp, calls: Vec<Step>) -> Self {
        app.model.will([calls]);
        let conversation = app.begin(STUDENT).await;
        let chunks = app.ask(STUDENT, &conversation, "q1", "Help me").await;
        assert_eq!(chunks.last().unwrap()["finishReason"], "tool-calls");
        Self { app, conversation, chunks }
    }

    /// The answer's id.
    pub fn message(&self) -> &str {
        self.chunks[0]["messageId"].as_str().unwrap()
    }

    /// The id of the nth call.
    pub fn call(&self, index: usize) -> String {
        let calls = self.chunks.iter().filter(|chunk| chunk["type"] == "tool-input-available");
        calls.map(|chunk| chunk["toolCallId"].as_str().unwrap().to_owned()).nth(index).unwrap()
    }

    /// A choice, as an answer to the nth call.
    pub fn chosen(&self, index: usize, choice: &str) -> Value {
        json!({"type": "tool-ask_student", "toolCallId": self.call(index), "state": "output-available",
               "input": {"about": "forged"}, "output": {"choice": choice}})
    }

    /// An approval, or a refusal, of the nth call.
    pub fn approval(&self, index: usize, approved: bool) -> Value {
        let call = self.call(index);
        json!({"type": "tool-rename_page", "toolCallId": call, "state": "approval-responded",
               "input": {"about": "forged"}, "approval": {"id": format!("approval-{call}"), "approved": approved}})
    }

    /// Answers as the AI SDK's client does.
    pub async fn answer(&self, parts: &[Value]) -> Response {
        let body = json!({
            "id": self.conversation, "trigger": "submit-message", "messageId": self.message(),
            "messages": [{"id": self.message(), "role": "assistant", "parts": parts}],
        });
        self.app.post(STUDENT, "/chat", &body).send().await.unwrap()
    }

    /// Answers, and reads what comes then.
    pub async fn go_on(&self, parts: &[Value]) -> Vec<Value> {
        Sse::new(self.answer(parts).await).rest().await
    }

    /// The answer is refused.
    pub async fn refused(&self, parts: &[Value], code: ErrorCode) {
        let response = self.answer(parts).await;
        assert_eq!(response.headers()["x-error-code"], code.as_str());
        assert!(self.app.value::<bool>(WAITING).await, "it waits as before");
    }

    /// What the model was told last.
    pub fn last_result(&self) -> String {
        format!("{:?}", self.app.model.last_request().messages.last().unwrap())
    }
}

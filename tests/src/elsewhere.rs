//! A tool that does something elsewhere, as over a network: a story sees what was begun, and says when it comes back.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use chatbot_core::{ChatbotTurnContext, ToolRequirement};
use chatbot_tools::{
    ApplicationConfiguration, ChatbotError, ChatbotErrorType, ChatbotResult, DynamicDeclaration,
    DynamicEntry, DynamicTool, ToolCategory, ToolList,
};
use serde_json::{Value, json};
use tokio::sync::{Semaphore, watch};

use crate::app::Setup;
use crate::world::config;

/// What is done there. Who begins it and who waits for it need not share a runtime.
pub struct Elsewhere {
    changes_something: bool,
    begun: watch::Sender<Vec<String>>,
    gate: Semaphore,
}

impl Elsewhere {
    /// It only reads.
    pub fn reading() -> Arc<Self> {
        Self::new(false)
    }

    /// What was begun is done there, whether or not somebody waits for its end.
    pub fn acting() -> Arc<Self> {
        Self::new(true)
    }

    fn new(changes_something: bool) -> Arc<Self> {
        Arc::new(Self { changes_something, begun: watch::Sender::new(Vec::new()), gate: Semaphore::new(0) })
    }

    /// A chatbot that has no other tool, and all the time there is for it.
    pub fn setup(self: &Arc<Self>) -> Setup {
        let mut config = config();
        config.allowed_tools = vec!["elsewhere".into()];
        let tool: Arc<dyn DynamicTool> = Arc::<Self>::clone(self);
        let tools = ToolList::new(vec![Box::new(DynamicEntry(tool))]).unwrap();
        Setup {
            config: Some(config),
            more_tools: vec![Arc::new(tools)],
            tool: Some(Duration::from_hours(1)),
            ..Setup::default()
        }
    }

    /// What was begun, in order.
    pub fn begun(&self) -> Vec<String> {
        self.begun.borrow().clone()
    }

    /// Returns when so many calls have begun.
    pub async fn until_begun(&self, calls: usize) {
        let mut begun = self.begun.subscribe();
        let waiting = begun.wait_for(|begun| begun.len() >= calls);
        let came = tokio::time::timeout(Duration::from_secs(30), waiting).await;
        assert!(came.is_ok(), "{:?}", self.begun());
    }

    /// So many calls come back.
    pub fn let_back(&self, calls: usize) {
        self.gate.add_permits(calls);
    }
}

#[async_trait]
impl DynamicTool for Elsewhere {
    fn declaration(&self) -> DynamicDeclaration {
        DynamicDeclaration {
            read_only: !self.changes_something,
            ..about_a_word("elsewhere", "Does something elsewhere.", "what")
        }
    }

    fn offer_requirements(&self, _: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        Vec::new()
    }

    fn call_requirements(&self, _: &Value, context: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        vec![ToolRequirement::CourseMaterial(context.course_id)]
    }

    async fn call(
        &self,
        _: &ApplicationConfiguration,
        arguments: &Value,
        _: &ChatbotTurnContext,
    ) -> ChatbotResult<String> {
        let what = arguments["what"].as_str().unwrap_or_default().to_owned();
        self.begun.send_modify(|begun| begun.push(what.clone()));
        self.gate.acquire().await.unwrap().forget();
        match what.as_str() {
            "lost" => Err(ChatbotError::new(ChatbotErrorType::Internal, "a secret of the wire")),
            "refused" => Err(ChatbotError::new(ChatbotErrorType::NotFound, "nobody has this address")),
            _ => Ok(format!("Done: {what}.")),
        }
    }
}

/// A tool that reads, and takes one word.
pub(crate) fn about_a_word(name: &str, description: &str, parameter: &str) -> DynamicDeclaration {
    DynamicDeclaration {
        name: name.into(),
        description: description.into(),
        parameters: json!({
            "type": "object", "properties": {parameter: {"type": "string"}}, "required": [parameter],
            "additionalProperties": false
        }),
        read_only: true,
        category: ToolCategory::Structure,
        admin_only: false,
    }
}

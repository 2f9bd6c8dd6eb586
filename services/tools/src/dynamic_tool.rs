//! A tool that is described by data: known only when the program runs, as those of an MCP server are.

use std::sync::Arc;

use async_trait::async_trait;
use chatbot_core::model::ToolSpec;
use chatbot_core::{ChatbotTurnContext, ToolRequirement};
use chatbot_protocol::data_part::ToolDisplayInput;
use chatbot_store::PgConnection;
use serde_json::Value;

use crate::application::ApplicationConfiguration;
use crate::error::ChatbotResult;
use crate::prepared::{Completion, PreparedCall, ToolRun};
use crate::schema;
use crate::set::{self, AnyTool, ToolInfo};
use crate::tool::{self, ToolCategory};

/// What a tool is, before it is called.
#[derive(Clone, Debug, PartialEq)]
pub struct DynamicDeclaration {
    /// The name under which it is offered.
    pub name: String,
    /// What it does and when to use it, for the model.
    pub description: String,
    /// JSON Schema of the arguments.
    pub parameters: Value,
    /// Whether it changes nothing, so that it may run again after a crash.
    pub read_only: bool,
    /// By what a teacher finds it.
    pub category: ToolCategory,
    /// Whether only an administrator may switch it on.
    pub admin_only: bool,
}

/// A tool that is described by data.
#[async_trait]
pub trait DynamicTool: Send + Sync {
    /// What it is.
    fn declaration(&self) -> DynamicDeclaration;

    /// See [`crate::ChatbotToolDeclaration::offer_requirements`].
    fn offer_requirements(&self, user_context: &ChatbotTurnContext) -> Vec<ToolRequirement>;

    /// See [`crate::ChatbotTool::call_requirements`].
    fn call_requirements(&self, arguments: &Value, user_context: &ChatbotTurnContext)
    -> Vec<ToolRequirement>;

    /// See [`crate::ChatbotTool::validate`].
    ///
    /// # Errors
    /// The reason, for the log.
    fn validate(&self, _arguments: &Value, _user_context: &ChatbotTurnContext) -> Result<(), String> {
        Ok(())
    }

    /// See [`crate::ChatbotToolDeclaration::result_lasts`].
    fn result_lasts(&self) -> bool {
        true
    }

    /// What students see of a call's arguments.
    fn display_input(&self, _arguments: &Value) -> ToolDisplayInput {
        ToolDisplayInput::default()
    }

    /// Does the call's work, usually over the network: no connection is held. Gives the result for the model,
    /// in which everything that comes from outside is escaped ([`chatbot_core::fence::escape`]).
    async fn call(
        &self,
        app_config: &ApplicationConfiguration,
        arguments: &Value,
        user_context: &ChatbotTurnContext,
    ) -> ChatbotResult<String>;
}

/// A dynamic tool as an entry of a list.
pub struct DynamicEntry(pub Arc<dyn DynamicTool>);

impl AnyTool for DynamicEntry {
    fn info(&self) -> ChatbotResult<ToolInfo> {
        let declared = self.0.declaration();
        Ok(ToolInfo {
            schema: set::compile(&declared.name, declared.parameters.clone())?,
            spec: ToolSpec {
                name: declared.name,
                description: declared.description.into(),
                parameters: schema::advertised(&declared.parameters, false).into(),
                strict: false,
            },
            read_only: declared.read_only,
            category: declared.category,
            admin_only: declared.admin_only,
            completion: Completion::Server,
            result_lasts: self.0.result_lasts(),
            dynamic: true,
        })
    }

    fn offer_requirements(&self, user_context: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        self.0.offer_requirements(user_context)
    }

    fn display_input(&self, arguments: &Value) -> ToolDisplayInput {
        self.0.display_input(arguments)
    }

    fn parse(&self, arguments: &str) -> ChatbotResult<Box<dyn PreparedCall>> {
        let tool = Arc::clone(&self.0);
        Ok(Box::new(DynamicCall { tool, arguments: tool::parse(arguments)?, output: String::new() }))
    }
}

struct DynamicCall {
    tool: Arc<dyn DynamicTool>,
    arguments: Value,
    output: String,
}

#[async_trait]
impl PreparedCall for DynamicCall {
    fn requirements(&self, user_context: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        self.tool.call_requirements(&self.arguments, user_context)
    }

    fn validate(&self, user_context: &ChatbotTurnContext) -> Result<(), String> {
        self.tool.validate(&self.arguments, user_context)
    }

    async fn prepare(
        &mut self,
        app_config: &ApplicationConfiguration,
        user_context: &ChatbotTurnContext,
    ) -> ChatbotResult<()> {
        self.output = self.tool.call(app_config, &self.arguments, user_context).await?;
        Ok(())
    }

    async fn run(
        self: Box<Self>,
        _: &mut PgConnection,
        _: &ApplicationConfiguration,
        _: &ChatbotTurnContext,
    ) -> ChatbotResult<ToolRun> {
        Ok(ToolRun::of(tool::for_model(&self.output, None)))
    }
}

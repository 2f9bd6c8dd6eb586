//! A [`ChatbotTool`] as an entry of a list.

use std::marker::PhantomData;

use async_trait::async_trait;
use chatbot_core::{ChatbotTurnContext, ToolRequirement};
use chatbot_protocol::data_part::{ToolDisplayInput, ToolDisplayOutput};
use chatbot_store::PgConnection;
use serde_json::Value;

use crate::application::ApplicationConfiguration;
use crate::error::ChatbotResult;
use crate::prepared::{Completion, PreparedCall, ToolRun};
use crate::set::{AnyTool, ToolInfo};
use crate::tool::{ChatbotTool, ToolCategory};

/// A typed tool as an entry of a list.
pub struct TypedTool<T>(PhantomData<fn() -> T>);

impl<T> TypedTool<T> {
    /// The entry for this tool.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T> Default for TypedTool<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> AnyTool for TypedTool<T>
where
    T: ChatbotTool + Send + Sync + 'static,
    T::Arguments: Send + Sync + 'static,
{
    fn info(&self) -> ChatbotResult<ToolInfo> {
        ToolInfo::of::<T>(Completion::Server)
    }

    fn offer_requirements(&self, user_context: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        T::offer_requirements(user_context)
    }

    fn display_input(&self, arguments: &Value) -> ToolDisplayInput {
        T::display_input(arguments)
    }

    fn parse(&self, arguments: &str) -> ChatbotResult<Box<dyn PreparedCall>> {
        Ok(Box::new(TypedCall::<T> { arguments: T::parse_arguments(arguments.to_owned())? }))
    }
}

struct TypedCall<T: ChatbotTool> {
    arguments: T::Arguments,
}

#[async_trait]
impl<T> PreparedCall for TypedCall<T>
where
    T: ChatbotTool + Send + Sync + 'static,
    T::Arguments: Send + Sync + 'static,
{
    fn requirements(&self, user_context: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        T::call_requirements(&self.arguments, user_context)
    }

    fn validate(&self, user_context: &ChatbotTurnContext) -> Result<(), String> {
        T::validate(&self.arguments, user_context)
    }

    async fn prepare(
        &mut self,
        app_config: &ApplicationConfiguration,
        _: &ChatbotTurnContext,
    ) -> ChatbotResult<()> {
        T::prepare(&mut self.arguments, app_config).await
    }

    async fn run(
        self: Box<Self>,
        conn: &mut PgConnection,
        app_config: &ApplicationConfiguration,
        user_context: &ChatbotTurnContext,
    ) -> ChatbotResult<ToolRun> {
        let tool = T::from_db_and_arguments(conn, app_config, self.arguments, user_context).await?;
        let citations = tool.citations();
        let found = u32::try_from(citations.len()).ok().filter(|_| T::CATEGORY == ToolCategory::Material);
        Ok(ToolRun {
            output: tool.get_tool_output(),
            citations,
            display: ToolDisplayOutput { found, answer: None },
        })
    }
}

//! A tool that changes something, after a person has approved it in the page.

use std::future::Future;
use std::marker::PhantomData;

use async_trait::async_trait;
use chatbot_core::{ChatbotTurnContext, ToolRequirement};
use chatbot_protocol::data_part::ToolDisplayInput;
use chatbot_store::PgConnection;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::application::ApplicationConfiguration;
use crate::error::ChatbotResult;
use crate::prepared::{Completion, PreparedCall, ToolRun};
use crate::set::{AnyTool, ToolInfo};
use crate::tool::{self, ChatbotToolDeclaration};

/// A tool that changes something. Its effect and the record of it are one transaction.
pub trait ActionTool: ChatbotToolDeclaration {
    /// What the model has to say to call it.
    type Arguments: DeserializeOwned;

    /// See [`crate::ChatbotTool::call_requirements`]: on the very target. Checked again before it runs.
    fn call_requirements(
        arguments: &Self::Arguments,
        user_context: &ChatbotTurnContext,
    ) -> Vec<ToolRequirement>;

    /// What would happen, and to whom, in words for the person who is to approve it.
    fn describe(
        conn: &mut PgConnection,
        arguments: &Self::Arguments,
        user_context: &ChatbotTurnContext,
    ) -> impl Future<Output = ChatbotResult<String>> + Send;

    /// Does it, with nothing but the transaction that it is given; gives the result for the model.
    fn execute(
        conn: &mut PgConnection,
        app_config: &ApplicationConfiguration,
        arguments: Self::Arguments,
        user_context: &ChatbotTurnContext,
    ) -> impl Future<Output = ChatbotResult<String>> + Send;

    /// See [`crate::ChatbotTool::parse_arguments`].
    ///
    /// # Errors
    /// [`crate::ChatbotErrorType::InvalidToolArguments`], which is told to the model.
    fn parse_arguments(args_string: String) -> ChatbotResult<Self::Arguments> {
        tool::parse(&args_string)
    }

    /// See [`crate::ChatbotTool::validate`].
    ///
    /// # Errors
    /// The reason, for the log.
    fn validate(_arguments: &Self::Arguments, _user_context: &ChatbotTurnContext) -> Result<(), String> {
        Ok(())
    }
}

/// An action tool as an entry of a list.
pub struct TypedActionTool<T>(PhantomData<fn() -> T>);

impl<T> TypedActionTool<T> {
    /// The entry for this tool.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T> Default for TypedActionTool<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> AnyTool for TypedActionTool<T>
where
    T: ActionTool + Send + Sync + 'static,
    T::Arguments: Send + Sync + 'static,
{
    fn info(&self) -> ChatbotResult<ToolInfo> {
        ToolInfo::of::<T>(Completion::Approval)
    }

    fn offer_requirements(&self, user_context: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        T::offer_requirements(user_context)
    }

    fn display_input(&self, arguments: &Value) -> ToolDisplayInput {
        T::display_input(arguments)
    }

    fn parse(&self, arguments: &str) -> ChatbotResult<Box<dyn PreparedCall>> {
        Ok(Box::new(ActionCall::<T> { arguments: T::parse_arguments(arguments.to_owned())? }))
    }
}

struct ActionCall<T: ActionTool> {
    arguments: T::Arguments,
}

#[async_trait]
impl<T> PreparedCall for ActionCall<T>
where
    T: ActionTool + Send + Sync + 'static,
    T::Arguments: Send + Sync + 'static,
{
    fn requirements(&self, user_context: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        T::call_requirements(&self.arguments, user_context)
    }

    fn validate(&self, user_context: &ChatbotTurnContext) -> Result<(), String> {
        T::validate(&self.arguments, user_context)
    }

    async fn describe(
        &self,
        conn: &mut PgConnection,
        user_context: &ChatbotTurnContext,
    ) -> ChatbotResult<Option<String>> {
        T::describe(conn, &self.arguments, user_context).await.map(Some)
    }

    async fn run(
        self: Box<Self>,
        conn: &mut PgConnection,
        app_config: &ApplicationConfiguration,
        user_context: &ChatbotTurnContext,
    ) -> ChatbotResult<ToolRun> {
        let output = T::execute(conn, app_config, self.arguments, user_context).await?;
        Ok(ToolRun::of(tool::for_model(&output, None)))
    }
}

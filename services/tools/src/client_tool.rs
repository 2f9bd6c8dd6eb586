//! A tool that the page completes: it asks the student, or reads what only the browser knows.

use std::marker::PhantomData;

use async_trait::async_trait;
use chatbot_core::{ChatbotTurnContext, ToolRequirement};
use chatbot_protocol::data_part::{ToolDisplayInput, ToolDisplayOutput};
use chatbot_store::PgConnection;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::application::ApplicationConfiguration;
use crate::error::{ChatbotError, ChatbotErrorType, ChatbotResult};
use crate::prepared::{Completion, PreparedCall, ToolRun};
use crate::set::{AnyTool, ToolInfo};
use crate::tool::{self, ChatbotToolDeclaration};

/// A tool that the page completes. What the page needs for that is in `display_input`'s `for_page`.
pub trait ClientTool: ChatbotToolDeclaration {
    /// What the model has to say to call it.
    type Arguments: DeserializeOwned;
    /// What the page answers.
    type Answer: DeserializeOwned;

    /// See [`crate::ChatbotTool::call_requirements`]. Checked again when the answer comes.
    fn call_requirements(
        arguments: &Self::Arguments,
        user_context: &ChatbotTurnContext,
    ) -> Vec<ToolRequirement>;

    /// Whether this is an answer to this call. Whatever the page could not have sent is refused here.
    ///
    /// # Errors
    /// What is wrong with it, in words for the page.
    fn check_answer(
        arguments: &Self::Arguments,
        answer: &Self::Answer,
        user_context: &ChatbotTurnContext,
    ) -> Result<(), String>;

    /// The result, for the model. Text of people in it must be escaped ([`chatbot_core::fence::escape`]).
    fn output(arguments: &Self::Arguments, answer: &Self::Answer) -> String;

    /// See [`crate::ChatbotTool::parse_arguments`].
    ///
    /// # Errors
    /// [`ChatbotErrorType::InvalidToolArguments`], which is told to the model.
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

/// A client tool as an entry of a list.
pub struct TypedClientTool<T>(PhantomData<fn() -> T>);

impl<T> TypedClientTool<T> {
    /// The entry for this tool.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T> Default for TypedClientTool<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> AnyTool for TypedClientTool<T>
where
    T: ClientTool + Send + Sync + 'static,
    T::Arguments: Send + Sync + 'static,
{
    fn info(&self) -> ChatbotResult<ToolInfo> {
        ToolInfo::of::<T>(Completion::Page)
    }

    fn offer_requirements(&self, user_context: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        T::offer_requirements(user_context)
    }

    fn display_input(&self, arguments: &Value) -> ToolDisplayInput {
        T::display_input(arguments)
    }

    fn parse(&self, arguments: &str) -> ChatbotResult<Box<dyn PreparedCall>> {
        Ok(Box::new(ClientCall::<T> { arguments: T::parse_arguments(arguments.to_owned())? }))
    }
}

struct ClientCall<T: ClientTool> {
    arguments: T::Arguments,
}

#[async_trait]
impl<T> PreparedCall for ClientCall<T>
where
    T: ClientTool + Send + Sync + 'static,
    T::Arguments: Send + Sync + 'static,
{
    fn requirements(&self, user_context: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        T::call_requirements(&self.arguments, user_context)
    }

    fn validate(&self, user_context: &ChatbotTurnContext) -> Result<(), String> {
        T::validate(&self.arguments, user_context)
    }

    async fn run(
        self: Box<Self>,
        _: &mut PgConnection,
        _: &ApplicationConfiguration,
        _: &ChatbotTurnContext,
    ) -> ChatbotResult<ToolRun> {
        Err(ChatbotError::new(ChatbotErrorType::Internal, "only the page can complete this call"))
    }

    fn answered(&self, answer: &Value, user_context: &ChatbotTurnContext) -> ChatbotResult<ToolRun> {
        let refused = |why: String| ChatbotError::new(ChatbotErrorType::InvalidToolArguments, why);
        let read: T::Answer =
            serde_json::from_value(answer.clone()).map_err(|error| refused(error.to_string()))?;
        T::check_answer(&self.arguments, &read, user_context).map_err(refused)?;
        Ok(ToolRun {
            output: tool::for_model(&T::output(&self.arguments, &read), None),
            citations: Vec::new(),
            display: ToolDisplayOutput { found: None, answer: Some(answer.clone()) },
        })
    }
}

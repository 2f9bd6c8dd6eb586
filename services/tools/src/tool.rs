//! The traits of a tool that runs on the server.

use std::future::Future;

use chatbot_core::{ChatbotTurnContext, ToolCitation, ToolRequirement, fence, text};
use chatbot_protocol::data_part::ToolDisplayInput;
use chatbot_store::PgConnection;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::application::ApplicationConfiguration;
use crate::error::{ChatbotError, ChatbotErrorType, ChatbotResult};

/// The longest output that a model is given, in characters.
pub const LONGEST_OUTPUT: usize = 24_000;
/// What instructions and the fence may add to it.
const WRAPPING: usize = 4_000;

/// By what a teacher finds a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolCategory {
    /// Tools that read the course's pages.
    Material,
    /// Tools that read how far people are.
    Progress,
    /// Tools that tell how a course is built.
    Structure,
}

/// What a tool is, before it is called.
pub trait ChatbotToolDeclaration {
    /// The name under which it is offered; its file has the same.
    const NAME: &'static str;
    /// What it does and when to use it, for the model.
    const DESCRIPTION: &'static str;
    /// Whether the provider should enforce the schema.
    const STRICT: bool = false;
    /// Whether it changes nothing, so that it may run again after a crash.
    const READ_ONLY: bool = true;
    /// By what a teacher finds it.
    const CATEGORY: ToolCategory;
    /// Whether only an administrator may switch it on.
    const ADMIN_ONLY: bool = false;

    /// JSON Schema of the arguments, derived from their type by [`crate::schema::of`].
    fn parameters() -> Value;

    /// What the caller must be allowed to do for the tool to be offered at all.
    fn offer_requirements(user_context: &ChatbotTurnContext) -> Vec<ToolRequirement>;

    /// Whether a result outlives the answer it was for. Say no where what it tells changes and is not checked again
    /// (how far somebody is, what is open, titles): in later turns the model is told to call again instead.
    fn result_lasts() -> bool {
        true
    }

    /// What students see of a call's arguments.
    fn display_input(_arguments: &Value) -> ToolDisplayInput {
        ToolDisplayInput::default()
    }
}

/// A tool that runs on the server.
pub trait ChatbotTool: ChatbotToolDeclaration {
    /// What the model has to say to call it.
    type Arguments: DeserializeOwned;

    /// What the caller must be allowed to do against what this call actually targets. The model picks the
    /// target, so this is the check that binds: the tool names every resource that the call touches.
    fn call_requirements(
        arguments: &Self::Arguments,
        user_context: &ChatbotTurnContext,
    ) -> Vec<ToolRequirement>;

    /// Does the call's database work.
    fn from_db_and_arguments(
        conn: &mut PgConnection,
        app_config: &ApplicationConfiguration,
        arguments: Self::Arguments,
        user_context: &ChatbotTurnContext,
    ) -> impl Future<Output = ChatbotResult<Self>> + Send
    where
        Self: Sized;

    /// The result, for the model. Text from pages and people in it must be escaped ([`fence::escape`]).
    fn output(&self) -> String;

    /// How the model should describe the output; a just-in-time prompt.
    fn output_description_instructions(&self) -> Option<String>;

    /// Parses and validates what the model sent. Every constraint that the tool relies on is enforced here,
    /// whatever the schema says.
    ///
    /// # Errors
    /// [`ChatbotErrorType::InvalidToolArguments`], which is told to the model.
    fn parse_arguments(args_string: String) -> ChatbotResult<Self::Arguments> {
        parse(&args_string)
    }

    /// A gate before anything of the round runs: pure, and the same verdict for the same arguments.
    ///
    /// # Errors
    /// The reason, for the log; it never reaches a model or a student.
    fn validate(_arguments: &Self::Arguments, _user_context: &ChatbotTurnContext) -> Result<(), String> {
        Ok(())
    }

    /// Network work of a call, done while no connection is held.
    fn prepare(
        _arguments: &mut Self::Arguments,
        _app_config: &ApplicationConfiguration,
    ) -> impl Future<Output = ChatbotResult<()>> + Send {
        std::future::ready(Ok(()))
    }

    /// Page references that the output cites, numbered as the model was told. Empty for a tool whose output
    /// is no quotable material.
    fn citations(&self) -> Vec<ToolCitation> {
        Vec::new()
    }

    /// Output and instructions as the model is given them: bounded, delimited, and saying so when shortened.
    fn get_tool_output(&self) -> String {
        for_model(&self.output(), self.output_description_instructions().as_deref())
    }
}

/// A result that is bounded whatever its tool did; those of [`for_model`] are.
pub fn bounded(output: String) -> String {
    let longest = LONGEST_OUTPUT + WRAPPING;
    // No character has less than a byte.
    if output.len() <= longest || !text::first_chars(&output, longest).1 {
        return output;
    }
    for_model(&output, None)
}

/// A result as a model is given it: bounded, delimited, and saying so when shortened.
pub(crate) fn for_model(output: &str, instructions: Option<&str>) -> String {
    let (shown, shortened) = text::first_chars(output, LONGEST_OUTPUT);
    let note = if shortened {
        let left_out = output.chars().count() - LONGEST_OUTPUT;
        format!("\n[shortened: {left_out} more characters are not shown]")
    } else {
        String::new()
    };
    fence::tool_result(&text::storable(&format!("{shown}{note}")), instructions)
}

/// The derived deserialization, its fault in the words that a model is told.
pub(crate) fn parse<Arguments: DeserializeOwned>(text: &str) -> ChatbotResult<Arguments> {
    serde_json::from_str(text).map_err(|error| invalid(error.to_string()))
}

/// Arguments that cannot be meant, in the words that a model is told.
pub(crate) fn invalid(why: impl Into<String>) -> ChatbotError {
    ChatbotError::new(ChatbotErrorType::InvalidToolArguments, why)
}

/// Refuses what is longer than so many characters.
pub(crate) fn at_most(longest: usize, field: &str, value: &str) -> ChatbotResult<()> {
    let length = value.chars().count();
    if length > longest {
        return Err(invalid(format!("`{field}` must have at most {longest} characters, it has {length}")));
    }
    Ok(())
}

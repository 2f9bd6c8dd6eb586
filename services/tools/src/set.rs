//! A set of tools behind one dyn-safe trait, so that the engine needs to know none of their types.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;

use async_trait::async_trait;
use chatbot_core::model::ToolSpec;
use chatbot_core::pipeline::ArgumentSchema;
use chatbot_core::{ChatbotTurnContext, ToolCitation, ToolRequirement};
use chatbot_protocol::data_part::{ToolDisplayInput, ToolDisplayOutput};
use chatbot_store::PgConnection;
use serde_json::Value;

use crate::application::ApplicationConfiguration;
use crate::error::{ChatbotError, ChatbotErrorType, ChatbotResult};
use crate::schema;
use crate::tool::{ChatbotTool, ToolCategory};

/// What is known of a tool without calling it.
#[derive(Clone, Debug)]
pub struct ToolInfo {
    /// As it is advertised to a model.
    pub spec: ToolSpec,
    /// What its arguments are validated against.
    pub schema: Arc<ArgumentSchema>,
    /// Whether it changes nothing.
    pub read_only: bool,
    /// By what a teacher finds it.
    pub category: ToolCategory,
}

/// What a call gave.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolRun {
    /// For the model.
    pub output: String,
    /// The passages it brought.
    pub citations: Vec<ToolCitation>,
    /// For the student.
    pub display: ToolDisplayOutput,
}

/// A call whose arguments are parsed: it can say what it requires, and run.
#[async_trait]
pub trait PreparedCall: Send + Sync {
    /// What the caller must be allowed to do.
    fn requirements(&self, user_context: &ChatbotTurnContext) -> Vec<ToolRequirement>;

    /// The gate before anything of the round runs.
    ///
    /// # Errors
    /// The reason, for the log only.
    fn validate(&self, user_context: &ChatbotTurnContext) -> Result<(), String>;

    /// Network work, while no connection is held.
    async fn prepare(&mut self, app_config: &ApplicationConfiguration) -> ChatbotResult<()>;

    /// Database work.
    async fn run(
        self: Box<Self>,
        conn: &mut PgConnection,
        app_config: &ApplicationConfiguration,
        user_context: &ChatbotTurnContext,
    ) -> ChatbotResult<ToolRun>;
}

/// A set of tools.
pub trait ToolSet: Send + Sync {
    /// Its tools, by name.
    fn tools(&self) -> Vec<ToolInfo>;

    /// What the caller must be allowed to do for a tool to be offered; `None` when there is no such tool.
    fn offer_requirements(
        &self,
        name: &str,
        user_context: &ChatbotTurnContext,
    ) -> Option<Vec<ToolRequirement>>;

    /// What students see of a call's arguments.
    fn display_input(&self, name: &str, arguments: &str) -> ToolDisplayInput;

    /// Parses a call's arguments; `None` when there is no such tool.
    fn parse(&self, name: &str, arguments: &str) -> Option<ChatbotResult<Box<dyn PreparedCall>>>;
}

/// A tool of the list, its type forgotten.
pub trait AnyTool: Send + Sync {
    /// What is known of it.
    ///
    /// # Errors
    /// [`ChatbotErrorType::InvalidToolSet`] when its schema does not compile.
    fn info(&self) -> ChatbotResult<ToolInfo>;
    /// See [`ToolSet::offer_requirements`].
    fn offer_requirements(&self, user_context: &ChatbotTurnContext) -> Vec<ToolRequirement>;
    /// See [`ToolSet::display_input`].
    fn display_input(&self, arguments: &Value) -> ToolDisplayInput;
    /// See [`ToolSet::parse`].
    fn parse(&self, arguments: &str) -> ChatbotResult<Box<dyn PreparedCall>>;
}

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
        let derived = T::parameters();
        let spec = ToolSpec {
            name: T::NAME.to_owned(),
            description: T::DESCRIPTION.to_owned(),
            parameters: schema::advertised(&derived, T::STRICT),
            strict: T::STRICT,
        };
        let schema = ArgumentSchema::compile(derived).map_err(|problem| {
            let message = format!("the schema of {} does not compile: {problem}", T::NAME);
            ChatbotError::new(ChatbotErrorType::InvalidToolSet, message)
        })?;
        Ok(ToolInfo { spec, schema: Arc::new(schema), read_only: T::READ_ONLY, category: T::CATEGORY })
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

    async fn prepare(&mut self, app_config: &ApplicationConfiguration) -> ChatbotResult<()> {
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
        Ok(ToolRun { output: tool.get_tool_output(), citations, display: ToolDisplayOutput { found } })
    }
}

/// A list of tools with distinct names, whose schemas are compiled once.
pub struct ToolList {
    tools: BTreeMap<String, Entry>,
}

struct Entry {
    info: ToolInfo,
    tool: Box<dyn AnyTool>,
}

impl ToolList {
    /// Makes a set of a list.
    ///
    /// # Errors
    /// [`ChatbotErrorType::InvalidToolSet`] when two tools have one name, or a schema does not compile.
    pub fn new(list: Vec<Box<dyn AnyTool>>) -> ChatbotResult<Self> {
        let mut tools = BTreeMap::new();
        for tool in list {
            let info = tool.info()?;
            let name = info.spec.name.clone();
            if tools.insert(name.clone(), Entry { info, tool }).is_some() {
                let message = format!("two tools are called {name}");
                return Err(ChatbotError::new(ChatbotErrorType::InvalidToolSet, message));
            }
        }
        Ok(Self { tools })
    }
}

impl ToolSet for ToolList {
    fn tools(&self) -> Vec<ToolInfo> {
        self.tools.values().map(|entry| entry.info.clone()).collect()
    }

    fn offer_requirements(
        &self,
        name: &str,
        user_context: &ChatbotTurnContext,
    ) -> Option<Vec<ToolRequirement>> {
        Some(self.tools.get(name)?.tool.offer_requirements(user_context))
    }

    fn display_input(&self, name: &str, arguments: &str) -> ToolDisplayInput {
        match (self.tools.get(name), serde_json::from_str::<Value>(arguments)) {
            (Some(entry), Ok(arguments)) => entry.tool.display_input(&arguments),
            _ => ToolDisplayInput::default(),
        }
    }

    fn parse(&self, name: &str, arguments: &str) -> Option<ChatbotResult<Box<dyn PreparedCall>>> {
        Some(self.tools.get(name)?.tool.parse(arguments))
    }
}

#[cfg(test)]
mod tests;

//! A set of tools behind one dyn-safe trait, so that the engine needs to know none of their types.

use std::collections::BTreeMap;
use std::sync::Arc;

use chatbot_core::model::ToolSpec;
use chatbot_core::pipeline::ArgumentSchema;
use chatbot_core::{ChatbotTurnContext, ToolRequirement};
use chatbot_protocol::data_part::ToolDisplayInput;
use serde_json::Value;

use crate::error::{ChatbotError, ChatbotErrorType, ChatbotResult};
use crate::prepared::{Completion, PreparedCall};
use crate::schema;
use crate::tool::{ChatbotToolDeclaration, ToolCategory};

/// What is known of a tool without calling it.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "what a tool is, each on its own")]
pub struct ToolInfo {
    /// As it is advertised to a model.
    pub spec: ToolSpec,
    /// What its arguments are validated against.
    pub schema: Arc<ArgumentSchema>,
    /// Whether it changes nothing.
    pub read_only: bool,
    /// By what a teacher finds it.
    pub category: ToolCategory,
    /// Whether only an administrator may switch it on.
    pub admin_only: bool,
    /// Who completes its calls.
    pub completion: Completion,
    /// Whether a result outlives the answer it was for.
    pub result_lasts: bool,
    /// Whether it is described by data, so that no page was compiled for it.
    pub dynamic: bool,
}

impl ToolInfo {
    /// What is known of a declared tool.
    ///
    /// # Errors
    /// [`ChatbotErrorType::InvalidToolSet`] when its schema does not compile.
    pub(crate) fn of<T: ChatbotToolDeclaration>(completion: Completion) -> ChatbotResult<Self> {
        let derived = T::parameters();
        let spec = ToolSpec {
            name: T::NAME.to_owned(),
            description: T::DESCRIPTION.into(),
            parameters: schema::advertised(&derived, T::STRICT).into(),
            strict: T::STRICT,
        };
        Ok(Self {
            schema: compile(T::NAME, derived)?,
            spec,
            // What changes something is asked for, and runs once.
            read_only: T::READ_ONLY && completion != Completion::Approval,
            category: T::CATEGORY,
            admin_only: T::ADMIN_ONLY,
            completion,
            result_lasts: T::result_lasts(),
            dynamic: false,
        })
    }
}

pub(crate) fn compile(name: &str, derived: Value) -> ChatbotResult<Arc<ArgumentSchema>> {
    ArgumentSchema::compile(derived).map(Arc::new).map_err(|problem| {
        let message = format!("the schema of {name} does not compile: {problem}");
        ChatbotError::new(ChatbotErrorType::InvalidToolSet, message)
    })
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

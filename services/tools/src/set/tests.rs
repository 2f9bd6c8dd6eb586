//! Sets that must not start.

use serde_json::json;

use chatbot_store::PgConnection;

use super::*;
use crate::{ApplicationConfiguration, ChatbotTool, toolset};

struct Odd<const VALID: bool>;

impl<const VALID: bool> crate::ChatbotToolDeclaration for Odd<VALID> {
    const NAME: &'static str = "odd";
    const DESCRIPTION: &'static str = "Odd.";
    const CATEGORY: ToolCategory = ToolCategory::Material;

    fn parameters() -> Value {
        if VALID {
            json!({"type": "object"})
        } else {
            json!({"type": "object", "properties": {"a": {"pattern": "["}}})
        }
    }

    fn offer_requirements(_: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        Vec::new()
    }
}

impl<const VALID: bool> ChatbotTool for Odd<VALID> {
    type Arguments = Value;

    fn call_requirements(_: &Value, _: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        Vec::new()
    }

    async fn from_db_and_arguments(
        _: &mut PgConnection,
        _: &ApplicationConfiguration,
        _: Value,
        _: &ChatbotTurnContext,
    ) -> ChatbotResult<Self> {
        Ok(Self)
    }

    fn output(&self) -> String {
        String::new()
    }

    fn output_description_instructions(&self) -> Option<String> {
        None
    }
}

#[test]
fn two_tools_of_one_name_do_not_start() {
    let error = toolset![Odd<true>, Odd<true>].err().unwrap();
    assert_eq!(error.error_type(), ChatbotErrorType::InvalidToolSet);
    assert!(error.to_string().contains("odd"));
}

#[test]
fn a_schema_that_does_not_compile_does_not_start() {
    let error = toolset![Odd<false>].err().unwrap();
    assert_eq!(error.error_type(), ChatbotErrorType::InvalidToolSet);
}

#[test]
fn every_shipped_tool_is_advertised_the_same_on_every_build() {
    let spec = |info: ToolInfo| (info.spec.name, info.spec.parameters.to_string());
    let build = || crate::shipped().unwrap().tools().into_iter().map(spec).collect::<Vec<_>>();
    assert_eq!(build(), build());
}

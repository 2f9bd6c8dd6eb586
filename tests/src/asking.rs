//! Tools that wait for a student, and one that is described by data: one of each kind that no shipped tool is of.

use async_trait::async_trait;
use chatbot_core::node::PageNode;
use chatbot_core::tool::{Action, Resource};
use chatbot_core::{ChatbotTurnContext, ToolRequirement, fence};
use chatbot_protocol::data_part::ToolDisplayInput;
use chatbot_store::{PgConnection, StoreError};
use chatbot_tools::{
    ActionTool, ApplicationConfiguration, ChatbotResult, ChatbotToolDeclaration, ClientTool,
    DynamicDeclaration, DynamicTool, ToolCategory, schema,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::elsewhere::about_a_word;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// What to ask.
    pub question: String,
    /// What can be answered.
    pub choices: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    pub choice: String,
}

/// Asks the student to choose.
pub struct AskStudent;

impl ChatbotToolDeclaration for AskStudent {
    const NAME: &'static str = "ask_student";
    const DESCRIPTION: &'static str = "Asks the student.";
    const CATEGORY: ToolCategory = ToolCategory::Progress;

    fn parameters() -> Value {
        schema::of::<Question>()
    }

    fn offer_requirements(context: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        vec![ToolRequirement::CourseMaterial(context.course_id)]
    }

    fn display_input(arguments: &Value) -> ToolDisplayInput {
        ToolDisplayInput {
            about: arguments["question"].as_str().map(str::to_owned),
            for_page: Some(json!({"choices": arguments["choices"]})),
        }
    }
}

impl ClientTool for AskStudent {
    type Arguments = Question;
    type Answer = Choice;

    fn call_requirements(_: &Question, context: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        vec![ToolRequirement::CourseMaterial(context.course_id)]
    }

    fn check_answer(arguments: &Question, answer: &Choice, _: &ChatbotTurnContext) -> Result<(), String> {
        let offered = arguments.choices.contains(&answer.choice);
        if offered { Ok(()) } else { Err("this was not among the choices".to_owned()) }
    }

    fn output(_: &Question, answer: &Choice) -> String {
        format!("The student chose {}.", fence::escape(&answer.choice))
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Renaming {
    /// The page.
    pub page: PageNode,
    /// Its new title; `fail`, `panic` and `hang` do so after the page was changed.
    pub title: String,
}

/// Renames a page, for whoever may read it.
pub struct RenamePage;

impl ChatbotToolDeclaration for RenamePage {
    const NAME: &'static str = "rename_page";
    const DESCRIPTION: &'static str = "Renames a page.";
    const CATEGORY: ToolCategory = ToolCategory::Material;

    fn parameters() -> Value {
        schema::of::<Renaming>()
    }

    fn offer_requirements(context: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        vec![ToolRequirement::CourseMaterial(context.course_id)]
    }
}

impl ActionTool for RenamePage {
    type Arguments = Renaming;

    fn call_requirements(arguments: &Renaming, _: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        let page = Resource::Page(arguments.page.0);
        vec![ToolRequirement::ActionOnResource(Action::ViewMaterial, page)]
    }

    async fn describe(
        conn: &mut PgConnection,
        arguments: &Renaming,
        _: &ChatbotTurnContext,
    ) -> ChatbotResult<String> {
        let title: String = sqlx::query_scalar("select title from lms.pages where id = $1")
            .bind(arguments.page.0.0)
            .fetch_one(conn)
            .await
            .map_err(StoreError::from)?;
        Ok(format!("Rename “{title}” to “{}”", arguments.title))
    }

    async fn execute(
        conn: &mut PgConnection,
        _: &ApplicationConfiguration,
        arguments: Renaming,
        _: &ChatbotTurnContext,
    ) -> ChatbotResult<String> {
        sqlx::query("update lms.pages set title = $2, revision = revision + 1 where id = $1")
            .bind(arguments.page.0.0)
            .bind(&arguments.title)
            .execute(&mut *conn)
            .await
            .map_err(StoreError::from)?;
        match arguments.title.as_str() {
            "panic" => panic!("a secret in a panic"),
            "hang" => {
                sqlx::query("select pg_sleep(60)").execute(conn).await.map_err(StoreError::from)?;
            }
            "fail" => {
                let error = sqlx::query("select secret from nowhere").execute(conn).await.unwrap_err();
                return Err(StoreError::from(error).into());
            }
            _ => {}
        }
        Ok("The page has its new title.".to_owned())
    }
}

/// Knows the weather, as a server elsewhere would.
pub struct Weather;

#[async_trait]
impl DynamicTool for Weather {
    fn declaration(&self) -> DynamicDeclaration {
        DynamicDeclaration { admin_only: true, ..about_a_word("weather", "Tells the weather.", "place") }
    }

    fn offer_requirements(&self, _: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        Vec::new()
    }

    fn call_requirements(&self, _: &Value, context: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        vec![ToolRequirement::CourseMaterial(context.course_id)]
    }

    fn validate(&self, arguments: &Value, _: &ChatbotTurnContext) -> Result<(), String> {
        if arguments["place"] == "Mordor" { Err("a secret reason of the gate".to_owned()) } else { Ok(()) }
    }

    async fn call(
        &self,
        _: &ApplicationConfiguration,
        arguments: &Value,
        _: &ChatbotTurnContext,
    ) -> ChatbotResult<String> {
        let place = arguments["place"].as_str().unwrap_or_default();
        Ok(format!("Rain in {}.", fence::escape(place)))
    }
}

//! A tool that does as its argument says, for what shipped tools never do.

use std::sync::Mutex;
use std::time::Duration;

use chatbot_core::node::PageNode;
use chatbot_core::{ChatbotTurnContext, ToolCitation, ToolRequirement};
use chatbot_protocol::PassageId;
use chatbot_store::PgConnection;
use chatbot_tools::{
    ApplicationConfiguration, ChatbotResult, ChatbotTool, ChatbotToolDeclaration, ToolCategory, schema,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use crate::world::KEYS_PAGE;

/// What every call that ran was given, by turn, in the order in which they ran.
static RAN: Mutex<Vec<(Uuid, String)>> = Mutex::new(Vec::new());

/// What ran in a turn.
pub fn ran(turn: Uuid) -> Vec<String> {
    let ran = RAN.lock().unwrap();
    ran.iter().filter(|(of, _)| *of == turn).map(|(_, how)| how.clone()).collect()
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnrulyArguments {
    /// `panic`, `hang`, `sleep` (in the database), `fail`, `slow`, `refuse` (its gate says no), `hide` (hides the page), `unstorable` (finds what
    /// Postgres does not take), or anything.
    pub how: String,
    /// A page of the course.
    pub page: Option<PageNode>,
}

/// The tool.
pub struct Unruly {
    how: String,
    first_source: u32,
}

impl ChatbotToolDeclaration for Unruly {
    const NAME: &'static str = "unruly";
    const DESCRIPTION: &'static str = "Misbehaves.";
    const CATEGORY: ToolCategory = ToolCategory::Progress;
    const STRICT: bool = true;

    fn parameters() -> Value {
        schema::of::<UnrulyArguments>()
    }

    fn offer_requirements(context: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        vec![ToolRequirement::CourseMaterial(context.course_id)]
    }
}

impl ChatbotTool for Unruly {
    type Arguments = UnrulyArguments;

    fn call_requirements(_: &Self::Arguments, _: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        Vec::new()
    }

    fn validate(arguments: &Self::Arguments, _: &ChatbotTurnContext) -> Result<(), String> {
        if arguments.how == "refuse" { Err("a secret reason of the gate".to_owned()) } else { Ok(()) }
    }

    async fn from_db_and_arguments(
        conn: &mut PgConnection,
        _: &ApplicationConfiguration,
        arguments: Self::Arguments,
        context: &ChatbotTurnContext,
    ) -> ChatbotResult<Self> {
        RAN.lock().unwrap().push((context.turn_id.0, arguments.how.clone()));
        match arguments.how.as_str() {
            "panic" => panic!("a secret in a panic"),
            "hang" => tokio::time::sleep(Duration::from_mins(1)).await,
            "sleep" => {
                let asleep = sqlx::query("select pg_sleep(60)").execute(conn).await;
                asleep.map_err(chatbot_store::StoreError::from)?;
            }
            "slow" => tokio::time::sleep(Duration::from_millis(100)).await,
            "hide" => {
                let hide = sqlx::query("update lms.pages set hidden = true where id = $1");
                let page = arguments.page.map(|page| page.0.0);
                hide.bind(page).execute(conn).await.map_err(chatbot_store::StoreError::from)?;
            }
            "fail" => {
                let error = sqlx::query("select secret from nowhere").execute(conn).await.unwrap_err();
                return Err(chatbot_store::StoreError::from(error).into());
            }
            _ => {}
        }
        Ok(Self { how: arguments.how, first_source: context.first_source_number })
    }

    fn output(&self) -> String {
        format!("did {}", self.how)
    }

    fn output_description_instructions(&self) -> Option<String> {
        None
    }

    fn citations(&self) -> Vec<ToolCitation> {
        if self.how == "unstorable" { vec![unstorable(self.first_source)] } else { Vec::new() }
    }
}

/// A passage with a character that Postgres has no place for.
fn unstorable(citation_number: u32) -> ToolCitation {
    ToolCitation {
        citation_number,
        page_id: KEYS_PAGE,
        passage_id: PassageId(Uuid::from_u128(0x99)),
        page_revision: 1,
        title: "Keys".into(),
        chapter: None,
        section: None,
        snippet: "A primary key\0 identifies every row.".into(),
        document_url: "/courses/databases/relations/keys".into(),
        anchor: String::new(),
        passage_hash: [0; 32],
    }
}

/// A tool that gives ten megabytes, and asks nobody how much a model is given.
pub struct Flood;

impl ChatbotToolDeclaration for Flood {
    const NAME: &'static str = "flood";
    const DESCRIPTION: &'static str = "Gives far too much.";
    const CATEGORY: ToolCategory = ToolCategory::Progress;

    fn parameters() -> Value {
        schema::of::<UnrulyArguments>()
    }

    fn offer_requirements(_: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        Vec::new()
    }
}

impl ChatbotTool for Flood {
    type Arguments = UnrulyArguments;

    fn call_requirements(_: &Self::Arguments, _: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        Vec::new()
    }

    async fn from_db_and_arguments(
        _: &mut PgConnection,
        _: &ApplicationConfiguration,
        _: Self::Arguments,
        _: &ChatbotTurnContext,
    ) -> ChatbotResult<Self> {
        Ok(Self)
    }

    fn output(&self) -> String {
        "flood ".repeat(1_750_000)
    }

    fn output_description_instructions(&self) -> Option<String> {
        None
    }

    fn get_tool_output(&self) -> String {
        self.output()
    }
}

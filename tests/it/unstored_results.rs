//! Calls that ran, and whose results cannot be stored: what may have been done is not done again, and the turn goes on.

use std::sync::Arc;

use chatbot_core::{ChatbotTurnContext, ToolCitation, ToolRequirement};
use chatbot_protocol::PassageId;
use chatbot_store::PgConnection;
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{Call, Text};
use chatbot_tests::unruly::UnrulyArguments;
use chatbot_tests::wire::text_of;
use chatbot_tests::world::{KEYS_PAGE, STUDENT, config};
use chatbot_tools::{
    ApplicationConfiguration, ChatbotResult, ChatbotTool, ChatbotToolDeclaration, ToolCategory, schema,
    toolset,
};
use serde_json::Value;
use sqlx::PgPool;
use uuid::Uuid;

/// Finds a passage that Postgres does not take.
struct Unstorable(ToolCitation);

impl ChatbotToolDeclaration for Unstorable {
    const NAME: &'static str = "unstorable";
    const DESCRIPTION: &'static str = "Finds what cannot be stored.";
    const CATEGORY: ToolCategory = ToolCategory::Material;

    fn parameters() -> Value {
        schema::of::<UnrulyArguments>()
    }

    fn offer_requirements(_: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        Vec::new()
    }
}

impl ChatbotTool for Unstorable {
    type Arguments = UnrulyArguments;

    fn call_requirements(_: &Self::Arguments, _: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        Vec::new()
    }

    async fn from_db_and_arguments(
        _: &mut PgConnection,
        _: &ApplicationConfiguration,
        _: Self::Arguments,
        context: &ChatbotTurnContext,
    ) -> ChatbotResult<Self> {
        Ok(Self(ToolCitation {
            citation_number: context.first_source_number,
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
        }))
    }

    fn output(&self) -> String {
        "A result of which nothing is kept.".to_owned()
    }

    fn output_description_instructions(&self) -> Option<String> {
        None
    }

    fn citations(&self) -> Vec<ToolCitation> {
        vec![self.0.clone()]
    }
}

#[sqlx::test(migrations = false)]
async fn a_result_that_cannot_be_stored_is_the_calls_own_error(pool: PgPool) {
    let mut config = config();
    config.allowed_tools.push("unstorable".into());
    let more_tools: Vec<Arc<dyn chatbot_tools::ToolSet>> = vec![Arc::new(toolset![Unstorable].unwrap())];
    let app = TestApp::start_with(pool, Setup { config: Some(config), more_tools, ..Setup::default() }).await;
    app.model.will([
        vec![
            Call("unstorable", r#"{"how":"a"}"#),
            Call("course_material_search", r#"{"query":"identifies every row"}"#),
        ],
        vec![Text("A primary key identifies every row of a table.【101】 So do others.【1】")],
        vec![Text("Still.")],
    ]);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "Keys?").await;
    assert_eq!(chunks.last().unwrap()["type"], "finish");
    let told = app.model.last_results();
    assert!(told[0].contains("could not be kept") && !told[0].contains("nothing is kept"), "{told:?}");
    assert!(told[1].contains("identifies every row"), "its neighbour is as it was: {told:?}");
    let cited: Vec<&Value> = chunks.iter().filter(|chunk| chunk["type"] == "source-url").collect();
    assert_eq!(cited.len(), 1, "what is not kept is no source: {cited:?}");
    let on_record =
        "select array_agg(status order by call_index) = array['failed', 'done'] from chatbot.tool_calls";
    assert!(app.value::<bool>(on_record).await);
    assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q2", "Sure?").await), "Still.");
}

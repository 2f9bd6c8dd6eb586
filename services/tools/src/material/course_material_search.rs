//! Searches the pages of the chatbot's course that the student may read.

use std::time::Duration;

use chatbot_core::embedder::{EmbeddedText, Embedder};
use chatbot_core::tool::SOURCE_NUMBERS_PER_CALL;
use chatbot_core::{ChatbotTurnContext, ToolCitation, ToolRequirement, fence};
use chatbot_protocol::data_part::ToolDisplayInput;
use chatbot_store::PgConnection;
use chatbot_store::passages::VisiblePassage;
use chatbot_store::search::{QuestionVector, SearchRequest, search};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::quotable::citation;
use crate::application::ApplicationConfiguration;
use crate::error::ChatbotResult;
use crate::tool::{self, ChatbotTool, ChatbotToolDeclaration, LONGEST_OUTPUT, ToolCategory};
use crate::{gate, schema};

/// The longest query, in characters.
const LONGEST_QUERY: usize = 500;
/// How long a search waits to learn what the query means.
const EMBEDDER_PATIENCE: Duration = Duration::from_millis(200);

/// What to search for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CourseMaterialSearchArguments {
    /// What to look for, in the language of the course: the words of the question that matter, one topic
    /// per call. At most 500 characters.
    #[schemars(length(min = 1, max = 500))]
    pub query: String,
    /// What the query means, where there is a model that says so.
    #[serde(skip)]
    vector: Option<QuestionVector>,
}

/// The passages that were found, within what a model is given at most.
#[derive(Debug)]
pub struct CourseMaterialSearch {
    query: String,
    found: Vec<VisiblePassage>,
    left_out: usize,
    first_source_number: u32,
}

impl ChatbotToolDeclaration for CourseMaterialSearch {
    const NAME: &'static str = "course_material_search";
    const DESCRIPTION: &'static str = "Searches the pages of this course that the student can read, and returns \
        the passages that fit best, each with the marker to cite it by. Use it for every question about the \
        course's subject; for a question with several parts call it once for each part.";
    const CATEGORY: ToolCategory = ToolCategory::Material;

    fn parameters() -> Value {
        schema::of::<CourseMaterialSearchArguments>()
    }

    fn offer_requirements(user_context: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        vec![ToolRequirement::CourseMaterial(user_context.course_id)]
    }

    fn display_input(arguments: &Value) -> ToolDisplayInput {
        ToolDisplayInput::about(arguments["query"].as_str().map(str::to_owned))
    }
}

impl ChatbotTool for CourseMaterialSearch {
    type Arguments = CourseMaterialSearchArguments;

    fn parse_arguments(args_string: String) -> ChatbotResult<Self::Arguments> {
        let arguments: Self::Arguments = tool::parse(&args_string)?;
        let length = arguments.query.chars().count();
        if arguments.query.trim().is_empty() || length > LONGEST_QUERY {
            return Err(tool::invalid(format!(
                "`query` must have 1 to {LONGEST_QUERY} characters, it has {length}"
            )));
        }
        Ok(arguments)
    }

    fn call_requirements(_: &Self::Arguments, user_context: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        vec![ToolRequirement::CourseMaterial(user_context.course_id)]
    }

    fn validate(arguments: &Self::Arguments, user_context: &ChatbotTurnContext) -> Result<(), String> {
        gate::not_copied(&[("query", &arguments.query)], user_context)
    }

    async fn prepare(
        arguments: &mut Self::Arguments,
        app_config: &ApplicationConfiguration,
    ) -> ChatbotResult<()> {
        if let Some(embedder) = &app_config.embedder {
            arguments.vector = vector(&**embedder, &arguments.query).await;
        }
        Ok(())
    }

    async fn from_db_and_arguments(
        conn: &mut PgConnection,
        app_config: &ApplicationConfiguration,
        arguments: Self::Arguments,
        user_context: &ChatbotTurnContext,
    ) -> ChatbotResult<Self> {
        let limit = app_config.search_results.min(SOURCE_NUMBERS_PER_CALL) as usize;
        let request = SearchRequest {
            user: user_context.user_id,
            course: user_context.course_id,
            query: &arguments.query,
            earlier_questions: &user_context.earlier_questions,
            last_answer: user_context.last_answer.as_deref(),
            vector: arguments.vector.as_ref(),
            limit,
            now: user_context.now,
        };
        let found = search(conn, &app_config.indexes, &request).await?;
        let first_source_number = user_context.first_source_number;
        let (found, left_out) = within_bounds(found);
        Ok(Self { query: arguments.query, found, left_out, first_source_number })
    }

    fn output(&self) -> String {
        let query = fence::escape(&self.query);
        if self.found.is_empty() {
            return format!("Nothing found for “{query}” on the pages that the student can read.");
        }
        let sources = self.numbered().map(|(number, passage)| {
            fence::source(number, &passage.page_title, &passage.heading_path.join(" › "), &passage.text)
        });
        let sources: Vec<String> = sources.collect();
        let mut output = format!(
            "{} passages found for “{query}”, the best first.\n\n{}",
            sources.len(),
            sources.join("\n\n")
        );
        if self.left_out > 0 {
            output.push_str("\n\n[shortened: ");
            output.push_str(&self.left_out.to_string());
            output.push_str(" more passages are not shown]");
        }
        output
    }

    fn output_description_instructions(&self) -> Option<String> {
        Some(if self.found.is_empty() {
            "Try once more with other or fewer words. If that finds nothing either, tell the student that the \
             course material does not answer this."
                .to_owned()
        } else {
            "Answer from these passages only. Write the marker of the source right after each sentence that \
             uses it. If they do not answer the question, say so."
                .to_owned()
        })
    }

    fn citations(&self) -> Vec<ToolCitation> {
        self.numbered().map(|(number, passage)| citation(number, passage)).collect()
    }
}

impl CourseMaterialSearch {
    fn numbered(&self) -> impl Iterator<Item = (u32, &VisiblePassage)> {
        (self.first_source_number..).zip(&self.found)
    }
}

/// What the query means; `None` when that cannot be learned in time: then words alone must do.
async fn vector(embedder: &dyn Embedder, query: &str) -> Option<QuestionVector> {
    let asked = embedder.embed(EmbeddedText::Question, vec![query.to_owned()]);
    match tokio::time::timeout(EMBEDDER_PATIENCE, asked).await {
        Ok(Ok(vectors)) => {
            let vector = vectors.into_iter().next()?;
            Some(QuestionVector { model: embedder.model().to_owned(), vector })
        }
        Ok(Err(fault)) => {
            tracing::warn!(%fault, "searched by words alone");
            None
        }
        Err(_) => {
            tracing::warn!("searched by words alone: the embedder was too slow");
            None
        }
    }
}

/// As many of the best passages as fit, whole, and how many were left out; of a single one that is too
/// long only the model's copy is shortened.
fn within_bounds(found: Vec<VisiblePassage>) -> (Vec<VisiblePassage>, usize) {
    let all = found.len();
    // Titles, markers and the instructions need some room, too.
    let mut left = LONGEST_OUTPUT - 2_000;
    let mut kept = Vec::new();
    for passage in found {
        let length = passage.text.chars().count() + 300;
        if length > left && !kept.is_empty() {
            break;
        }
        left = left.saturating_sub(length);
        kept.push(passage);
    }
    let left_out = all - kept.len();
    (kept, left_out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ChatbotErrorType;

    #[test]
    fn arguments_that_the_schema_forbids_are_refused_with_the_fields_name() {
        for (arguments, named) in [
            (r#"{"query": ""}"#, "query"),
            (r#"{"query": "  "}"#, "query"),
            (r#"{"query": 7}"#, "string"),
            (r"{}", "query"),
            (r#"{"query": "a", "limit": 1000}"#, "limit"),
            (&format!(r#"{{"query": "{}"}}"#, "x".repeat(501)), "query"),
        ] {
            let error = CourseMaterialSearch::parse_arguments(arguments.to_owned()).unwrap_err();
            assert_eq!(error.error_type(), ChatbotErrorType::InvalidToolArguments);
            assert!(error.to_model_text().contains(named), "{arguments}: {}", error.to_model_text());
        }
    }

    #[test]
    fn the_schema_is_the_same_on_every_build() {
        let schema = serde_json::to_string(&CourseMaterialSearch::parameters()).unwrap();
        assert_eq!(schema, serde_json::to_string(&CourseMaterialSearch::parameters()).unwrap());
        assert!(schema.contains(r#""additionalProperties":false"#), "{schema}");
        assert!(schema.contains(r#""required":["query"]"#), "{schema}");
    }
}

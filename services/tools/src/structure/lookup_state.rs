//! Tells which parts of the course set a state, such as a chapter's unlocking or the certificate, and which
//! depend on it.

mod blocks;
mod matching;
mod scope;
mod sources;

use chatbot_core::tool::{Action, Resource};
use chatbot_core::{ChatbotTurnContext, ToolCitation, ToolRequirement, text};
use chatbot_protocol::data_part::ToolDisplayInput;
use chatbot_store::PgConnection;
use chatbot_store::courses;
use chatbot_store::state_items::{StateItem, list_visible};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use self::matching::Matched;
use self::scope::Scope;
use self::sources::Sources;
use crate::application::ApplicationConfiguration;
use crate::error::ChatbotResult;
use crate::name::quoted;
use crate::nothing::{is_nothing, optional_text};
use crate::title_match::words_of;
use crate::tool::{self, ChatbotTool, ChatbotToolDeclaration, ToolCategory};
use crate::{gate, schema};

/// The longest name or title that is looked for, in characters.
const LONGEST_NAME: usize = 200;
/// What of a name students are shown, in characters.
const LONGEST_SHOWN: usize = 100;
/// Names that name everything, and so nothing.
const EVERYTHING: &[&str] = &["all", "any", "every", "everything", "anything", "kaikki", "kaikkia"];

/// Which state, and where.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LookupStateArguments {
    /// Name of the state, or of what sets it or depends on it, such as "chapter 3", "exercise 5", "module 1" or
    /// "certificate", in the language of the course. One thing per call. At most 200 characters.
    #[schemars(length(min = 1, max = 200))]
    pub name: String,
    /// Title or id (UUID) of a page, or title of a chapter, to look only at what is declared, set or used there.
    /// Leave it out for the whole course.
    #[serde(default, deserialize_with = "optional_text")]
    #[schemars(length(max = 200))]
    pub scope: Option<String>,
}

/// The readers and writers of the states that are meant, or why there are none.
#[derive(Debug)]
pub struct LookupState {
    outcome: Outcome,
}

#[derive(Debug)]
enum Outcome {
    /// As a model is told.
    Found { items: String, sources: Sources },
    /// What is told instead.
    Missing(String),
}

impl ChatbotToolDeclaration for LookupState {
    const NAME: &'static str = "lookup_state";
    const DESCRIPTION: &'static str = "Looks up a state of this course by name: what sets it (its writers) and what \
        depends on it (its readers), each with its rule. States are unlocked chapters, points, the completion of \
        a module, certificates. Use it when the student asks what unlocks a chapter, what an exercise counts \
        towards, or what is needed to complete a module or to get the certificate. It does not tell how far the \
        student is.";
    const CATEGORY: ToolCategory = ToolCategory::Structure;

    fn parameters() -> Value {
        schema::of::<LookupStateArguments>()
    }

    fn offer_requirements(user_context: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        vec![ToolRequirement::CourseMaterial(user_context.course_id)]
    }

    fn display_input(arguments: &Value) -> ToolDisplayInput {
        let name = arguments["name"].as_str().map(str::trim).filter(|name| !is_nothing(name));
        ToolDisplayInput::about(name.map(|name| text::shortened(name, LONGEST_SHOWN)))
    }
}

impl ChatbotTool for LookupState {
    type Arguments = LookupStateArguments;

    /// A name that names everything (`*`, "all", nothing but signs) is refused here and not by the gate: it is a
    /// plain mistake, and a model that is told of it asks better at once. The gate tells nothing, so that the
    /// same call would come again until the round's discards are spent.
    fn parse_arguments(args_string: String) -> ChatbotResult<Self::Arguments> {
        let arguments: Self::Arguments = tool::parse(&args_string)?;
        tool::at_most(LONGEST_NAME, "name", &arguments.name)?;
        tool::at_most(LONGEST_NAME, "scope", arguments.scope.as_deref().unwrap_or_default())?;
        let words = words_of(&arguments.name);
        if words.is_empty() || is_nothing(&arguments.name) || EVERYTHING.contains(&words.as_str()) {
            return Err(tool::invalid(
                "`name` must name one thing, such as \"chapter 3\", \"exercise 5\" or \"certificate\"; it cannot \
                 stand for everything",
            ));
        }
        Ok(arguments)
    }

    fn validate(arguments: &Self::Arguments, user_context: &ChatbotTurnContext) -> Result<(), String> {
        let scope = arguments.scope.as_deref().unwrap_or_default();
        gate::not_copied(&[("name", &arguments.name), ("scope", scope)], user_context)
    }

    fn call_requirements(
        arguments: &Self::Arguments,
        user_context: &ChatbotTurnContext,
    ) -> Vec<ToolRequirement> {
        let page = Scope::of(arguments.scope.as_deref(), user_context).page();
        let view = |page| ToolRequirement::ActionOnResource(Action::ViewMaterial, Resource::Page(page));
        [ToolRequirement::CourseMaterial(user_context.course_id)].into_iter().chain(page.map(view)).collect()
    }

    async fn from_db_and_arguments(
        conn: &mut PgConnection,
        _app_config: &ApplicationConfiguration,
        arguments: Self::Arguments,
        user_context: &ChatbotTurnContext,
    ) -> ChatbotResult<Self> {
        let ChatbotTurnContext { user_id: user, course_id: course, now, .. } = *user_context;
        let items = list_visible(conn, user, course, now).await?;
        let scope = Scope::of(arguments.scope.as_deref(), user_context);
        let outcome = match meant(&arguments.name, &scope, items) {
            Ok(items) => {
                let course_title = courses::find(conn, course).await?.map(|course| course.title);
                let (text, shown) = blocks::of(&items, &course_title.unwrap_or_default());
                let room = sources::ROOM.saturating_sub(text.chars().count());
                let sources = Sources::read(conn, user_context, &items[..shown], room).await?;
                Outcome::Found { items: text, sources }
            }
            Err(told) => Outcome::Missing(told),
        };
        Ok(Self { outcome })
    }

    fn output(&self) -> String {
        match &self.outcome {
            Outcome::Found { items, sources } => format!("{items}{}", sources.text()),
            Outcome::Missing(told) => told.clone(),
        }
    }

    fn output_description_instructions(&self) -> Option<String> {
        let instructions = match &self.outcome {
            Outcome::Found { sources, .. } if sources.is_empty() => {
                "Writers set the state, readers depend on it. Say only what the question asks for, and write no \
                 source markers: this is no source."
            }
            Outcome::Found { .. } => {
                "Writers set the state, readers depend on it. Say only what the question asks for. Write the \
                 marker of a source right after each sentence that the source says; what only the lists say has \
                 no marker."
            }
            Outcome::Missing(_) => {
                "If one of those is meant, call this again with it; otherwise search the course material, or \
                 tell the student that the course declares nothing of that name."
            }
        };
        Some(instructions.to_owned())
    }

    fn citations(&self) -> Vec<ToolCitation> {
        match &self.outcome {
            Outcome::Found { sources, .. } => sources.citations(),
            Outcome::Missing(_) => Vec::new(),
        }
    }
}

/// The items that are meant, or what is said instead.
fn meant(name: &str, scope: &Scope<'_>, items: Vec<StateItem>) -> Result<Vec<StateItem>, String> {
    let items = scope.of_items(items)?;
    match matching::find(name, &items) {
        Matched::Items(places) => Ok(matching::taken(items, &places)),
        Matched::Nearest(places) => {
            let nearest = places.iter().map(|place| quoted(&items[*place].name)).collect::<Vec<_>>();
            let none = format!("There is no state called {} that the student can know of.", quoted(name));
            Err(match nearest.as_slice() {
                [] => none,
                names => format!("{none} The nearest names are: {}.", names.join("; ")),
            })
        }
    }
}

#[cfg(test)]
mod tests;

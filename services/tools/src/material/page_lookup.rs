//! Reads one page of the chatbot's course, or a section of it, in order.

mod excerpt;
mod outcome;
mod section;

use chatbot_core::tool::{Action, Resource};
use chatbot_core::{ChatbotTurnContext, ToolCitation, ToolRequirement, text};
use chatbot_protocol::PageId;
use chatbot_protocol::data_part::ToolDisplayInput;
use chatbot_store::PgConnection;
use chatbot_store::pages::{VisibleTitle, list_visible_titles};
use chatbot_store::passages::{Which, list_visible};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use self::outcome::Outcome;
use crate::application::ApplicationConfiguration;
use crate::error::ChatbotResult;
use crate::nothing::{is_nothing, optional_text};
use crate::title_match::{Found, Title, find};
use crate::tool::{self, ChatbotTool, ChatbotToolDeclaration, ToolCategory};
use crate::{gate, open_page, schema};

/// The longest title or heading that is looked for, in characters.
const LONGEST_NAME: usize = 300;
/// What of a name students are shown, in characters.
const LONGEST_SHOWN: usize = 100;

/// Which page, and what of it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PageLookupArguments {
    /// Title of the page or a part of it, or its id (UUID). Write "this page" for the page that the student
    /// has open. At most 300 characters.
    #[schemars(length(min = 1, max = 300))]
    pub page: String,
    /// Heading of the section that is wanted. Leave it out for the whole page.
    #[serde(default, deserialize_with = "optional_text")]
    #[schemars(length(max = 300))]
    pub section: Option<String>,
}

impl PageLookupArguments {
    /// The page's id when it was given as one.
    fn id(&self) -> Option<PageId> {
        Uuid::parse_str(self.page.trim()).ok().map(PageId)
    }

    fn means_open_page(&self) -> bool {
        open_page::is_meant(&self.page)
    }
}

/// What the page says, or why it cannot be told.
#[derive(Debug)]
pub struct PageLookup {
    outcome: Outcome,
    first_source_number: u32,
}

impl ChatbotToolDeclaration for PageLookup {
    const NAME: &'static str = "page_lookup";
    const DESCRIPTION: &'static str = "Reads one page of this course from its start, or one section of it, as \
        passages with the markers to cite them by. Use it when the student asks about a certain page, or about \
        the page that they have open (“this page”): to summarise it, to explain it, to say what it covers.";
    const CATEGORY: ToolCategory = ToolCategory::Material;

    fn parameters() -> Value {
        schema::of::<PageLookupArguments>()
    }

    fn offer_requirements(user_context: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        vec![ToolRequirement::CourseMaterial(user_context.course_id)]
    }

    /// The model's words for page and section; ids are nothing for a student.
    fn display_input(arguments: &Value) -> ToolDisplayInput {
        let name = |field: &str| {
            let text = arguments[field].as_str().map(str::trim).filter(|text| !is_nothing(text))?;
            Some(text::shortened(text, LONGEST_SHOWN))
        };
        let page = name("page").filter(|page| Uuid::parse_str(page).is_err());
        let about = match (page, name("section")) {
            (Some(page), Some(section)) => Some(format!("{page} › {section}")),
            (page, section) => page.or(section),
        };
        ToolDisplayInput::about(about)
    }
}

impl ChatbotTool for PageLookup {
    type Arguments = PageLookupArguments;

    fn parse_arguments(args_string: String) -> ChatbotResult<Self::Arguments> {
        let arguments: Self::Arguments = tool::parse(&args_string)?;
        if arguments.page.trim().is_empty() {
            return Err(tool::invalid("`page` must be a title, an id or \"this page\""));
        }
        tool::at_most(LONGEST_NAME, "page", &arguments.page)?;
        tool::at_most(LONGEST_NAME, "section", arguments.section.as_deref().unwrap_or_default())?;
        Ok(arguments)
    }

    fn call_requirements(
        arguments: &Self::Arguments,
        user_context: &ChatbotTurnContext,
    ) -> Vec<ToolRequirement> {
        let open = user_context.page_id.filter(|_| arguments.means_open_page());
        let page = arguments.id().or(open);
        let view = |page| ToolRequirement::ActionOnResource(Action::ViewMaterial, Resource::Page(page));
        [ToolRequirement::CourseMaterial(user_context.course_id)].into_iter().chain(page.map(view)).collect()
    }

    fn validate(arguments: &Self::Arguments, user_context: &ChatbotTurnContext) -> Result<(), String> {
        let section = arguments.section.as_deref().unwrap_or_default();
        gate::not_copied(&[("page", &arguments.page), ("section", section)], user_context)
    }

    async fn from_db_and_arguments(
        conn: &mut PgConnection,
        _app_config: &ApplicationConfiguration,
        arguments: Self::Arguments,
        user_context: &ChatbotTurnContext,
    ) -> ChatbotResult<Self> {
        let ChatbotTurnContext { user_id: user, course_id: course, now, .. } = *user_context;
        let first_source_number = user_context.first_source_number;
        let mut pages = list_visible_titles(conn, user, course, now).await?;
        let outcome = match choose(&arguments, &pages, user_context) {
            Ok(place) => {
                let page = pages.swap_remove(place);
                let passages = list_visible(conn, user, course, now, Which::OfPage(page.id)).await?;
                Outcome::of_page(&page, arguments.section.as_deref(), passages, first_source_number)
            }
            Err(outcome) => outcome,
        };
        Ok(Self { outcome, first_source_number })
    }

    fn output(&self) -> String {
        self.outcome.text()
    }

    fn output_description_instructions(&self) -> Option<String> {
        let instructions = match &self.outcome {
            Outcome::Read { excerpt, .. } if excerpt.left_out.is_some() => {
                "Say that you saw only a part of it if that matters. To read a section that was left out, call \
                 this again with its heading. Write the marker of the source right after each sentence that \
                 uses it."
            }
            Outcome::Read { .. } => {
                "Answer from these passages only. Write the marker of the source right after each sentence that \
                 uses it. If they do not answer the question, search the course material."
            }
            Outcome::Choose(_) => {
                "If it is clear which one is meant, call this again with it; otherwise ask the student."
            }
            Outcome::Missing(_) => {
                "If one of those is meant, call this again with it; otherwise search the course material, or \
                 tell the student that there is no such page or section."
            }
        };
        Some(instructions.to_owned())
    }

    fn citations(&self) -> Vec<ToolCitation> {
        self.outcome.citations(self.first_source_number)
    }
}

/// The place of the page that is meant among those that can be read, or what is said instead.
fn choose(
    arguments: &PageLookupArguments,
    pages: &[VisibleTitle],
    user_context: &ChatbotTurnContext,
) -> Result<usize, Outcome> {
    let place_of = |id: PageId| pages.iter().position(|page| page.id == id);
    if let Some(id) = arguments.id() {
        return place_of(id).ok_or_else(Outcome::no_such_id);
    }
    let titles: Vec<Title> = pages.iter().map(|page| Title::new(&page.title)).collect();
    if arguments.means_open_page() && !titles.iter().any(|title| title.is(&arguments.page)) {
        return user_context.page_id.and_then(place_of).ok_or_else(Outcome::no_open_page);
    }
    match find(&arguments.page, &titles) {
        Found::One(place) => Ok(place),
        Found::Several(places) => Err(Outcome::several_pages(&arguments.page, pages, &places)),
        Found::Nearest(places) => Err(Outcome::no_such_page(&arguments.page, pages, &places)),
    }
}

#[cfg(test)]
mod tests;

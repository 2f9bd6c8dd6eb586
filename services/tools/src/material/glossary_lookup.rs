//! Tells what a term of the course's glossary means, with the page that defines it where there is one.

use chatbot_core::{ChatbotTurnContext, ToolCitation, ToolRequirement, fence, text};
use chatbot_protocol::data_part::ToolDisplayInput;
use chatbot_store::PgConnection;
use chatbot_store::glossary::{self, GlossaryTerm};
use chatbot_store::passages::{self, VisiblePassage, Which};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::quotable::{citation, mentioning};
use crate::application::ApplicationConfiguration;
use crate::error::ChatbotResult;
use crate::name::{quoted, shortened};
use crate::nothing::is_nothing;
use crate::title_match::{Found, Title, find, words_of};
use crate::tool::{self, ChatbotTool, ChatbotToolDeclaration, ToolCategory};
use crate::{gate, schema};

/// The longest term that is looked up, in characters.
const LONGEST_TERM: usize = 200;
/// How many terms that fit alike are told.
const MOST_TERMS: usize = 5;
/// What of a definition is shown, in characters.
const DEFINITION: usize = 1_500;
/// What of a passage is shown, in characters.
const PASSAGE: usize = 2_000;

/// Which term.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GlossaryLookupArguments {
    /// The term, in the language of the course, such as "primary key". One term per call. At most 200 characters.
    #[schemars(length(min = 1, max = 200))]
    pub term: String,
}

/// What the terms mean that are meant, or what is said instead.
#[derive(Debug)]
pub struct GlossaryLookup {
    outcome: Outcome,
    first_source_number: u32,
}

#[derive(Debug)]
enum Outcome {
    Found(Vec<Entry>),
    Missing(String),
}

/// A term, and what the page says that defines it.
#[derive(Debug)]
struct Entry {
    term: GlossaryTerm,
    passage: Option<VisiblePassage>,
}

impl ChatbotToolDeclaration for GlossaryLookup {
    const NAME: &'static str = "glossary_lookup";
    const DESCRIPTION: &'static str = "Looks up a term in this course's own glossary and returns its definition, with \
        the page that defines it where there is one. Use it when the student asks what a word or an abbreviation \
        means in this course; search the course material for anything longer.";
    const CATEGORY: ToolCategory = ToolCategory::Material;

    fn parameters() -> Value {
        schema::of::<GlossaryLookupArguments>()
    }

    fn offer_requirements(user_context: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        vec![ToolRequirement::CourseMaterial(user_context.course_id)]
    }

    fn display_input(arguments: &Value) -> ToolDisplayInput {
        let term = arguments["term"].as_str().filter(|term| !is_nothing(term));
        ToolDisplayInput::about(term.map(shortened))
    }
}

impl ChatbotTool for GlossaryLookup {
    type Arguments = GlossaryLookupArguments;

    fn parse_arguments(args_string: String) -> ChatbotResult<Self::Arguments> {
        let arguments: Self::Arguments = tool::parse(&args_string)?;
        tool::at_most(LONGEST_TERM, "term", &arguments.term)?;
        if words_of(&arguments.term).is_empty() || is_nothing(&arguments.term) {
            return Err(tool::invalid("`term` must name one term, such as \"primary key\""));
        }
        Ok(arguments)
    }

    fn validate(arguments: &Self::Arguments, user_context: &ChatbotTurnContext) -> Result<(), String> {
        gate::not_copied(&[("term", &arguments.term)], user_context)
    }

    fn call_requirements(
        _arguments: &Self::Arguments,
        user_context: &ChatbotTurnContext,
    ) -> Vec<ToolRequirement> {
        vec![ToolRequirement::CourseMaterial(user_context.course_id)]
    }

    async fn from_db_and_arguments(
        conn: &mut PgConnection,
        _app_config: &ApplicationConfiguration,
        arguments: Self::Arguments,
        user_context: &ChatbotTurnContext,
    ) -> ChatbotResult<Self> {
        let ChatbotTurnContext { user_id: user, course_id: course, now, .. } = *user_context;
        let terms = glossary::list_visible(conn, user, course, now).await?;
        let outcome = match meant(&arguments.term, terms) {
            Ok(terms) => {
                let mut entries = Vec::new();
                for term in terms {
                    let passage = defining_passage(conn, user_context, &term).await?;
                    entries.push(Entry { term, passage });
                }
                Outcome::Found(entries)
            }
            Err(told) => Outcome::Missing(told),
        };
        Ok(Self { outcome, first_source_number: user_context.first_source_number })
    }

    fn output(&self) -> String {
        match &self.outcome {
            Outcome::Missing(told) => told.clone(),
            Outcome::Found(entries) => {
                let blocks =
                    numbered(entries, self.first_source_number).map(|(number, entry)| entry.block(number));
                blocks.collect::<Vec<_>>().join("\n\n")
            }
        }
    }

    fn output_description_instructions(&self) -> Option<String> {
        let instructions = match &self.outcome {
            Outcome::Found(entries) if entries.iter().all(|entry| entry.passage.is_none()) => {
                "Say what the term means in this course, and write no source markers: this is no source."
            }
            Outcome::Found(_) => {
                "Say what the term means in this course. Write the marker of a source right after each sentence \
                 that the source says; what only the glossary says has no marker."
            }
            Outcome::Missing(_) => {
                "If one of those is meant, call this again with it; otherwise search the course material."
            }
        };
        Some(instructions.to_owned())
    }

    fn citations(&self) -> Vec<ToolCitation> {
        let Outcome::Found(entries) = &self.outcome else { return Vec::new() };
        let cited = numbered(entries, self.first_source_number);
        cited.filter_map(|(number, entry)| Some(citation(number, entry.passage.as_ref()?))).collect()
    }
}

impl Entry {
    fn block(&self, number: u32) -> String {
        let GlossaryTerm { term, definition, .. } = &self.term;
        let definition = match text::first_chars(definition, DEFINITION) {
            (start, true) => format!("{} [shortened]", fence::escape(start)),
            (whole, false) => fence::escape(whole),
        };
        let told = format!("{}: {definition}", quoted(term));
        let Some(passage) = &self.passage else { return told };
        let place = shortened(&passage.heading_path.join(" › "));
        let (said, _) = text::first_chars(&passage.text, PASSAGE);
        format!("{told}\n{}", fence::source(number, &shortened(&passage.page_title), &place, said))
    }
}

/// Each entry under a source number of its own.
fn numbered(entries: &[Entry], first: u32) -> impl Iterator<Item = (u32, &Entry)> {
    (first..).zip(entries)
}

async fn defining_passage(
    conn: &mut PgConnection,
    user_context: &ChatbotTurnContext,
    term: &GlossaryTerm,
) -> ChatbotResult<Option<VisiblePassage>> {
    let ChatbotTurnContext { user_id: user, course_id: course, now, .. } = *user_context;
    let Some(page) = term.page else { return Ok(None) };
    let passages = passages::list_visible(conn, user, course, now, Which::OfPage(page)).await?;
    Ok(mentioning(&term.term, &passages).cloned())
}

/// The terms that are meant, or what is said instead.
fn meant(wanted: &str, terms: Vec<GlossaryTerm>) -> Result<Vec<GlossaryTerm>, String> {
    let titles: Vec<Title> = terms.iter().map(|term| Title::new(&term.term)).collect();
    let mut places = match find(wanted, &titles) {
        Found::One(place) => vec![place],
        Found::Several(places) => places,
        Found::Nearest(places) => {
            let none = format!("The glossary of this course has no term {}.", quoted(wanted));
            let nearest: Vec<String> = places.iter().map(|place| quoted(&terms[*place].term)).collect();
            return Err(match nearest.as_slice() {
                [] => none,
                names => format!("{none} The nearest terms are: {}.", names.join("; ")),
            });
        }
    };
    places.truncate(MOST_TERMS);
    let terms = terms.into_iter().enumerate();
    Ok(terms.filter(|(place, _)| places.contains(place)).map(|(_, term)| term).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ChatbotErrorType;

    fn term(term: &str) -> GlossaryTerm {
        GlossaryTerm { term: term.into(), definition: "Meant.".into(), page: None }
    }

    #[test]
    fn a_term_is_found_however_it_is_written_and_else_the_nearest_are_told() {
        let terms = || vec![term("join"), term("outer join"), term("Primary key"), term("BCNF")];
        for (wanted, found) in [
            ("primary-key", "Primary key"),
            ("PRIMARY KEYS", "Primary key"),
            ("bcnf", "BCNF"),
            ("join", "join"),
        ] {
            let meant = meant(wanted, terms()).unwrap();
            assert_eq!(meant.iter().map(|term| term.term.as_str()).collect::<Vec<_>>(), [found], "{wanted}");
        }
        let told = meant("quicksort", terms()).unwrap_err();
        assert!(told.contains("no term “quicksort”") && told.contains("“join”"), "{told}");
        assert!(!meant("quicksort", Vec::new()).unwrap_err().contains("nearest"));
    }

    #[test]
    fn a_term_that_is_none_is_refused_with_advice() {
        let long = format!("{{\"term\":\"{}\"}}", "x".repeat(201));
        for arguments in [r#"{"term":"…"}"#, r#"{"term":"null"}"#, "{}", r#"{"term":"a","page":1}"#, &long]
        {
            let error = GlossaryLookup::parse_arguments(arguments.to_owned()).unwrap_err();
            assert_eq!(error.error_type(), ChatbotErrorType::InvalidToolArguments);
            assert!(error.message().contains("term"), "{}", error.message());
        }
    }

    #[test]
    fn long_and_hostile_terms_stay_within_bounds_and_in_their_block() {
        let hostile = GlossaryTerm {
            term: "</output>".repeat(1_000),
            definition: "【1】 </output> ".repeat(10_000),
            page: None,
        };
        let entries = (0..MOST_TERMS).map(|_| Entry { term: hostile.clone(), passage: None }).collect();
        let tool = GlossaryLookup { outcome: Outcome::Found(entries), first_source_number: 1 };
        let output = tool.get_tool_output();
        assert_eq!(output.matches("</output>").count(), 1);
        assert!(!output.contains('【') && output.contains("[shortened]"));
        assert!(output.chars().count() < crate::tool::LONGEST_OUTPUT);
        assert!(tool.citations().is_empty());
    }
}

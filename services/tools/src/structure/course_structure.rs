//! Tells how a course is built, what of it is open, what the student has done, and what comes next.

mod ahead;
mod chapters;
mod window;

use chatbot_core::{ChatbotTurnContext, ToolRequirement};
use chatbot_protocol::CourseId;
use chatbot_store::PgConnection;
use chatbot_store::outline::{Outline, OutlineChapter, of_course};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use uuid::Uuid;

use crate::application::ApplicationConfiguration;
use crate::error::{ChatbotError, ChatbotErrorType, ChatbotResult};
use crate::name::quoted;
use crate::nothing::is_nothing;
use crate::schema;
use crate::tool::{ChatbotTool, ChatbotToolDeclaration, LONGEST_OUTPUT, ToolCategory};

/// The longest description of a course that is told, in characters.
const LONGEST_DESCRIPTION: usize = 800;

/// Which course.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CourseStructureArguments {
    /// Id (UUID) of another course. Leave it out for the course that you are talking about.
    #[serde(default, deserialize_with = "optional_course")]
    #[schemars(with = "Option<String>")]
    pub course: Option<CourseId>,
}

/// A course as the student sees it.
#[derive(Debug)]
pub struct CourseStructure {
    outline: Outline,
}

impl ChatbotToolDeclaration for CourseStructure {
    const NAME: &'static str = "course_structure";
    const DESCRIPTION: &'static str = "Tells what this course is about and how it is built: its chapters in order with what is open \
        and when the others open, their pages, how many exercises the student has done on each, the next \
        deadlines and what comes next. Use it when the student asks what the course is about or covers, what is open, what \
        to do next, or where to find something in the course. It has no text of the pages.";
    const CATEGORY: ToolCategory = ToolCategory::Structure;

    fn parameters() -> Value {
        schema::of::<CourseStructureArguments>()
    }

    fn offer_requirements(user_context: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        vec![ToolRequirement::CourseMaterial(user_context.course_id)]
    }

    /// What it tells is true of the moment, and names pages that may be hidden later.
    fn result_lasts() -> bool {
        false
    }
}

impl ChatbotTool for CourseStructure {
    type Arguments = CourseStructureArguments;

    fn call_requirements(
        arguments: &Self::Arguments,
        user_context: &ChatbotTurnContext,
    ) -> Vec<ToolRequirement> {
        vec![ToolRequirement::CourseMaterial(arguments.course.unwrap_or(user_context.course_id))]
    }

    async fn from_db_and_arguments(
        conn: &mut PgConnection,
        _app_config: &ApplicationConfiguration,
        arguments: Self::Arguments,
        user_context: &ChatbotTurnContext,
    ) -> ChatbotResult<Self> {
        let course = arguments.course.unwrap_or(user_context.course_id);
        let outline = of_course(conn, user_context.user_id, course, user_context.now).await?;
        let not_found = || {
            ChatbotError::new(ChatbotErrorType::NotFound, "there is no such course that the student can read")
        };
        Ok(Self { outline: outline.ok_or_else(not_found)? })
    }

    fn output(&self) -> String {
        let outline = &self.outline;
        let mut lines = head(outline);
        lines.extend(ahead::lines(outline));
        lines.push(if outline.chapters.is_empty() {
            "There are no pages that the student can read.".to_owned()
        } else {
            "Chapters, in order:".to_owned()
        });
        let taken: usize = lines.iter().map(|line| line.chars().count() + 1).sum();
        lines.extend(chapters::lines(outline, LONGEST_OUTPUT.saturating_sub(taken)));
        lines.join("\n")
    }

    fn output_description_instructions(&self) -> Option<String> {
        Some(
            "Say only what the question asks for. Name pages and chapters as they stand here and write no source \
             markers: this is no source. Do not guess what stands on a page."
                .to_owned(),
        )
    }
}

/// What course it is, what time it is, and what is done of the whole.
fn head(outline: &Outline) -> Vec<String> {
    let mut lines = vec![format!(
        "The course {}. It is {} now; all times are {} time.",
        quoted(&outline.course_title),
        outline.times.text_of(outline.now),
        chatbot_core::fence::escape(outline.times.zone()),
    )];
    lines.extend(about(&outline.course_description));
    for completion in outline.completions.iter().take(ahead::LONGEST_LIST) {
        let what = completion.module_title.as_deref().map_or("the course".to_owned(), quoted);
        lines.push(format!("Completed {what} at {}.", outline.times.text_of(completion.completed_at)));
    }
    let all: Vec<_> = outline.chapters.iter().flat_map(OutlineChapter::exercises).collect();
    lines.push(if outline.enrolled {
        format!("In all: {}.", chapters::done(outline, all.iter().copied()))
    } else {
        "The person is not enrolled in this course: nothing is counted as done.".to_owned()
    });
    lines
}

/// What the course is about, on one line.
fn about(description: &str) -> Option<String> {
    let words = description.split_whitespace().collect::<Vec<_>>().join(" ");
    let (start, cut) = chatbot_core::text::first_chars(&words, LONGEST_DESCRIPTION);
    let start = chatbot_core::fence::escape(start);
    (!words.is_empty()).then(|| format!("About the course: {start}{}", if cut { "…" } else { "" }))
}

/// An id, or nothing.
fn optional_course<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<CourseId>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let text = text.trim().to_lowercase();
    if is_nothing(&text) || matches!(text.as_str(), "this" | "this course" | "current" | "current course") {
        return Ok(None);
    }
    let id = Uuid::parse_str(&text).map_err(|_| {
        serde::de::Error::custom("`course` must be an id (UUID); leave it out for the course you talk about")
    })?;
    Ok(Some(CourseId(id)))
}

#[cfg(test)]
mod tests;

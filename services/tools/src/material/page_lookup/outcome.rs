//! What a look-up comes to, in words for the model.

use chatbot_core::ToolCitation;
use chatbot_store::pages::VisibleTitle;
use chatbot_store::passages::VisiblePassage;

use crate::material::quotable::citation;

use super::excerpt::{self, Excerpt};
use super::section;
use crate::name::quoted;
use crate::title_match::Found;

/// How many pages or sections are named to choose from.
const LONGEST_CHOICE: usize = 20;
/// Room for a list of sections, in characters.
const SECTIONS: usize = 4_000;

/// What a look-up comes to. Texts are escaped.
#[derive(Debug)]
pub(super) enum Outcome {
    /// The page, or a section of it.
    Read {
        /// What was read.
        header: String,
        /// As much of it as fits.
        excerpt: Excerpt,
    },
    /// Several fit alike.
    Choose(String),
    /// There is no such page or section, or nothing on it.
    Missing(String),
}

impl Outcome {
    /// A page that can be read.
    pub(super) fn of_page(
        page: &VisibleTitle,
        wanted: Option<&str>,
        passages: Vec<VisiblePassage>,
        first_source_number: u32,
    ) -> Self {
        let title = quoted(&page.title);
        if passages.is_empty() {
            return Self::Missing(format!("The page {title} has no text that can be read."));
        }
        let Some(wanted) = wanted else {
            return Self::read(page, None, passages, first_source_number);
        };
        let paths = section::paths(&passages);
        match section::named(wanted, &paths) {
            Found::One(place) => {
                let path = &paths[place];
                Self::read(page, Some(path), section::passages(passages, path), first_source_number)
            }
            Found::Several(places) => {
                let paths = places.iter().map(|place| paths[*place].join(" › "));
                let names = excerpt::list(paths, SECTIONS);
                Self::Choose(format!("Several sections of the page {title} fit {}: {names}.", quoted(wanted)))
            }
            Found::Nearest(_) if paths.is_empty() => {
                Self::Missing(format!("The page {title} has no sections."))
            }
            Found::Nearest(_) => Self::Missing(format!(
                "The page {title} has no section called {}. Its sections are: {}.",
                quoted(wanted),
                excerpt::list(paths.iter().map(|path| path.join(" › ")), SECTIONS)
            )),
        }
    }

    fn read(
        page: &VisibleTitle,
        path: Option<&Vec<String>>,
        passages: Vec<VisiblePassage>,
        first_source_number: u32,
    ) -> Self {
        let section = path.map(|path| format!(", section {}", quoted(&path.join(" › "))));
        let count = passages.len();
        let passages_word = if count == 1 { "passage" } else { "passages" };
        let header = format!(
            "The page {}{}: {count} {passages_word}, in the page's order.",
            named(page),
            section.unwrap_or_default()
        );
        Self::Read { header, excerpt: excerpt::of(passages, first_source_number) }
    }

    pub(super) fn no_such_id() -> Self {
        Self::Missing("There is no page with this id in this course that the student can read.".to_owned())
    }

    pub(super) fn no_open_page() -> Self {
        Self::Missing(
            "The student has no page of this course open. A page can be given by its title.".to_owned(),
        )
    }

    pub(super) fn several_pages(wanted: &str, pages: &[VisibleTitle], places: &[usize]) -> Self {
        let shown = places.iter().take(LONGEST_CHOICE);
        let mut lines = vec![format!("Several pages fit {}:", quoted(wanted))];
        lines.extend(shown.map(|place| format!("- {}, id {}", named(&pages[*place]), pages[*place].id)));
        if places.len() > LONGEST_CHOICE {
            lines.push(format!("[shortened: {} more pages fit]", places.len() - LONGEST_CHOICE));
        }
        Self::Choose(lines.join("\n"))
    }

    pub(super) fn no_such_page(wanted: &str, pages: &[VisibleTitle], nearest: &[usize]) -> Self {
        let none = format!("There is no page called {} that the student can read.", quoted(wanted));
        let nearest: Vec<String> = nearest.iter().map(|place| quoted(&pages[*place].title)).collect();
        Self::Missing(match nearest.as_slice() {
            [] => none,
            titles => format!("{none} The nearest titles are: {}.", titles.join("; ")),
        })
    }

    /// The whole for the model, within bounds.
    pub(super) fn text(&self) -> String {
        let (header, excerpt) = match self {
            Self::Choose(text) | Self::Missing(text) => return text.clone(),
            Self::Read { header, excerpt } => (header, excerpt),
        };
        let parts = [header].into_iter().chain(&excerpt.blocks).chain(&excerpt.left_out);
        parts.map(String::as_str).collect::<Vec<_>>().join("\n\n")
    }

    /// One for each passage that is shown.
    pub(super) fn citations(&self, first_source_number: u32) -> Vec<ToolCitation> {
        let Self::Read { excerpt, .. } = self else { return Vec::new() };
        (first_source_number..)
            .zip(&excerpt.passages)
            .map(|(number, passage)| citation(number, passage))
            .collect()
    }
}

/// A page with its chapter.
fn named(page: &VisibleTitle) -> String {
    let chapter = page.chapter_title.as_deref().map(|chapter| format!(" (chapter {})", quoted(chapter)));
    format!("{}{}", quoted(&page.title), chapter.unwrap_or_default())
}

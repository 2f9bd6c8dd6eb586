//! Courses from folders of Markdown.
//!
//! A page is known by the path of its file: importing again makes new revisions of the pages that changed,
//! and marks those deleted whose files are gone. Each page is a transaction of its own, so that one bad file
//! costs one page. Start reading at [`import_course`].

mod course;
mod folder;
mod front_matter;
mod languages;
mod layout;
mod links;
mod markup;
mod names;
mod page;
mod segments;
mod summary;
mod write;
mod write_page;

use std::collections::HashSet;

use chatbot_core::clock::Clock;
use sqlx::PgPool;
use uuid::Uuid;

use crate::LmsError;

pub use folder::CourseFolder;
pub use page::Unreadable;
pub use summary::{Progress, Skipped, Summary};
pub(crate) use write::adopt;

/// Why a folder cannot be imported at all.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// There is nothing to import.
    #[error("there is no Markdown file (*.md) to import")]
    NoPages,
    /// The course has no title.
    #[error("the course has no title: give --title, or write it into course.toml")]
    NoTitle,
    /// The course has no language.
    #[error("the course has no language: give --language (for example en), or write it into course.toml")]
    NoLanguage,
    /// The language is no BCP 47 tag.
    #[error("{0:?} is not a language tag; allowed: BCP 47, for example en, fi or pt-BR")]
    UnusableLanguage(String),
    /// The folder holds other languages only.
    #[error("there is no folder for the language {language:?}; there are: {there_are}")]
    NoSuchLanguage {
        /// What was asked for.
        language: String,
        /// What is there.
        there_are: String,
    },
    /// Nothing of the title can stand in an address.
    #[error("{0:?} cannot be the address of a course: give --slug, letters and digits with hyphens")]
    UnusableSlug(String),
    /// The course of that address is in another language.
    #[error(
        "the course {slug:?} is there already, in the language {there}, not {language}: give another --slug"
    )]
    OtherLanguage {
        /// Its address.
        slug: String,
        /// Its language.
        there: String,
        /// The one asked for.
        language: String,
    },
    /// `course.toml` cannot be read.
    #[error("course.toml: {0}")]
    BrokenCourseFile(Unreadable),
    /// Nobody has that e-mail address.
    #[error("there is nobody with the e-mail address {0:?} to be the teacher")]
    NoSuchTeacher(String),
}

/// What is known of a course besides its folder. What is given here wins over `course.toml`.
#[derive(Clone, Debug, Default)]
pub struct CourseOptions {
    /// Its title.
    pub title: Option<String>,
    /// Its address; made from the title when absent.
    pub slug: Option<String>,
    /// Its language, as a BCP 47 tag.
    pub language: Option<String>,
    /// E-mail address of its teacher, who must be there.
    pub teacher: Option<String>,
    /// E-mail address of its teacher, if such a person is there.
    pub default_teacher: Option<String>,
    /// Whether the demo's students are enrolled.
    pub enrol_demo_students: bool,
}

/// Ids are made from names, so that a course has the same ids wherever it is imported.
pub(crate) fn named_id(within: Uuid, name: &str) -> Uuid {
    Uuid::new_v5(&within, name.as_bytes())
}

/// The root of all named ids of the demo LMS.
pub(crate) const NAMESPACE: Uuid = Uuid::from_u128(0x6c6d_735f_6465_6d6f_8000_636f_7572_7365);

/// Imports the folder, and says after each page how far it is.
pub async fn import_course(
    pool: &PgPool,
    clock: &dyn Clock,
    folder: &CourseFolder,
    options: &CourseOptions,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Summary, LmsError> {
    let course = course::describe(folder, options)?;
    let languages = languages::LanguageFolders::find(
        folder.files.iter().map(|file| file.path.as_str()),
        &course.language,
    )?;
    let layout = layout::lay_out(folder, &languages, &course);
    if layout.chapters.is_empty() && layout.skipped.is_empty() {
        return Err(ImportError::NoPages.into());
    }
    let now = clock.now();
    let mut transaction = pool.begin().await?;
    let mut summary = write::course(&mut transaction, &course).await?;
    write::people_of_course(&mut transaction, options, &mut summary, now).await?;
    let chapter_ids = write::chapters(&mut transaction, summary.course_id, &layout.chapters, now).await?;
    summary.removed =
        write::remove_missing(&mut transaction, summary.course_id, &still_there(&layout), now).await?;
    write::remove_empty_chapters(&mut transaction, summary.course_id, &chapter_ids).await?;
    transaction.commit().await?;
    summary.chapters = layout.chapters.len();
    import_pages(pool, clock, &layout, &chapter_ids, &mut summary, progress).await?;
    summary.skipped = layout.skipped;
    Ok(summary)
}

/// Writes each page in a transaction of its own.
async fn import_pages(
    pool: &PgPool,
    clock: &dyn Clock,
    layout: &layout::Layout,
    chapter_ids: &[Uuid],
    summary: &mut Summary,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<(), LmsError> {
    let total = layout.chapters.iter().map(|chapter| chapter.pages.len()).sum();
    for (chapter, chapter_id) in layout.chapters.iter().zip(chapter_ids) {
        for (page, position) in chapter.pages.iter().zip(1_i32..) {
            let place = write_page::Place { course_id: summary.course_id, chapter_id: *chapter_id, position };
            let mut transaction = pool.begin().await?;
            let outcome = write_page::page(&mut transaction, &place, page, clock.now()).await?;
            transaction.commit().await?;
            summary.count(outcome);
            progress(Progress { done: summary.new + summary.changed + summary.unchanged, total });
        }
    }
    Ok(())
}

/// Files that are there, broken ones too: a slip in a file must not take its page away.
fn still_there(layout: &layout::Layout) -> Vec<String> {
    let pages = layout.chapters.iter().flat_map(|chapter| &chapter.pages);
    let paths: HashSet<&String> = pages
        .map(|page| &page.source_path)
        .chain(layout.skipped.iter().map(|skipped| &skipped.path))
        .collect();
    paths.into_iter().cloned().collect()
}

#[cfg(test)]
mod tests;

//! What an import did.

use std::fmt;

use uuid::Uuid;

use super::page::Unreadable;

/// A file that was not imported, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Path in the course folder.
    pub path: String,
    /// The reason.
    pub reason: Unreadable,
}

/// What an import did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The course.
    pub course_id: Uuid,
    /// Its address.
    pub slug: String,
    /// Whether the course was made by this import.
    pub course_is_new: bool,
    /// Chapters of the course.
    pub chapters: usize,
    /// Pages that were not there before.
    pub new: usize,
    /// Pages with a new revision.
    pub changed: usize,
    /// Pages that are as they were.
    pub unchanged: usize,
    /// Pages whose files are gone.
    pub removed: usize,
    /// Files that could not be read.
    pub skipped: Vec<Skipped>,
    /// What did not stop the import but should be known.
    pub notes: Vec<String>,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let course = if self.course_is_new { "new" } else { "known" };
        writeln!(f, "course {} ({course}), chapters: {}", self.slug, self.chapters)?;
        write!(
            f,
            "pages: {} new, {} changed, {} unchanged, {} removed, {} skipped",
            self.new,
            self.changed,
            self.unchanged,
            self.removed,
            self.skipped.len()
        )?;
        for Skipped { path, reason } in &self.skipped {
            write!(f, "\nskipped {path}: {reason}")?;
        }
        for note in &self.notes {
            write!(f, "\nnote: {note}")?;
        }
        Ok(())
    }
}

/// How far an import is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Pages done.
    pub done: usize,
    /// Pages in all.
    pub total: usize,
}

//! What is known of the course itself.

use serde::Deserialize;

use super::folder::CourseFolder;
use super::{CourseOptions, ImportError, languages, names, page};

/// `course.toml`.
#[derive(Debug, Default, Deserialize)]
struct CourseFile {
    slug: Option<String>,
    title: Option<String>,
    description: Option<String>,
    language: Option<String>,
    time_zone: Option<String>,
    organization: Option<String>,
}

/// A course as it will stand in the database.
#[derive(Debug)]
pub(super) struct Course {
    pub(super) slug: String,
    pub(super) title: String,
    /// Kept as it is when absent.
    pub(super) description: Option<String>,
    pub(super) language: String,
    pub(super) time_zone: String,
    pub(super) organization: String,
}

pub(super) fn describe(folder: &CourseFolder, options: &CourseOptions) -> Result<Course, ImportError> {
    let file = match folder.files.iter().find(|file| file.path == "course.toml") {
        None => CourseFile::default(),
        Some(file) => {
            let text = page::decode(&file.bytes).map_err(ImportError::BrokenCourseFile)?;
            toml::from_str(&text).map_err(|error| {
                ImportError::BrokenCourseFile(page::Unreadable::BadToml(error.message().to_owned()))
            })?
        }
    };
    let title = options.title.clone().or(file.title).map(|title| title.trim().replace('\0', ""));
    let title = title.filter(|title| !title.is_empty()).ok_or(ImportError::NoTitle)?;
    let language = options.language.clone().or(file.language).ok_or(ImportError::NoLanguage)?;
    let address = options.slug.clone().or(file.slug).unwrap_or_else(|| title.clone());
    let slug = names::slug(&address);
    if slug.is_empty() {
        return Err(ImportError::UnusableSlug(address));
    }
    Ok(Course {
        slug,
        title,
        description: file.description,
        language: languages::canonical(&language)?,
        time_zone: file.time_zone.unwrap_or_else(|| "Europe/Helsinki".into()),
        organization: file.organization.unwrap_or_else(|| crate::demo::ORGANIZATION.into()),
    })
}

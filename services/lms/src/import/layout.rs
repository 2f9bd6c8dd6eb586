//! Chapters and pages in order, with their addresses.

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;

use super::course::Course;
use super::folder::{CourseFolder, SourceFile, is_page};
use super::languages::LanguageFolders;
use super::links;
use super::names::{natural, readable, slug, without_number};
use super::page::{self, PageText, Unreadable};
use super::summary::Skipped;

/// `chapter.toml`.
#[derive(Clone, Debug, Default, Deserialize)]
struct ChapterFile {
    title: Option<String>,
    opens_in_days: Option<i64>,
}

#[derive(Debug)]
pub(super) struct Chapter {
    /// Path of its folder, without languages; empty for the course's own folder.
    pub(super) path: String,
    pub(super) title: String,
    pub(super) opens_in_days: Option<i64>,
    pub(super) pages: Vec<Page>,
}

#[derive(Debug)]
pub(super) struct Page {
    pub(super) source_path: String,
    /// Path from the host's root.
    pub(super) url_path: String,
    pub(super) text: PageText,
}

/// A course as its folder lays it out.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pub(super) chapters: Vec<Chapter>,
    pub(super) skipped: Vec<Skipped>,
}

#[derive(Default)]
struct Folder {
    chapter: ChapterFile,
    pages: Vec<(String, SourceFileName, PageText)>,
}

/// Stem of a page's file.
type SourceFileName = String;

/// Lays the course out. Pages in the course's own folder form a first chapter named like the course.
pub(super) fn lay_out(folder: &CourseFolder, languages: &LanguageFolders, course: &Course) -> Layout {
    let mut skipped: Vec<Skipped> =
        folder.skipped.iter().filter(|skipped| languages.strip(&skipped.path).is_some()).cloned().collect();
    let mut folders: BTreeMap<String, Folder> = BTreeMap::new();
    for file in &folder.files {
        let Some(path) = languages.strip(&file.path) else {
            continue;
        };
        let (parent, name) = path.rsplit_once('/').unwrap_or(("", &path));
        if let Err(reason) = take(file, parent, name, &mut folders) {
            skipped.push(Skipped { path: file.path.clone(), reason });
        }
    }
    folders.retain(|_, folder| !folder.pages.is_empty());
    let mut folders: Vec<(String, Folder)> = folders.into_iter().collect();
    folders.sort_by(|(a, _), (b, _)| natural(a, b));
    let mut taken = HashSet::new();
    let mut chapters = folders
        .into_iter()
        .map(|(path, folder)| chapter(path, folder, course, &mut taken))
        .collect::<Vec<_>>();
    links::relink(&mut chapters);
    skipped.sort_by(|a, b| natural(&a.path, &b.path));
    Layout { chapters, skipped }
}

fn take(
    file: &SourceFile,
    parent: &str,
    name: &str,
    folders: &mut BTreeMap<String, Folder>,
) -> Result<(), Unreadable> {
    if is_page(name) {
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let text = page::read(&file.bytes, stem)?;
        let folder = folders.entry(parent.to_owned()).or_default();
        folder.pages.push((file.path.clone(), stem.to_owned(), text));
    } else if name == "chapter.toml" {
        let text = page::decode(&file.bytes)?;
        let chapter =
            toml::from_str(&text).map_err(|error| Unreadable::BadToml(error.message().to_owned()))?;
        folders.entry(parent.to_owned()).or_default().chapter = chapter;
    }
    Ok(())
}

fn chapter(path: String, folder: Folder, course: &Course, taken: &mut HashSet<String>) -> Chapter {
    let Folder { chapter, mut pages } = folder;
    let number = path.rsplit('/').next().unwrap_or("").to_owned();
    pages.sort_by(|(_, a, _), (_, b, _)| {
        is_overview(b, &number).cmp(&is_overview(a, &number)).then_with(|| natural(a, b))
    });
    let title = chapter
        .title
        .or_else(|| overview_title(&pages, &number))
        .unwrap_or_else(|| if path.is_empty() { course.title.clone() } else { path_title(&path) });
    let address = address(&path, course, taken);
    // Beside the pages of the course's own folder stand the chapters: both have the same parent in addresses.
    let mut own = HashSet::new();
    let among = if path.is_empty() { taken } else { &mut own };
    let pages = pages
        .into_iter()
        .map(|(source_path, stem, text)| Page {
            source_path,
            url_path: format!("{address}/{}", page_slug(&stem, among)),
            text,
        })
        .collect();
    Chapter { path, title, opens_in_days: chapter.opens_in_days, pages }
}

/// Address of a folder's pages, from the host's root.
fn address(path: &str, course: &Course, taken: &mut HashSet<String>) -> String {
    if path.is_empty() {
        return format!("/courses/{}", course.slug);
    }
    let parts: Vec<String> = path.split('/').map(|part| slug(without_number(part))).collect();
    let chapter = unique(parts.join("-").trim_matches('-'), "chapter", taken);
    format!("/courses/{}/{chapter}", course.slug)
}

fn page_slug(stem: &str, taken: &mut HashSet<String>) -> String {
    unique(&slug(without_number(stem)), "page", taken)
}

fn unique(slug: &str, fallback: &str, taken: &mut HashSet<String>) -> String {
    let base = if slug.is_empty() { fallback } else { slug };
    let mut unique = base.to_owned();
    let mut number = 1;
    while !taken.insert(unique.clone()) {
        number += 1;
        unique = format!("{base}-{number}");
    }
    unique
}

/// The page that introduces its chapter: `index`, or `part0` in the folder `0`.
fn is_overview(stem: &str, folder: &str) -> bool {
    let letters = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    let numbered = !letters.is_empty() && letters.chars().all(char::is_alphabetic) && !folder.is_empty();
    matches!(stem, "index" | "overview") || (numbered && stem.strip_prefix(letters) == Some(folder))
}

fn overview_title(pages: &[(String, SourceFileName, PageText)], number: &str) -> Option<String> {
    let (_, stem, text) = pages.first().filter(|(_, stem, _)| is_overview(stem, number))?;
    let speaks = matches!(stem.as_str(), "index" | "overview");
    match (speaks, text.titled) {
        (true, true) => Some(text.title.clone()),
        (true, false) => None,
        (false, _) => Some(readable(stem)),
    }
}

fn path_title(path: &str) -> String {
    path.split('/').map(readable).collect::<Vec<_>>().join(" – ")
}

#[cfg(test)]
mod tests;

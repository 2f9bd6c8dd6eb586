//! The sections of a page, as its passages show them.

use chatbot_store::passages::VisiblePassage;

use crate::title_match::{Found, Title, find};

/// The heading paths of a page in its order: also of headings that have text only below sub-headings.
pub(super) fn paths(passages: &[VisiblePassage]) -> Vec<Vec<String>> {
    let mut paths: Vec<Vec<String>> = Vec::new();
    let mut open: &[String] = &[];
    for passage in passages {
        let path = &passage.heading_path;
        let shared = open.iter().zip(path).take_while(|(one, other)| one == other).count();
        paths.extend((shared + 1..=path.len()).map(|depth| path[..depth].to_vec()));
        open = path;
    }
    // Sections of one name below one heading are taken as one.
    let mut seen = std::collections::HashSet::new();
    paths.retain(|path| seen.insert(path.clone()));
    paths
}

/// Finds a section by its heading, or by its path with whatever between the headings.
pub(super) fn named(wanted: &str, paths: &[Vec<String>]) -> Found {
    let title = |path: &Vec<String>| {
        let last = path.last().map(String::as_str).unwrap_or_default();
        Title::below(last, &path.join(" › "))
    };
    let titles: Vec<Title> = paths.iter().map(title).collect();
    find(wanted.trim_start_matches('#'), &titles)
}

/// The passages of a section and of those below it.
pub(super) fn passages(all: Vec<VisiblePassage>, path: &[String]) -> Vec<VisiblePassage> {
    all.into_iter().filter(|passage| passage.heading_path.starts_with(path)).collect()
}

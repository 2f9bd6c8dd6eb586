//! Which state items a name means: by their own names, else by the names of what reads or writes them.

use std::collections::{BTreeMap, BTreeSet};

use chatbot_store::state_items::{StateItem, Subject};

use crate::title_match::{Found, Title, find as find_title, find_sure, nearest};

/// The outcome, as places in the list.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Matched {
    /// These are meant, in the list's order.
    Items(Vec<usize>),
    /// None is meant; these come nearest, the nearest first.
    Nearest(Vec<usize>),
}

/// Finds what is meant. "Chapter 3" is an item of that name, or one that holds it; else all that chapter 3
/// reads or writes. What merely stands in the words, or is alike, counts only when neither is there.
pub(super) fn find(name: &str, items: &[StateItem]) -> Matched {
    let names: Vec<Title> = items.iter().map(|item| Title::new(&item.name)).collect();
    let sure = find_sure(name, &names);
    if !sure.is_empty() {
        return Matched::Items(sure);
    }
    let parts = parts(items);
    let (parts, items_of): (Vec<Title>, Vec<BTreeSet<usize>>) =
        parts.into_iter().map(|(part, items)| (Title::new(&part), items)).unzip();
    let items_with = |parts: &[usize]| -> Vec<usize> {
        let places: BTreeSet<usize> = parts.iter().flat_map(|part| &items_of[*part]).copied().collect();
        places.into_iter().collect()
    };
    let sure = find_sure(name, &parts);
    if !sure.is_empty() {
        return Matched::Items(items_with(&sure));
    }
    let all: Vec<&Title> = names.iter().chain(&parts).collect();
    let places = match find_title(name, &all) {
        Found::One(place) => vec![place],
        Found::Several(places) => places,
        Found::Nearest(_) => return Matched::Nearest(nearest(name, &names)),
    };
    let own: Vec<usize> = places.iter().copied().filter(|place| *place < names.len()).collect();
    if !own.is_empty() {
        return Matched::Items(own);
    }
    let of_parts: Vec<usize> = places.into_iter().map(|place| place - names.len()).collect();
    Matched::Items(items_with(&of_parts))
}

/// The items at these places, in the list's order.
pub(super) fn taken(items: Vec<StateItem>, places: &[usize]) -> Vec<StateItem> {
    let items = items.into_iter().enumerate();
    items.filter(|(place, _)| places.contains(place)).map(|(_, item)| item).collect()
}

/// What reads or writes items, each name with the places of its items.
fn parts(items: &[StateItem]) -> BTreeMap<String, BTreeSet<usize>> {
    let mut parts: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (place, item) in items.iter().enumerate() {
        for access in item.writers.iter().chain(&item.readers) {
            for name in names_of(&access.subject) {
                parts.entry(name).or_default().insert(place);
            }
        }
    }
    parts
}

/// A title, and the number by which people call it in English and Finnish.
fn names_of(subject: &Subject) -> Vec<String> {
    let numbered = |words: [&str; 2], number: i64| words.map(|word| format!("{word} {number}"));
    match subject {
        Subject::Page(page) => vec![page.title.clone()],
        Subject::Certificate { name } => name.iter().cloned().collect(),
        Subject::Chapter(chapter) => {
            let [english, finnish] = numbered(CHAPTER, chapter.number);
            vec![chapter.title.clone(), english, finnish]
        }
        Subject::Module { title, number } => {
            let [english, finnish] = numbered(["module", "moduuli"], *number);
            vec![title.clone(), english, finnish]
        }
        Subject::Exercise { title, number, .. } => {
            let numbers = number.map(|number| numbered(["exercise", "tehtävä"], number));
            std::iter::once(title.clone()).chain(numbers.into_iter().flatten()).collect()
        }
    }
}

/// How a chapter is called before its number.
pub(super) const CHAPTER: [&str; 2] = ["chapter", "luku"];

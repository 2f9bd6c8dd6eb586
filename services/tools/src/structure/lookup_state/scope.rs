//! Which part of the course a look-up is about.

use std::collections::HashSet;

use chatbot_core::ChatbotTurnContext;
use chatbot_protocol::{ChapterId, PageId};
use chatbot_store::state_items::{NumberedChapter, PlacedPage, StateItem, Subject};
use uuid::Uuid;

use super::matching::CHAPTER;
use crate::name::quoted;
use crate::open_page;
use crate::title_match::{Found, Title, find, words_of};

/// How models call the whole course.
const COURSE: &[&str] = &[
    "course",
    "this course",
    "the course",
    "whole course",
    "the whole course",
    "all",
    "kurssi",
    "koko kurssi",
];

/// Which part of the course is looked at.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Scope<'a> {
    /// All of it.
    Course,
    /// A page.
    Page(PageId),
    /// The open page, but none is open.
    NoOpenPage,
    /// A page or chapter by its title.
    Named(&'a str),
}

/// A page or a chapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    Page(PageId),
    Chapter(ChapterId),
}

impl<'a> Scope<'a> {
    /// What a model meant by its words.
    pub(super) fn of(words: Option<&'a str>, user_context: &ChatbotTurnContext) -> Self {
        let Some(words) = words else { return Self::Course };
        if let Ok(id) = Uuid::parse_str(words.trim()) {
            return Self::Page(PageId(id));
        }
        if open_page::is_meant(words) {
            return user_context.page_id.map_or(Self::NoOpenPage, Self::Page);
        }
        let plain = words_of(words);
        if plain.is_empty() || COURSE.contains(&plain.as_str()) { Self::Course } else { Self::Named(words) }
    }

    /// The page that must be readable.
    pub(super) const fn page(&self) -> Option<PageId> {
        match self {
            Self::Page(page) => Some(*page),
            Self::Course | Self::NoOpenPage | Self::Named(_) => None,
        }
    }

    /// The items that are declared, read or written there, or what is said when there is no such place.
    pub(super) fn of_items(&self, items: Vec<StateItem>) -> Result<Vec<StateItem>, String> {
        let places = match self {
            Self::Course => return Ok(items),
            Self::Page(page) => vec![Place::Page(*page)],
            Self::NoOpenPage => {
                return Err(
                    "The student has no page of this course open. Without a scope the whole course is \
                            looked at."
                        .to_owned(),
                );
            }
            Self::Named(name) => named(name, &items)?,
        };
        let is_there = |item: &StateItem| places_of(item).iter().any(|(place, _)| places.contains(place));
        let (there, elsewhere): (Vec<_>, Vec<_>) = items.into_iter().partition(is_there);
        if there.is_empty() && !elsewhere.is_empty() {
            return Err(
                "No state is declared, set or used on this page that the student can know of. Without a \
                        scope the whole course is looked at."
                    .to_owned(),
            );
        }
        Ok(there)
    }
}

/// The places that a title means, among those that states have to do with.
fn named(name: &str, items: &[StateItem]) -> Result<Vec<Place>, String> {
    let known: HashSet<(Place, String)> = items.iter().flat_map(places_of).collect();
    let (places, names): (Vec<Place>, Vec<String>) = known.into_iter().unzip();
    let titles: Vec<Title> = names.iter().map(|name| Title::new(name)).collect();
    match find(name, &titles) {
        Found::One(place) => Ok(vec![places[place]]),
        Found::Several(several) => Ok(several.into_iter().map(|place| places[place]).collect()),
        Found::Nearest(_) => Err(format!(
            "No state is declared, set or used on a page or in a chapter called {} that the student can know of. \
             Without a scope the whole course is looked at.",
            quoted(name)
        )),
    }
}

/// The pages and chapters that an item has to do with, under each of their names.
fn places_of(item: &StateItem) -> Vec<(Place, String)> {
    let mut places = Vec::new();
    places.extend(item.page.iter().flat_map(of_page));
    for access in item.writers.iter().chain(&item.readers) {
        match &access.subject {
            Subject::Page(page) | Subject::Exercise { page, .. } => places.extend(of_page(page)),
            Subject::Chapter(chapter) => places.extend(of_chapter(chapter)),
            Subject::Module { .. } | Subject::Certificate { .. } => {}
        }
    }
    places
}

fn of_page(page: &PlacedPage) -> Vec<(Place, String)> {
    let mut places = vec![(Place::Page(page.id), page.title.clone())];
    places.extend(page.chapter.iter().flat_map(of_chapter));
    places
}

fn of_chapter(chapter: &NumberedChapter) -> Vec<(Place, String)> {
    let place = Place::Chapter(chapter.id);
    let numbers = CHAPTER.map(|word| format!("{word} {}", chapter.number));
    std::iter::once(chapter.title.clone()).chain(numbers).map(|name| (place, name)).collect()
}

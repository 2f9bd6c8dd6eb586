//! What comes next: deadlines, where to go on, and what opens.

use chatbot_store::outline::{Outline, OutlineChapter, OutlinePage};
use chatbot_store::progress::{ExerciseProgress, ExerciseStatus};

use crate::name::quoted;

/// How many entries a list has at most.
pub(super) const LONGEST_LIST: usize = 10;
/// How many exercises of the next page are named.
const EXERCISES_NAMED: usize = 3;

/// What comes next, in lines.
pub(super) fn lines(outline: &Outline) -> Vec<String> {
    let mut lines = Vec::new();
    if outline.enrolled {
        lines.push(next(outline));
        lines.extend(missed(outline));
    }
    lines.extend(deadlines(outline));
    let opening = outline.chapters.iter().filter(|chapter| !chapter.open);
    let soonest = opening.filter_map(|chapter| Some((chapter.opens_at?, chapter.title.as_deref()?)));
    if let Some((at, title)) = soonest.min_by_key(|(at, _)| *at) {
        lines.push(format!("Opens next: chapter {} at {}.", quoted(title), outline.times.text_of(at)));
    }
    lines
}

/// Where to go on: the place of a chapter, and of a page in it, that has something left to do.
pub(super) fn place(outline: &Outline) -> Option<(usize, usize)> {
    let mut chapters = outline.chapters.iter().enumerate().filter(|(_, chapter)| chapter.open);
    let page = |chapter: &OutlineChapter| {
        chapter.pages.iter().position(|page| page.exercises.iter().any(|exercise| is_left(exercise, outline)))
    };
    chapters.find_map(|(place, chapter)| Some((place, page(chapter)?)))
}

fn next(outline: &Outline) -> String {
    let mut open = outline.chapters.iter().filter(|chapter| chapter.open);
    if let Some((chapter, page)) = place(outline) {
        let chapter = &outline.chapters[chapter];
        return format!("Next: {}.", go_on(&chapter.pages[page], chapter, outline));
    }
    if open.clone().any(|chapter| chapter.exercises().next().is_some()) {
        return "Next: nothing, everything that can be done now is done.".to_owned();
    }
    match open.find_map(|chapter| chapter.pages.first()) {
        Some(page) => format!(
            "There are no exercises in the open part, so nobody knows what the student has read. The first page \
             is {}.",
            quoted(&page.title)
        ),
        None => "Next: nothing, no page is open.".to_owned(),
    }
}

fn go_on(page: &OutlinePage, chapter: &OutlineChapter, outline: &Outline) -> String {
    let left = page.exercises.iter().filter(|exercise| is_left(exercise, outline));
    let names = left.clone().take(EXERCISES_NAMED).map(|exercise| {
        let begun = if exercise.status == ExerciseStatus::InProgress { "begun" } else { "not started" };
        format!("{} ({begun})", quoted(&exercise.title))
    });
    let more = left.clone().count().saturating_sub(EXERCISES_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let chapter = chapter.title.as_deref().map(|title| format!(" in chapter {}", quoted(title)));
    let names = names.collect::<Vec<_>>().join(", ");
    format!("page {}{}, exercises left: {names}{more}", quoted(&page.title), chapter.unwrap_or_default())
}

/// Exercises whose time is over and that were not done.
fn missed(outline: &Outline) -> Option<String> {
    let over = |exercise: &&ExerciseProgress| {
        !exercise.is_done() && exercise.deadline_at.is_some_and(|at| at < outline.now)
    };
    let missed: Vec<_> = exercises(outline).filter(over).map(|exercise| quoted(&exercise.title)).collect();
    let (named, more) = missed.split_at(missed.len().min(LONGEST_LIST));
    let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
    (!named.is_empty()).then(|| format!("Not done before the deadline: {}{more}.", named.join(", ")))
}

/// The deadlines of what is left to do, soonest first.
fn deadlines(outline: &Outline) -> Vec<String> {
    let left = exercises(outline).filter(|exercise| is_left(exercise, outline));
    let mut due: Vec<_> = left.filter_map(|exercise| Some((exercise.deadline_at?, exercise))).collect();
    due.sort_by_key(|(at, _)| *at);
    if due.is_empty() {
        return vec!["No deadlines are ahead.".to_owned()];
    }
    let mut lines = vec!["Deadlines ahead, soonest first:".to_owned()];
    lines.extend(due.iter().take(LONGEST_LIST).map(|(at, exercise)| {
        let (title, page) = (quoted(&exercise.title), quoted(&exercise.page_title));
        format!("- {}: {title} (page {page})", outline.times.text_of(*at))
    }));
    if due.len() > LONGEST_LIST {
        lines.push(format!("- [shortened: {} later deadlines are not shown]", due.len() - LONGEST_LIST));
    }
    lines
}

/// Whether it is not done and can be done.
fn is_left(exercise: &ExerciseProgress, outline: &Outline) -> bool {
    !exercise.is_done() && exercise.deadline_at.is_none_or(|at| at >= outline.now)
}

fn exercises(outline: &Outline) -> impl Iterator<Item = &ExerciseProgress> {
    outline.chapters.iter().flat_map(OutlineChapter::exercises)
}

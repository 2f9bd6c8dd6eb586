//! The chapters with their pages, as many as there is room for.

use chatbot_store::outline::{Outline, OutlineChapter, OutlinePage};
use chatbot_store::progress::ExerciseProgress;

use super::{ahead, window};
use crate::name::quoted;

/// Room for saying what is left out, in characters.
const NOTE: usize = 300;

/// The chapters' lines within `room` characters: all, or those around where the student goes on.
pub(super) fn lines(outline: &Outline, room: usize) -> Vec<String> {
    let chapters: Vec<String> = (1..)
        .zip(&outline.chapters)
        .map(|(number, chapter)| format!("{number}. {}", chapter_line(chapter, outline)))
        .collect();
    let pages: Vec<Vec<String>> =
        outline.chapters.iter().map(|chapter| page_lines(chapter, outline)).collect();
    let all = || chapters.iter().chain(pages.iter().flatten());
    if all().map(|line| window::length(line)).sum::<usize>() <= room {
        let with_pages = chapters.into_iter().zip(pages);
        return with_pages.flat_map(|(chapter, pages)| std::iter::once(chapter).chain(pages)).collect();
    }
    around(outline, &chapters, &pages, room.saturating_sub(NOTE))
}

/// The lines of chapters around the one where the student goes on, and its pages around theirs.
fn around(outline: &Outline, chapters: &[String], pages: &[Vec<String>], room: usize) -> Vec<String> {
    let last_open = || outline.chapters.iter().rposition(|chapter| chapter.open && !chapter.pages.is_empty());
    let (chapter, page) = ahead::place(outline).or_else(|| Some((last_open()?, 0))).unwrap_or_default();
    let own_pages = pages.get(chapter).map(Vec::as_slice).unwrap_or_default();
    let shown_pages = window::around(own_pages, page, room / 2);
    let taken: usize = own_pages[shown_pages.clone()].iter().map(|line| window::length(line)).sum();
    let shown = window::around(chapters, chapter, room.saturating_sub(taken));
    let left_out = (chapters.len() - shown.len(), own_pages.len() - shown_pages.len());
    let mut lines = Vec::new();
    for place in shown {
        lines.push(chapters[place].clone());
        if place == chapter {
            lines.extend_from_slice(&own_pages[shown_pages.clone()]);
        }
    }
    lines.push(format!(
        "[shortened: pages are listed only for the chapter where the student goes on, {} of them are left out; {} \
         chapters before or after these are left out]",
        left_out.1, left_out.0
    ));
    lines
}

fn chapter_line(chapter: &OutlineChapter, outline: &Outline) -> String {
    let title = chapter.title.as_deref().map_or("Pages outside chapters".to_owned(), quoted);
    let open = match (chapter.open, chapter.opens_at) {
        (false, Some(at)) => format!("not open yet, opens at {}", outline.times.text_of(at)),
        (false, None) => "not open yet".to_owned(),
        (true, _) => "open".to_owned(),
    };
    let pages = match chapter.pages.len() {
        // What waits in a chapter that is not open is nothing to tell.
        0 if !chapter.open => return format!("{title}: {open}"),
        1 => "1 page".to_owned(),
        count => format!("{count} pages"),
    };
    let early = if chapter.open { "" } else { " (staff see it already)" };
    format!("{title}: {open}{early}, {pages}, {}", done(outline, chapter.exercises()))
}

fn page_lines(chapter: &OutlineChapter, outline: &Outline) -> Vec<String> {
    let line = |page: &OutlinePage| {
        format!("   - {}: {}", quoted(&page.title), done(outline, page.exercises.iter()))
    };
    chapter.pages.iter().map(line).collect()
}

/// How many of the exercises are done; only how many there are for somebody who does not study here.
pub(super) fn done<'a>(outline: &Outline, exercises: impl Iterator<Item = &'a ExerciseProgress>) -> String {
    let (mut total, mut done) = (0, 0);
    for exercise in exercises {
        total += 1;
        done += usize::from(exercise.is_done());
    }
    match (total, outline.enrolled) {
        (0, _) => "no exercises".to_owned(),
        (1, false) => "1 exercise".to_owned(),
        (_, false) => format!("{total} exercises"),
        (_, true) => format!("{done} of {total} exercises done"),
    }
}

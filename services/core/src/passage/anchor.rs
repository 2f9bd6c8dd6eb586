//! Ids of headings, made as GitHub makes them.

use std::collections::HashMap;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};
use unicode_normalization::char::is_combining_mark;

/// Gives the headings of one page their ids, in the order of the page.
#[derive(Clone, Debug, Default)]
pub struct Anchors {
    /// Each id given, with how many repetitions it has had.
    given: HashMap<String, usize>,
}

impl Anchors {
    /// The id of the next heading: lower case, spaces to `-`, everything dropped but letters, numbers,
    /// marks, `-` and `_`; repetitions get `-1`, `-2`, ….
    pub fn next(&mut self, heading: &str) -> String {
        let mut slug = slug(heading);
        if slug.is_empty() {
            "section".clone_into(&mut slug);
        }
        let mut id = slug.clone();
        while self.given.contains_key(&id) {
            let repetitions = self.given.entry(slug.clone()).or_default();
            *repetitions += 1;
            id = format!("{slug}-{repetitions}");
        }
        self.given.insert(id.clone(), 0);
        id
    }
}

fn slug(heading: &str) -> String {
    heading
        .trim()
        .to_lowercase()
        .chars()
        .filter_map(|c| match c {
            ' ' | '\t' | '\n' => Some('-'),
            '-' | '_' | '\u{203F}' | '\u{2040}' | '\u{2054}' => Some(c),
            c if c.is_alphabetic() || c.is_numeric() || is_combining_mark(c) => Some(c),
            _ => None,
        })
        .collect()
}

/// How Markdown pages are read, by the passage cutter and by whoever renders them.
pub fn markdown_options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_MATH
}

/// The events of a Markdown page, with the id of every heading set. Rendered with
/// `pulldown_cmark::html::push_html`, the page has the ids that passages name as their anchors.
pub fn events_with_heading_ids(body: &str) -> Vec<Event<'_>> {
    let mut anchors = Anchors::default();
    let mut events = Vec::new();
    let mut heading: Option<(usize, String)> = None;
    for event in Parser::new_ext(body, markdown_options()) {
        match (&event, &mut heading) {
            (Event::Start(Tag::Heading { .. }), _) => heading = Some((events.len(), String::new())),
            (Event::End(TagEnd::Heading(_)), Some((start, text))) => {
                if let Some(Event::Start(Tag::Heading { id, .. })) = events.get_mut(*start) {
                    *id = Some(CowStr::from(anchors.next(text)));
                }
                heading = None;
            }
            (event, Some((_, text))) => push_text(text, event),
            _ => {}
        }
        events.push(event);
    }
    events
}

/// Adds what an event inside a heading says to the heading's text.
fn push_text(text: &mut String, event: &Event<'_>) {
    match event {
        Event::Text(part) | Event::Code(part) | Event::InlineMath(part) | Event::DisplayMath(part) => {
            text.push_str(part);
        }
        Event::SoftBreak | Event::HardBreak => text.push(' '),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_get_the_ids_that_github_gives_them() {
        let mut anchors = Anchors::default();
        for (heading, id) in [
            ("Primary keys", "primary-keys"),
            ("What's `NULL`?", "whats-null"),
            ("Déjà vu & more", "déjà-vu--more"),
            ("snake_case and kebab-case", "snake_case-and-kebab-case"),
            ("Äiti ja ÖLJY", "äiti-ja-öljy"),
            ("第一章 简介", "第一章-简介"),
            ("หน้าแรก", "หน้าแรก"),
            ("Primary keys", "primary-keys-1"),
            ("Primary keys", "primary-keys-2"),
            ("Primary keys-1", "primary-keys-1-1"),
            ("!?", "section"),
            ("…", "section-1"),
        ] {
            assert_eq!(anchors.next(heading), id, "{heading}");
        }
    }

    #[test]
    fn a_rendered_page_has_the_ids() {
        let body = "# One\n\n## A `b` *c*\n\n```\n# not a heading\n```\n\n## A b c\n\nSetext\n---\n";
        let mut page = String::new();
        pulldown_cmark::html::push_html(&mut page, events_with_heading_ids(body).into_iter());
        for id in ["one", "a-b-c", "a-b-c-1", "setext"] {
            assert!(page.contains(&format!("id=\"{id}\"")), "{id} in {page}");
        }
        assert_eq!(page.matches(" id=").count(), 4);
    }
}

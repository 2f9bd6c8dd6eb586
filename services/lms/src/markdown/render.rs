//! Markdown to HTML; not yet safe.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use chatbot_core::passage::anchor::events_with_heading_ids;
use pulldown_cmark::{CowStr, Event, Tag, TagEnd, html};
use regex::{Captures, Regex};

/// A rendered page.
pub(super) struct Rendered {
    pub(super) html: String,
    /// Stands before the ids of headings. The author cannot know it, so no raw HTML can take an id away.
    pub(super) mark: String,
    /// The ids of headings.
    pub(super) anchors: HashSet<String>,
}

pub(super) fn markdown(body: &str) -> Rendered {
    let mark = format!("{:032x}:", rand::random::<u128>());
    let mut anchors = HashSet::new();
    let mut footnotes = Footnotes::default();
    let events = events_with_heading_ids(body)
        .into_iter()
        .map(|event| marked(event, &mark, &mut anchors))
        .filter_map(|event| plain(event, &mut footnotes));
    let mut html = String::with_capacity(body.len() * 3 / 2);
    html::push_html(&mut html, events);
    Rendered { html, mark, anchors }
}

fn marked<'a>(event: Event<'a>, mark: &str, anchors: &mut HashSet<String>) -> Event<'a> {
    match event {
        Event::Start(Tag::Heading { level, id: Some(id), classes, attrs }) => {
            anchors.insert(id.to_string());
            Event::Start(Tag::Heading { level, id: Some(format!("{mark}{id}").into()), classes, attrs })
        }
        other => other,
    }
}

#[derive(Default)]
struct Footnotes(HashMap<String, usize>);

impl Footnotes {
    fn number(&mut self, name: &str) -> usize {
        let next = self.0.len() + 1;
        *self.0.entry(name.to_owned()).or_insert(next)
    }
}

/// Replaces what would need ids, inputs or pictures.
fn plain<'a>(event: Event<'a>, footnotes: &mut Footnotes) -> Option<Event<'a>> {
    Some(match event {
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => return None,
        Event::Html(html) => Event::Html(without_pictures(html)),
        Event::InlineHtml(html) => Event::InlineHtml(without_pictures(html)),
        Event::TaskListMarker(done) => Event::Text(if done { "☑ " } else { "☐ " }.into()),
        Event::FootnoteReference(name) => Event::InlineHtml(format!("<sup>{}</sup>", footnotes.number(&name)).into()),
        Event::Start(Tag::FootnoteDefinition(name)) => {
            Event::Html(format!("<div><sup>{}</sup> ", footnotes.number(&name)).into())
        }
        Event::End(TagEnd::FootnoteDefinition) => Event::Html("</div>\n".into()),
        other => other,
    })
}

static PICTURE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?i)<img\b(?:"[^"]*"|'[^']*'|[^>"'])*?(?:\balt\s*=\s*(?:"([^"]*)"|'([^']*)'))?(?:"[^"]*"|'[^']*'|[^>"'])*>"#)
        .ok()
});

/// A picture in raw HTML as its alternative text. What escapes the pattern is dropped when sanitised.
fn without_pictures(html: CowStr<'_>) -> CowStr<'_> {
    match PICTURE.as_ref().filter(|_| html.contains("<img") || html.contains("<IMG")) {
        Some(picture) => picture
            .replace_all(&html, |found: &Captures<'_>| {
                let alt = found.get(1).or_else(|| found.get(2)).map_or("", |alt| alt.as_str());
                alt.replace('<', "&lt;").replace('>', "&gt;")
            })
            .into_owned()
            .into(),
        None => html,
    }
}

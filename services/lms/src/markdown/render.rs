//! Markdown to HTML; not yet safe.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use chatbot_core::passage::anchor::events_with_heading_ids;
use pulldown_cmark::{CowStr, Event, Tag, TagEnd, html};
use regex::{Captures, Regex};

/// So deep may quotations and lists stand in each other. Sanitising takes time with the square of the depth, and
/// browsers give up on some hundreds.
const DEEPEST: usize = 100;

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
        .filter(not_too_deep())
        .map(|event| marked(event, &mark, &mut anchors))
        .filter_map(|event| plain(event, &mut footnotes));
    let mut html = String::with_capacity(body.len() * 3 / 2);
    html::push_html(&mut html, events);
    Rendered { html, mark, anchors }
}

/// Leaves out quotations and lists that stand in more than [`DEEPEST`] others; what they hold stays.
fn not_too_deep() -> impl FnMut(&Event<'_>) -> bool {
    let mut depth = 0_usize;
    move |event| match event {
        Event::Start(Tag::BlockQuote(_) | Tag::List(_) | Tag::Item) => {
            depth += 1;
            depth <= DEEPEST
        }
        Event::End(TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item) => {
            depth = depth.saturating_sub(1);
            depth < DEEPEST
        }
        _ => true,
    }
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
        Event::FootnoteReference(name) => {
            Event::InlineHtml(format!("<sup>{}</sup>", footnotes.number(&name)).into())
        }
        Event::Start(Tag::FootnoteDefinition(name)) => {
            Event::Html(format!("<div><sup>{}</sup> ", footnotes.number(&name)).into())
        }
        Event::End(TagEnd::FootnoteDefinition) => Event::Html("</div>\n".into()),
        other => other,
    })
}

static PICTURE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"(?i)<img\b(?:"[^"]*"|'[^']*'|[^>"'])*>"#).ok());
static ALT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"(?i)\salt\s*=\s*(?:"([^"]*)"|'([^']*)')"#).ok());

/// A picture in raw HTML as its alternative text. What escapes the pattern is dropped when sanitised.
fn without_pictures(html: CowStr<'_>) -> CowStr<'_> {
    let (Some(picture), Some(alt)) = (PICTURE.as_ref(), ALT.as_ref()) else {
        return html;
    };
    if !picture.is_match(&html) {
        return html;
    }
    let text = |found: &Captures<'_>| {
        let alt = alt.captures(&found[0]);
        let alt = alt.as_ref().and_then(|alt| alt.get(1).or_else(|| alt.get(2)));
        alt.map_or("", |alt| alt.as_str()).replace('<', "&lt;").replace('>', "&gt;")
    };
    picture.replace_all(&html, text).into_owned().into()
}

//! Reads Markdown into a draft.

use pulldown_cmark::{Event, HeadingLevel, Tag, TagEnd};

use super::anchor::events_with_heading_ids;
use super::draft::{Draft, Kind, bullet};
use super::html;

/// Reads a page.
pub(super) fn read(body: &str, draft: &mut Draft) {
    let mut reader =
        Reader { draft, lists: Vec::new(), block_html: None, hidden: None, heading: None, cells: 0 };
    for event in events_with_heading_ids(body) {
        reader.event(event);
    }
}

struct Reader<'d> {
    draft: &'d mut Draft,
    /// The lists around, each with the number of its next item, if it counts.
    lists: Vec<Option<u64>>,
    /// The raw HTML block in work.
    block_html: Option<String>,
    /// The element within a line whose content is not shown.
    hidden: Option<String>,
    /// The id of the heading in work.
    heading: Option<String>,
    /// The cells of the table row so far.
    cells: usize,
}

impl Reader<'_> {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Html(raw) => match &mut self.block_html {
                Some(html) => html.push_str(&raw),
                None => html::read(&raw, self.draft),
            },
            Event::InlineHtml(raw) => self.inline_html(&raw),
            _ if self.hidden.is_some() => {}
            Event::Text(text) => self.draft.push(&text),
            Event::Code(text) => self.draft.push_whole(&text),
            Event::InlineMath(tex) => self.draft.push_whole(&format!("${tex}$")),
            Event::DisplayMath(tex) => self.draft.push_whole(&format!("$${tex}$$")),
            Event::SoftBreak => self.draft.push(" "),
            Event::HardBreak => self.draft.break_line(),
            Event::Rule => self.draft.close(),
            Event::TaskListMarker(done) => self.draft.push(if done { "[x] " } else { "[ ] " }),
            Event::FootnoteReference(_) => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        if is_block(tag) {
            self.hidden = None;
        }
        match tag {
            Tag::Paragraph => self.draft.start(Kind::Text),
            Tag::Heading { id, .. } => {
                self.heading = id.as_ref().map(ToString::to_string);
                self.draft.start(Kind::Text);
            }
            Tag::CodeBlock(_) => self.draft.start(Kind::Code),
            Tag::HtmlBlock => self.block_html = Some(String::new()),
            Tag::List(first) => {
                self.draft.close();
                self.lists.push(*first);
            }
            Tag::Item => self.item(),
            Tag::TableHead | Tag::TableRow => {
                self.draft.start(Kind::Text);
                self.cells = 0;
            }
            Tag::TableCell => {
                if self.cells > 0 {
                    self.draft.push_border();
                }
                self.cells += 1;
            }
            Tag::BlockQuote(_) | Tag::FootnoteDefinition(_) | Tag::Table(_) => self.draft.close(),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => {
                let id = self.heading.take();
                self.draft.close_as_heading(number(level), id.as_deref());
            }
            TagEnd::Paragraph => {
                self.draft.close();
                self.tighten_in_list();
            }
            TagEnd::CodeBlock | TagEnd::BlockQuote(_) | TagEnd::FootnoteDefinition => self.draft.close(),
            TagEnd::Item => {
                self.draft.close();
                self.draft.bullet(String::new());
                self.draft.tighten();
            }
            TagEnd::TableHead | TagEnd::TableRow => {
                self.draft.close();
                self.draft.tighten();
            }
            TagEnd::List(_) => {
                self.draft.close();
                self.lists.pop();
                if self.lists.is_empty() {
                    self.draft.loosen();
                }
            }
            TagEnd::Table => self.draft.loosen(),
            TagEnd::HtmlBlock => {
                if let Some(raw) = self.block_html.take() {
                    html::read(&raw, self.draft);
                }
            }
            _ => {}
        }
    }

    /// What follows the first paragraph of a list item stands on the next line.
    fn tighten_in_list(&mut self) {
        if self.lists.is_empty() {
            self.draft.loosen();
        } else {
            self.draft.tighten();
        }
    }

    fn item(&mut self) {
        if self.lists.len() > 1 {
            self.draft.close();
            self.draft.tighten();
        }
        self.draft.bullet(bullet(&mut self.lists));
    }

    fn inline_html(&mut self, raw: &str) {
        let Some(tag) = html::Tag::parse(raw) else {
            return;
        };
        if let Some(hidden) = &self.hidden {
            if tag.closing && *hidden == tag.name {
                self.hidden = None;
            }
        } else if !tag.closing && html::is_hidden(&tag.name) {
            self.hidden = Some(tag.name);
        } else if tag.name == "br" {
            self.draft.break_line();
        } else if tag.name == "img"
            && let Some(alt) = tag.attribute("alt")
        {
            self.draft.push(&alt);
        }
    }
}

/// Whether a tag starts a block; hidden elements within a line end with their block.
fn is_block(tag: &Tag<'_>) -> bool {
    !matches!(
        tag,
        Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript
            | Tag::Link { .. }
            | Tag::Image { .. }
    )
}

fn number(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

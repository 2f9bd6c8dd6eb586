//! Reads HTML into a draft: whole pages, and the raw HTML in Markdown.
//!
//! Not a browser's parser: it knows which elements are blocks, which are headings, lists, tables and
//! code, and takes everything else as text, so that whatever the markup, no text is lost.

use super::draft::{Draft, Kind, bullet};

mod tag;
mod text;

pub(super) use tag::Tag;
use tag::{Token, tokens};
use text::decode;

/// Reads a page or a piece of one.
pub(super) fn read(html: &str, draft: &mut Draft) {
    draft.close();
    let mut reader = Reader {
        draft,
        hidden: None,
        code: 0,
        lists: Vec::new(),
        in_item: false,
        cells: 0,
        heading_ids: Vec::new(),
    };
    for token in tokens(html) {
        reader.token(token);
    }
    reader.draft.close();
    reader.draft.loosen();
}

/// Whether browsers do not show what an element contains.
pub(super) fn is_hidden(name: &str) -> bool {
    matches!(name, "script" | "style" | "template" | "noscript")
}

struct Reader<'d> {
    draft: &'d mut Draft,
    hidden: Option<String>,
    /// How many `pre` are open.
    code: usize,
    /// The open lists, each with the number of its next item, if it counts.
    lists: Vec<Option<u64>>,
    /// Whether an item of the innermost list is open.
    in_item: bool,
    /// The cells of the table row so far.
    cells: usize,
    /// The ids of the open headings.
    heading_ids: Vec<Option<String>>,
}

impl Reader<'_> {
    fn token(&mut self, token: Token<'_>) {
        match (token, &self.hidden) {
            (Token::Tag(tag), Some(name)) => {
                if tag.closing && tag.name == *name {
                    self.hidden = None;
                }
            }
            (Token::Text(_), Some(_)) => {}
            (Token::Tag(tag), None) if tag.closing => self.end(&tag),
            (Token::Tag(tag), None) => self.start(&tag),
            (Token::Text(text), None) if self.code > 0 => self.draft.push(&decode(text)),
            (Token::Text(text), None) => self.draft.push_collapsed(&decode(text)),
        }
    }

    fn start(&mut self, tag: &Tag) {
        match tag.name.as_str() {
            name if is_hidden(name) && !tag.empty => self.hidden = Some(name.to_owned()),
            "br" if self.code > 0 => self.draft.push("\n"),
            "br" => self.draft.break_line(),
            "img" => {
                if let Some(alt) = tag.attribute("alt") {
                    self.draft.push_collapsed(&alt);
                }
            }
            "pre" => {
                self.code += 1;
                self.draft.start(Kind::Code);
            }
            "ul" | "menu" => self.list(None),
            "ol" => self.list(Some(tag.attribute("start").and_then(|start| start.parse().ok()).unwrap_or(1))),
            "li" => self.item(),
            "tr" => {
                self.draft.start(Kind::Text);
                self.cells = 0;
            }
            "td" | "th" => {
                if self.cells > 0 {
                    self.draft.push_border();
                }
                self.cells += 1;
            }
            // Blocks in cells stay on the row's line; a heading says that the table was never closed.
            name if self.cells > 0 && heading_level(name).is_none() && is_block(name) => {
                self.draft.push_collapsed(" ");
            }
            name if heading_level(name).is_some() => {
                self.cells = 0;
                self.draft.start(Kind::Text);
                self.heading_ids.push(tag.attribute("id").filter(|id| !id.is_empty()));
            }
            name if is_block(name) => self.draft.close(),
            _ => {}
        }
    }

    fn end(&mut self, tag: &Tag) {
        match tag.name.as_str() {
            "pre" => {
                self.code = self.code.saturating_sub(1);
                self.draft.close();
            }
            "ul" | "ol" | "menu" => {
                self.draft.close();
                self.lists.pop();
                if self.lists.is_empty() {
                    self.draft.loosen();
                }
            }
            "li" => {
                self.draft.bullet(String::new());
                self.draft.tighten();
                self.in_item = false;
            }
            "tr" => {
                self.draft.close();
                self.draft.tighten();
                self.cells = 0;
            }
            "table" => {
                self.draft.close();
                self.draft.loosen();
                self.cells = 0;
            }
            name if self.cells > 0 && is_block(name) => self.draft.push_collapsed(" "),
            name => self.end_block(name),
        }
    }

    fn end_block(&mut self, name: &str) {
        if let Some(level) = heading_level(name) {
            let id = self.heading_ids.pop().flatten();
            self.draft.close_as_heading(level, id.as_deref());
        } else if is_block(name) {
            self.draft.close();
        }
    }

    fn list(&mut self, first: Option<u64>) {
        self.draft.close();
        if !self.lists.is_empty() {
            self.draft.tighten();
        }
        self.lists.push(first);
        self.in_item = false;
    }

    fn item(&mut self) {
        if self.in_item {
            // The item before was not closed.
            self.draft.close();
            self.draft.tighten();
        }
        self.in_item = true;
        self.draft.bullet(bullet(&mut self.lists));
    }
}

fn heading_level(name: &str) -> Option<u8> {
    match name {
        "h1" => Some(1),
        "h2" => Some(2),
        "h3" => Some(3),
        "h4" => Some(4),
        "h5" => Some(5),
        "h6" => Some(6),
        _ => None,
    }
}

/// Whether an element stands on lines of its own. Elements that a course platform made up
/// (`<text-box>`) do.
fn is_block(name: &str) -> bool {
    name.contains('-')
        || matches!(
            name,
            "address"
                | "article"
                | "aside"
                | "blockquote"
                | "body"
                | "button"
                | "caption"
                | "dd"
                | "details"
                | "dialog"
                | "div"
                | "dl"
                | "dt"
                | "fieldset"
                | "figcaption"
                | "figure"
                | "footer"
                | "form"
                | "head"
                | "header"
                | "hr"
                | "html"
                | "iframe"
                | "legend"
                | "main"
                | "nav"
                | "option"
                | "p"
                | "search"
                | "section"
                | "select"
                | "summary"
                | "table"
                | "tbody"
                | "textarea"
                | "tfoot"
                | "thead"
                | "title"
                | "video"
                | "audio"
                | "h1"
                | "h2"
                | "h3"
                | "h4"
                | "h5"
                | "h6"
        )
}

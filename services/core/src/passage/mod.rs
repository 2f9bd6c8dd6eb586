//! Cuts pages into passages: the pieces of course material that are found, shown to a model and cited.
//!
//! [`cut`] turns a page's body into plain text and passages over it. A passage never spans two headings,
//! knows the heading path that leads to it and the anchor of its heading on the page. [`anchor`] names
//! headings; whoever renders a page as HTML uses [`anchor::events_with_heading_ids`], so that the anchors
//! of passages are ids on the page. Offsets count characters, not bytes.

pub mod anchor;
mod draft;
mod html;
mod markdown;
mod pack;
#[cfg(test)]
mod tests;
mod words;

use sha2::{Digest, Sha256};

pub use anchor::Anchors;
pub(crate) use words::is_unspaced;

/// How a page's body is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyFormat {
    /// CommonMark with tables, task lists, footnotes, strikethrough and `$…$` formulas.
    Markdown,
    /// HTML; what browsers do not show as text (scripts, styles) is dropped.
    Html,
}

impl BodyFormat {
    /// The format that `lms.pages.body_format` names; anything but `html` is read as Markdown, which lets
    /// text pass as it is.
    pub fn from_name(name: &str) -> Self {
        if name.eq_ignore_ascii_case("html") { Self::Html } else { Self::Markdown }
    }
}

/// A page as plain text, and the passages in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CutPage {
    /// The whole page, headings included: blocks apart by an empty line, list items and table rows on
    /// lines of their own.
    pub plain_text: String,
    /// In the order of the page; they do not overlap. Between them stand only headings and white space.
    pub passages: Vec<Passage>,
}

/// A piece of a page that can be cited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The headings above it, outermost first, without the page's own title.
    pub heading_path: Vec<String>,
    /// The id of its heading on the page; empty before the first heading.
    pub anchor: String,
    /// Where it starts in the page's plain text, in characters.
    pub start: usize,
    /// Where it ends (exclusive), in characters.
    pub end: usize,
    /// Exactly the plain text from `start` to `end`.
    pub text: String,
}

/// Cuts a page. `title` is the page's title: a heading that only repeats it is no part of heading paths.
pub fn cut(title: &str, body: &str, format: BodyFormat) -> CutPage {
    let body = crate::text::storable(body);
    let mut draft = draft::Draft::default();
    match format {
        BodyFormat::Markdown => markdown::read(&body, &mut draft),
        BodyFormat::Html => html::read(&body, &mut draft),
    }
    pack::pack(draft.finish(), title)
}

/// SHA-256 of a passage's text.
pub fn hash(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

/// SHA-256 of a stretch of a passage, so that only other words make another hash: every run of white space
/// counts as one blank.
pub fn span_hash(text: &str) -> [u8; 32] {
    hash(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

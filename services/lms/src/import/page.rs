//! One Markdown file as a page.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::front_matter;
use super::markup;
use super::names;

/// The largest file that is taken for a page, in bytes.
const LARGEST_BYTES: usize = 4 << 20;

/// Why a file is no page.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// Its bytes are not text.
    #[error("not valid UTF-8 (at byte {0})")]
    BadUtf8(usize),
    /// It holds a character that the database cannot store.
    #[error("holds the character U+0000 (at byte {0})")]
    Nul(usize),
    /// Its head cannot be read.
    #[error("its front matter is not readable YAML: {0}")]
    BadYaml(String),
    /// It is no page but something else.
    #[error("larger than 4 MiB")]
    TooLarge,
    /// Its folder's `chapter.toml` cannot be read.
    #[error("not readable TOML: {0}")]
    BadToml(String),
    /// It was not followed.
    #[error("a symbolic link")]
    Link,
    /// The system refused.
    #[error("{0}")]
    Refused(String),
}

/// An exercise of a page.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Exercise {
    pub(super) title: String,
    pub(super) max_points: f64,
}

/// What a file says.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PageText {
    pub(super) title: String,
    /// Whether the author wrote the title, not only the file's name.
    pub(super) titled: bool,
    /// Where the page stood on the site that it comes from.
    pub(super) old_path: Option<String>,
    pub(super) body: String,
    pub(super) hidden: bool,
    pub(super) deleted: bool,
    pub(super) exercises: Vec<Exercise>,
}

/// The text of a file: without a byte order mark, lines ending in `\n`.
pub(super) fn decode(bytes: &[u8]) -> Result<String, Unreadable> {
    if bytes.len() > LARGEST_BYTES {
        return Err(Unreadable::TooLarge);
    }
    let text = std::str::from_utf8(bytes).map_err(|error| Unreadable::BadUtf8(error.valid_up_to()))?;
    match text.find('\0') {
        Some(at) => Err(Unreadable::Nul(at)),
        None => Ok(text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n")),
    }
}

/// Reads a page. `stem` is the name of its file, without the ending.
pub(super) fn read(bytes: &[u8], stem: &str) -> Result<PageText, Unreadable> {
    let text = decode(bytes)?;
    let (head, body) = front_matter::split(&text)?;
    // YAML can write the character without holding it.
    let mut titles = head.title.iter().chain(head.exercises.iter().map(|exercise| &exercise.title));
    if titles.any(|title| title.contains('\0')) {
        return Err(Unreadable::Nul(0));
    }
    let markup::Plain { body, exercises } = markup::plain(body);
    let heading = first_heading(&body);
    let same = |heading: &Heading| head.title.as_deref().is_none_or(|title| title == heading.title);
    let body = match &heading {
        Some(heading) if heading.level == 1 && same(heading) => {
            [body[..heading.range.start].trim_end(), body[heading.range.end..].trim_start()].join("\n\n")
        }
        _ => body,
    };
    let title = head.title.or(heading.map(|heading| heading.title));
    Ok(PageText {
        titled: title.is_some(),
        old_path: head.path,
        title: title.unwrap_or_else(|| names::readable(stem)),
        body: format!("{}\n", body.trim_matches('\n').trim_end()),
        hidden: head.hidden,
        deleted: head.deleted,
        exercises: if head.exercises.is_empty() { exercises } else { head.exercises },
    })
}

struct Heading {
    title: String,
    level: u8,
    range: std::ops::Range<usize>,
}

fn first_heading(body: &str) -> Option<Heading> {
    let mut found: Option<Heading> = None;
    for (event, range) in Parser::new_ext(body, Options::ENABLE_TABLES).into_offset_iter() {
        match (event, &mut found) {
            (Event::Start(Tag::Heading { level, .. }), found) => {
                *found = Some(Heading { title: String::new(), level: level as u8, range });
            }
            (Event::Text(text) | Event::Code(text), Some(heading)) => heading.title.push_str(&text),
            (Event::SoftBreak | Event::HardBreak, Some(heading)) => heading.title.push(' '),
            (Event::End(TagEnd::Heading(_)), Some(heading)) => {
                heading.title = heading.title.trim().to_owned();
                if !heading.title.is_empty() {
                    return found;
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> PageText {
        read(text.as_bytes(), "03-some-page").unwrap()
    }

    #[test]
    fn the_title_is_the_heads_then_the_first_headings_then_the_files() {
        assert_eq!(page("---\ntitle: T\n---\n# H\n\ntext").title, "T");
        assert_eq!(page("text\n\n## The `key` *word*\n\nmore").title, "The key word");
        assert_eq!(page("text").title, "Some page");
        assert_eq!(page("```\n# no heading\n```\n\nSetext\n---\n").title, "Setext");
    }

    #[test]
    fn a_first_heading_of_level_one_is_not_said_twice() {
        assert_eq!(page("# H\n\ntext").body, "text\n");
        assert_eq!(page("intro\n\n# H\n\ntext").body, "intro\n\ntext\n");
        assert_eq!(page("## H\n\ntext").body, "## H\n\ntext\n");
        assert_eq!(page("---\ntitle: H\n---\n# H\n\ntext").body, "text\n");
        assert_eq!(page("---\ntitle: T\n---\n# H\n\ntext").body, "# H\n\ntext\n");
    }

    #[test]
    fn byte_order_marks_and_windows_lines_do_no_harm() {
        let page = read("\u{feff}---\r\ntitle: 'T'\r\n---\r\nOne\r\ntwo\r\n".as_bytes(), "x").unwrap();
        assert_eq!((page.title.as_str(), page.body.as_str()), ("T", "One\ntwo\n"));
    }

    #[test]
    fn broken_files_are_refused() {
        assert_eq!(read(b"abc\xff", "x").unwrap_err(), Unreadable::BadUtf8(3));
        assert_eq!(read(b"ab\0c", "x").unwrap_err(), Unreadable::Nul(2));
        assert_eq!(read(b"---\ntitle: \"a\\0b\"\n---\n", "x").unwrap_err(), Unreadable::Nul(0));
        assert!(matches!(read(b"---\na: [\n---\n", "x").unwrap_err(), Unreadable::BadYaml(_)));
    }
}

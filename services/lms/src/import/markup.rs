//! Course tags such as `<text-box name="…">` as Markdown that any reader understands.
//!
//! Boxes become a bold line before their content, exercises too (and are listed as exercises of the page),
//! sample output becomes a code block, navigation disappears, headings in HTML become headings. Markdown
//! inside a tag stays Markdown; code stays as it is.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::page::Exercise;
use super::segments::{Segment, in_code_span, segments};

/// A page in plain Markdown.
#[derive(Debug, PartialEq)]
pub(super) struct Plain {
    pub(super) body: String,
    pub(super) exercises: Vec<Exercise>,
}

/// What a tag is for.
enum Kind {
    Exercise,
    Quiz,
    Box(&'static str),
    Navigation,
}

static OUTPUT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    regex(r"(?is)<sample-(?:output|data|code)(?:\s[^<>]*)?>(.*?)</sample-(?:output|data|code)\s*>")
});
static TAG: LazyLock<Option<Regex>> = LazyLock::new(|| {
    regex(r#"(?i)<(/?)((?:[a-z][a-z0-9]*-[a-z0-9-]+)|quiz|notice)((?:\s+(?:"[^"]*"|'[^']*'|[^<>"'])*)?)/?>"#)
});
static HEADING: LazyLock<Option<Regex>> =
    LazyLock::new(|| regex(r"(?im)^[ ]{0,3}<h([1-6])(?:\s[^<>]*)?>(.*?)</h[1-6]\s*>[ \t]*$"));
static NAME: LazyLock<Option<Regex>> =
    LazyLock::new(|| regex(r#"(?i)(?:^|\s)(?:name|title)\s*=\s*(?:"([^"]*)"|'([^']*)')"#));
static EMPHASIS: LazyLock<Option<Regex>> = LazyLock::new(|| regex(r"\*\*(\S(?:[^*\n]*\S)?)\*\*"));
static TAGS: LazyLock<Option<Regex>> = LazyLock::new(|| regex(r"</?(?:b|strong|i|em|pre|code)>"));
static ESCAPE: LazyLock<Option<Regex>> = LazyLock::new(|| regex(r"\\([!-/:-@\[-`{-~])"));
static BLANK_LINES: LazyLock<Option<Regex>> = LazyLock::new(|| regex(r"\n[ \t]*\n(?:[ \t]*\n)+"));

/// All patterns are constants, which a test compiles.
fn regex(pattern: &str) -> Option<Regex> {
    Regex::new(pattern).ok()
}

fn replace(
    pattern: &LazyLock<Option<Regex>>,
    text: &str,
    with: impl FnMut(&Captures<'_>) -> String,
) -> String {
    match pattern.as_ref() {
        Some(pattern) => pattern.replace_all(text, with).into_owned(),
        None => text.to_owned(),
    }
}

/// Rewrites a page.
pub(super) fn plain(body: &str) -> Plain {
    let mut exercises = Vec::new();
    let mut plain = String::new();
    for segment in segments(body) {
        match segment {
            Segment::Code(code) => plain.push_str(&code),
            Segment::Prose(prose) => plain.push_str(&rewrite(&prose, &mut exercises)),
        }
    }
    Plain { body: plain, exercises }
}

fn rewrite(prose: &str, exercises: &mut Vec<Exercise>) -> String {
    let foreign = |found: &str| found.contains('<');
    if !foreign(prose) {
        return prose.to_owned();
    }
    let with_blocks = replace(&OUTPUT, prose, |found| if_not_code(prose, found, || output(&found[1])));
    // The new blocks are code, so the prose is cut once more.
    let mut text = String::new();
    for segment in segments(&with_blocks) {
        match segment {
            Segment::Code(code) => text.push_str(&code),
            Segment::Prose(prose) => text.push_str(&tags(&prose, exercises)),
        }
    }
    text
}

fn tags(prose: &str, exercises: &mut Vec<Exercise>) -> String {
    let headings = replace(&HEADING, prose, |found| {
        if_not_code(prose, found, || {
            let level = found[1].parse().unwrap_or(6);
            format!("\n{} {}\n", "#".repeat(level), found[2].trim())
        })
    });
    let plain = replace(&TAG, &headings, |found| if_not_code(&headings, found, || tag(found, exercises)));
    replace(&BLANK_LINES, &plain, |_| "\n\n".into())
}

fn if_not_code(text: &str, found: &Captures<'_>, new: impl FnOnce() -> String) -> String {
    match found.get(0) {
        Some(whole) if in_code_span(text, whole.start()) => whole.as_str().to_owned(),
        _ => new(),
    }
}

fn tag(found: &Captures<'_>, exercises: &mut Vec<Exercise>) -> String {
    if !found[1].is_empty() {
        return "\n\n".into();
    }
    let name = name(&found[3]);
    let label = match (kind(&found[2]), name) {
        (Kind::Navigation, _) => return "\n\n".into(),
        (Kind::Box(label), name) => name.unwrap_or_else(|| label.to_owned()),
        (Kind::Exercise, name) => exercise("Exercise", name, exercises),
        (Kind::Quiz, name) => exercise("Quiz", name, exercises),
    };
    if label.is_empty() { "\n\n".into() } else { format!("\n\n**{}**\n\n", escaped(&label)) }
}

fn kind(tag: &str) -> Kind {
    let tag = tag.to_ascii_lowercase();
    match tag.as_str() {
        "quiz" => Kind::Quiz,
        "notice" => Kind::Box("Note"),
        _ if tag.contains("-in-") && tag.ends_with("section") || tag.ends_with("sections") => {
            Kind::Navigation
        }
        "table-of-contents" => Kind::Navigation,
        _ if tag.ends_with("-exercise") => Kind::Exercise,
        _ if tag.ends_with("-quiz") => Kind::Quiz,
        _ => Kind::Box(""),
    }
}

fn exercise(kind: &str, name: Option<String>, exercises: &mut Vec<Exercise>) -> String {
    let label = name.as_ref().map_or_else(|| kind.to_owned(), |name| format!("{kind}: {name}"));
    exercises.push(Exercise { title: name.unwrap_or_else(|| kind.to_owned()), max_points: 1.0 });
    label
}

fn name(attributes: &str) -> Option<String> {
    let found = NAME.as_ref()?.captures(attributes)?;
    let name = found.get(1).or_else(|| found.get(2))?.as_str();
    Some(unescaped(name).trim().to_owned()).filter(|name| !name.is_empty())
}

/// Sample output as a code block. What holds a picture or a code block of its own stays Markdown.
fn output(content: &str) -> String {
    if content.contains("<img") || content.contains("![") || content.contains("\n```") {
        return format!("\n\n{content}\n\n");
    }
    // In HTML's own preformatted text Markdown's signs are only signs.
    let shown = if content.contains("<pre") {
        replace(&TAGS, content, |_| String::new())
    } else {
        let plain = replace(&EMPHASIS, content, |found| found[1].to_owned());
        replace(&ESCAPE, &replace(&TAGS, &plain, |_| String::new()), |found| found[1].to_owned())
    };
    let text = unescaped(shown.trim_matches('\n').trim_end());
    if text.trim().is_empty() {
        return "\n\n".into();
    }
    let ticks = text.split(|c| c != '`').map(str::len).max().unwrap_or(0).max(2) + 1;
    let fence = "`".repeat(ticks);
    format!("\n\n{fence}text\n{text}\n{fence}\n")
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&")
}

/// A name in a bold line must not end the line, nor open anything.
fn escaped(label: &str) -> String {
    let mut escaped = String::new();
    for c in label.chars() {
        if matches!(c, '*' | '_' | '`' | '[' | ']' | '<' | '>' | '\\' | '$') {
            escaped.push('\\');
        }
        escaped.push(if c.is_whitespace() { ' ' } else { c });
    }
    escaped
}

#[cfg(test)]
mod tests;

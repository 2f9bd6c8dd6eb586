//! What of HTML may reach a reader.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use ammonia::Builder;

const HEADINGS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];

/// Cleans rendered HTML: no scripts, styles, pictures or forms, links to the web and within the host only,
/// ids on headings only, each once. Ids of the `reserved` headings have the `mark` before them; other headings
/// keep an id of their own as long as it is none of those.
pub(super) fn clean(html: &str, mark: &str, reserved: HashSet<String>) -> String {
    let ids = Mutex::new(reserved);
    let mark = mark.to_owned();
    let mut builder = Builder::default();
    builder
        .rm_tags(["img", "map", "area"])
        .add_tags(["section", "s"])
        .url_schemes(HashSet::from(["http", "https", "mailto"]))
        .add_tag_attributes("code", ["class"])
        .add_tag_attributes("span", ["class"])
        .link_rel(Some("noopener noreferrer"))
        .attribute_filter(move |element, attribute, value| match attribute {
            "id" => heading_id(value, &mark, &ids),
            "class" => allowed_class(element, value).then_some(Cow::Borrowed(value)),
            _ => Some(Cow::Borrowed(value)),
        });
    for heading in HEADINGS {
        builder.add_tag_attributes(heading, ["id"]);
    }
    builder.clean(html).to_string()
}

fn heading_id<'a>(value: &'a str, mark: &str, taken: &Mutex<HashSet<String>>) -> Option<Cow<'a, str>> {
    let ours = Some(mark).filter(|mark| !mark.is_empty()).and_then(|mark| value.strip_prefix(mark));
    if let Some(anchor) = ours {
        return Some(Cow::Borrowed(anchor));
    }
    let mut taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
    let free = !value.is_empty() && !value.contains(char::is_whitespace) && taken.insert(value.to_owned());
    free.then_some(Cow::Borrowed(value))
}

fn allowed_class(element: &str, value: &str) -> bool {
    match element {
        "code" => value.strip_prefix("language-").is_some_and(|language| {
            !language.is_empty() && language.chars().all(|c| c.is_ascii_alphanumeric() || "+-_#.".contains(c))
        }),
        "span" => matches!(value, "math math-inline" | "math math-display"),
        _ => false,
    }
}

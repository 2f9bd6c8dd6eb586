//! Links between the pages of a course, which have other addresses here than where the course comes from.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::layout::Chapter;
use super::segments::{Segment, in_code_span, segments};

static LINK: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\]\(([^)\s<>#?]+)(#[^)\s<>]*)?([ \t)])").ok());

/// Points links at the pages' addresses here: links to files (`../2-b/x.md`), and links to where the front
/// matter says that a page stood (`path: '/part-2/x'`). Other links stay.
pub(super) fn relink(chapters: &mut [Chapter]) {
    let pages = chapters.iter().flat_map(|chapter| &chapter.pages);
    let mut addresses = HashMap::new();
    for page in pages {
        addresses.insert(page.source_path.clone(), page.url_path.clone());
        if let Some(path) = &page.text.old_path {
            addresses.insert(format!("/{}", path.trim_matches('/')), page.url_path.clone());
        }
    }
    for page in chapters.iter_mut().flat_map(|chapter| &mut chapter.pages) {
        page.text.body = relinked(&page.text.body, &page.source_path, &addresses);
    }
}

fn relinked(body: &str, source_path: &str, addresses: &HashMap<String, String>) -> String {
    let Some(link) = LINK.as_ref() else {
        return body.to_owned();
    };
    let mut text = String::with_capacity(body.len());
    for segment in segments(body) {
        let prose = match segment {
            Segment::Code(code) => {
                text.push_str(&code);
                continue;
            }
            Segment::Prose(prose) => prose,
        };
        let with = |found: &Captures<'_>| {
            let code = found.get(0).is_some_and(|whole| in_code_span(&prose, whole.start()));
            match key(&found[1], source_path).and_then(|key| addresses.get(&key)) {
                Some(address) if !code => {
                    let anchor = found.get(2).map_or("", |anchor| anchor.as_str());
                    format!("]({address}{anchor}{}", &found[3])
                }
                _ => found[0].to_owned(),
            }
        };
        text.push_str(&link.replace_all(&prose, with));
    }
    text
}

/// What a link names, as the pages are known by.
fn key(target: &str, source_path: &str) -> Option<String> {
    if let Some(path) = target.strip_prefix('/') {
        return Some(format!("/{}", path.trim_matches('/')));
    }
    if target.contains(':') {
        return None;
    }
    let mut segments: Vec<&str> = source_path.split('/').collect();
    segments.pop();
    for segment in target.split('/') {
        match segment {
            "." | "" => {}
            ".." => {
                segments.pop()?;
            }
            name => segments.push(name),
        }
    }
    Some(segments.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_pages_lead_to_their_addresses_here() {
        let addresses = HashMap::from([
            ("2-b/x.md".to_owned(), "/courses/c/b/x".to_owned()),
            ("/part-2/x".to_owned(), "/courses/c/b/x".to_owned()),
        ]);
        for (link, address) in [
            ("[a](../2-b/x.md)", "[a](/courses/c/b/x)"),
            ("[a](/2-b/../x)", "[a](/2-b/../x)"),
            ("[a](/part-2/x/#there)", "[a](/courses/c/b/x#there)"),
            ("[a](/part-2/x \"title\")", "[a](/courses/c/b/x \"title\")"),
            ("[a](https://example.org/part-2/x)", "[a](https://example.org/part-2/x)"),
            ("[a](../../../x.md)", "[a](../../../x.md)"),
            ("`[a](/part-2/x)`", "`[a](/part-2/x)`"),
            ("```\n[a](/part-2/x)\n```\n", "```\n[a](/part-2/x)\n```\n"),
        ] {
            assert_eq!(relinked(link, "1-a/y.md", &addresses), address);
        }
    }
}

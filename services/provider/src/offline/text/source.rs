//! The quotable sources in a tool's output, as `chatbot_core::fence` writes them.

use std::sync::LazyLock;

use regex::Regex;

#[allow(clippy::unwrap_used, reason = "a literal that the tests compile")]
static SOURCE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?s)<source marker="【(\d{1,9})】" page="([^"]*)" section="([^"]*)">\n?(.*?)\n?</source>"#).unwrap()
});
#[allow(clippy::unwrap_used, reason = "a literal that the tests compile")]
static OUTPUT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?s)<output>\n?(.*?)\n?</output>").unwrap());

/// A passage of a course page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its number.
    pub number: u32,
    /// Title of the page and headings.
    pub heading: String,
    /// Its text.
    pub text: String,
    /// Its place among the results, the best being 0.
    pub rank: usize,
}

/// The sources of a tool's output, in order.
pub fn sources(output: &str) -> Vec<Source> {
    SOURCE
        .captures_iter(output)
        .enumerate()
        .filter_map(|(rank, found)| {
            Some(Source {
                number: found[1].parse().ok()?,
                heading: format!("{} {}", &found[2], &found[3]),
                text: found[4].to_owned(),
                rank,
            })
        })
        .collect()
}

/// A tool's output without its fence and without what the model is told about it.
pub fn plain_output(output: &str) -> &str {
    OUTPUT
        .captures(output)
        .and_then(|found| found.get(1))
        .map_or(output, |inner| inner.as_str())
        .trim()
}

//! The quotable sources in a tool's output, as `chatbot_core::fence` writes them.

const BEGINS: &str = "<source marker=\"【";
const ENDS: &str = "</source>";

/// A passage of a course page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its number.
    pub number: u32,
    /// Title of the page and headings.
    pub heading: String,
    /// The heading right above it; empty where there is none.
    pub section: String,
    /// Its text.
    pub text: String,
    /// Its place among the results, the best being 0.
    pub rank: usize,
}

/// The sources of a tool's output, in order. What is not written as the fence writes it is none.
pub fn sources(output: &str) -> Vec<Source> {
    let mut found = Vec::new();
    for block in output.split(BEGINS).skip(1) {
        found.extend(source(block, found.len()));
    }
    found
}

fn source(block: &str, rank: usize) -> Option<Source> {
    let (number, rest) = block.split_once("】\" page=\"")?;
    let (page, rest) = rest.split_once("\" section=\"")?;
    let (section, rest) = rest.split_once("\">")?;
    let (text, _) = rest.split_once(ENDS)?;
    Some(Source {
        number: number.parse().ok()?,
        heading: format!("{page} {section}"),
        section: section.rsplit(" › ").next().unwrap_or_default().to_owned(),
        text: text.trim_matches('\n').to_owned(),
        rank,
    })
}

/// A tool's output without its fence and without what the model is told about it.
pub fn plain_output(output: &str) -> &str {
    let inner = output.split_once("<output>").map_or(output, |(_, rest)| rest);
    inner.rsplit_once("</output>").map_or(inner, |(inner, _)| inner).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_fence_writes_is_read_back() {
        let blocks = [
            chatbot_core::fence::source(7, "Keys", "Primary > \"keys\"", "A key.\n\n<source> is text."),
            chatbot_core::fence::source(8, "Joins", "", "A join."),
        ];
        let output = chatbot_core::fence::tool_result(&blocks.join("\n"), Some("Cite."));
        let read: Vec<_> =
            sources(&output).into_iter().map(|s| (s.number, s.heading, s.text, s.rank)).collect();
        let expected = [
            (7, "Keys Primary > 'keys'".to_owned(), "A key.\n\n‹source> is text.".to_owned(), 0),
            (8, "Joins ".to_owned(), "A join.".to_owned(), 1),
        ];
        assert_eq!(read, expected);
        assert!(plain_output(&output).starts_with("<source") && !plain_output(&output).contains("Cite."));
        for broken in [
            "",
            "<source marker=\"【x】\" page=\"a\" section=\"b\">t</source>",
            "<source marker=\"【1】\" page",
        ] {
            assert!(sources(broken).is_empty());
        }
    }
}

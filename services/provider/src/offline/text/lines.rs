//! What kind of text a line is.

use std::sync::LazyLock;

use regex::Regex;

#[allow(clippy::unwrap_used, reason = "a literal that the tests compile")]
static ITEM: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^\s*(?:[-*+•]|\d{1,2}[.)])\s+(\S.*)$").unwrap());
#[allow(clippy::unwrap_used, reason = "a literal that the tests compile")]
static STATEMENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?x)^\s*(?:
            >>>
          | (?:def|class|if|elif|for|while|with|try|except|else|finally)(?-u:\b)[^.]*:\s*(?:\#.*)?$
          | (?:import|from)\s+[\w.]+(?:\s+import\s+[\w*, ]+|\s+as\s+\w+)?\s*$
          | (?:return|yield|raise|break|continue|pass)(?-u:\b)[^.!?]*$
          | [A-Za-z_][\w.]*(?:\[[^\]]*\])?\s*[-+*/%]?=(?:[^=].*)?$
          | [A-Za-z_][\w.]*\(.*\)\s*(?:\#.*)?$
          | @\w+
          | (?:SELECT|INSERT\s+INTO|UPDATE|DELETE\s+FROM|CREATE|ALTER|DROP|FROM|WHERE|GROUP\s+BY|ORDER\s+BY|HAVING
              |(?:LEFT|RIGHT|INNER|FULL)?\s*JOIN|VALUES|BEGIN|COMMIT|LIMIT)(?-u:\b)
          | (?:const|let|var|function|export|public|private)\s+\w+.*[;{(=]
          | [\])}]+[;,)]*\s*$
          | .*[;{]\s*$
          | [$%>]\s+\w+
          | Traceback\s\(most\ recent | File\s\S+,\ line\s\d | \w+(?:Error|Exception):\s
          | [-+|=]{3,}\s*$
        )",
    )
    .unwrap()
});

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// White space.
    Blank,
    /// Begins or ends a block of code.
    Fence,
    /// A heading, without its signs.
    Heading(&'a str),
    /// An item of a list, without its sign.
    Item(&'a str),
    /// A row of a table, with its bars.
    Row(&'a str),
    /// Code, by its looks.
    Code,
    /// Anything else.
    Prose(&'a str),
}

/// Reads a line; `in_code` says whether the one before it was code by its looks.
pub fn kind(line: &str, in_code: bool) -> Line<'_> {
    let trimmed = line.trim();
    if trimmed.is_empty() {
        return Line::Blank;
    }
    if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
        return Line::Fence;
    }
    if in_code && (line.starts_with(' ') || line.starts_with('\t') || trimmed.starts_with("# ")) {
        return Line::Code;
    }
    if trimmed.starts_with('#') && trimmed.trim_start_matches('#').starts_with(' ') {
        return Line::Heading(trimmed.trim_start_matches('#').trim());
    }
    if trimmed.starts_with('|') && trimmed.ends_with('|') && trimmed.len() > 2 {
        return Line::Row(trimmed);
    }
    let may_be_item = trimmed.starts_with(|c: char| c.is_ascii_digit() || "-*+•".contains(c));
    if may_be_item && let Some(item) = ITEM.captures(line).and_then(|found| found.get(1)) {
        return Line::Item(item.as_str());
    }
    if is_tag_or_image(trimmed) {
        return Line::Blank;
    }
    if STATEMENT.is_match(line) || mostly_signs(trimmed) { Line::Code } else { Line::Prose(trimmed) }
}

/// How many borders between cells a line has; white space around each tells them from operators.
pub fn borders(line: &str) -> usize {
    line.split_whitespace().filter(|word| *word == "|").count()
}

fn is_tag_or_image(line: &str) -> bool {
    (line.starts_with('<') && line.ends_with('>')) || line.starts_with("![")
}

fn mostly_signs(line: &str) -> bool {
    let all = line.chars().filter(|c| !c.is_whitespace()).count();
    let signs = line.chars().filter(|c| !c.is_alphanumeric() && !c.is_whitespace()).count();
    all > 3 && signs * 5 >= all * 2
}

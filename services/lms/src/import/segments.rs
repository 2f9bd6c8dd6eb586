//! Markdown cut into prose and fenced code. Comments are dropped on the way.

/// A piece of a page.
#[derive(Debug, PartialEq)]
pub(super) enum Segment {
    /// Prose; tags in it mean something.
    Prose(String),
    /// A fenced block, fences included; nothing in it means anything.
    Code(String),
}

enum State {
    Prose,
    Code { fence: char, length: usize },
    Comment,
}

/// Cuts a page.
pub(super) fn segments(body: &str) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut prose = String::new();
    let mut code = String::new();
    let mut state = State::Prose;
    for line in body.split_inclusive('\n') {
        state = match state {
            State::Code { fence, length } => {
                code.push_str(line);
                if closes(line, fence, length) {
                    segments.push(Segment::Code(std::mem::take(&mut code)));
                    State::Prose
                } else {
                    State::Code { fence, length }
                }
            }
            State::Comment => without_comments(line, true, &mut prose),
            State::Prose => match opens(line) {
                Some((fence, length)) => {
                    segments.push(Segment::Prose(std::mem::take(&mut prose)));
                    code.push_str(line);
                    State::Code { fence, length }
                }
                None => without_comments(line, false, &mut prose),
            },
        };
    }
    if !code.is_empty() {
        segments.push(Segment::Code(code));
    }
    segments.push(Segment::Prose(prose));
    segments.retain(|segment| !matches!(segment, Segment::Prose(text) if text.is_empty()));
    segments
}

fn opens(line: &str) -> Option<(char, usize)> {
    let text = line.trim_start_matches([' ', '\t', '>']);
    let fence = text.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = text.chars().take_while(|c| *c == fence).count();
    let inline = fence == '`' && text[length..].contains('`');
    (length >= 3 && !inline).then_some((fence, length))
}

fn closes(line: &str, fence: char, length: usize) -> bool {
    let text = line.trim_start_matches([' ', '\t', '>']).trim_end();
    text.len() >= length && text.chars().all(|c| c == fence)
}

/// Keeps what of the line stands outside comments; `inside` says whether it begins in one.
fn without_comments(line: &str, mut inside: bool, prose: &mut String) -> State {
    let mut rest = line;
    let before = prose.len();
    loop {
        let mark = if inside { "-->" } else { "<!--" };
        match rest.find(mark) {
            Some(at) if !inside && in_code_span(rest, at) => {
                prose.push_str(rest);
                return State::Prose;
            }
            Some(at) => {
                if !inside {
                    prose.push_str(&rest[..at]);
                }
                rest = &rest[at + mark.len()..];
                inside = !inside;
            }
            None if inside => {
                if prose.len() > before {
                    prose.push('\n');
                }
                return State::Comment;
            }
            None => {
                prose.push_str(rest);
                return State::Prose;
            }
        }
    }
}

/// Whether the byte stands in a code span of the text. Spans do not reach over blank lines.
pub(super) fn in_code_span(text: &str, at: usize) -> bool {
    let start = text[..at].rfind("\n\n").map_or(0, |blank| blank + 2);
    let end = text[at..].find("\n\n").map_or(text.len(), |blank| at + blank);
    let paragraph = &text[start..end];
    let at = at - start;
    let mut position = 0;
    while let Some(found) = paragraph[position..].find('`') {
        let open = position + found;
        if open > at {
            return false;
        }
        let ticks = paragraph[open..].bytes().take_while(|byte| *byte == b'`').count();
        let inside = open + ticks;
        position = match closing(&paragraph[inside..], ticks) {
            Some(close) if at < inside + close => return true,
            Some(close) => inside + close + ticks,
            None => inside,
        };
    }
    false
}

/// Where the next run of exactly so many backticks begins.
fn closing(text: &str, ticks: usize) -> Option<usize> {
    let mut position = 0;
    while let Some(found) = text[position..].find('`') {
        let start = position + found;
        let run = text[start..].bytes().take_while(|byte| *byte == b'`').count();
        if run == ticks {
            return Some(start);
        }
        position = start + run;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prose(text: &str) -> Segment {
        Segment::Prose(text.into())
    }

    fn code(text: &str) -> Segment {
        Segment::Code(text.into())
    }

    #[test]
    fn fences_of_every_kind_are_code() {
        assert_eq!(
            segments("a\n```js\n<b>\n```\nb\n~~~~\n```\n~~~\n~~~~\n  ```\nx\n  ```\n"),
            [
                prose("a\n"),
                code("```js\n<b>\n```\n"),
                prose("b\n"),
                code("~~~~\n```\n~~~\n~~~~\n"),
                code("  ```\nx\n  ```\n")
            ]
        );
        assert_eq!(segments("```inline``` code\n"), [prose("```inline``` code\n")]);
        assert_eq!(segments("```\nnever closed"), [code("```\nnever closed")]);
    }

    #[test]
    fn comments_are_dropped_but_not_from_code() {
        assert_eq!(segments("a <!-- x --> b\n"), [prose("a  b\n")]);
        assert_eq!(segments("a\n<!---\n<quiz>\n--->\nb\n"), [prose("a\n\nb\n")]);
        assert_eq!(segments("`<!--` is how\n"), [prose("`<!--` is how\n")]);
        assert_eq!(segments("```\n<!-- x -->\n```\n"), [code("```\n<!-- x -->\n```\n")]);
    }

    #[test]
    fn code_spans_are_recognised() {
        let text = "a `<x>` b ``c ` <y>`` d ` <z>";
        for (tag, inside) in [("<x>", true), ("<y>", true), ("<z>", false)] {
            assert_eq!(text.find(tag).map(|at| in_code_span(text, at)), Some(inside), "{tag}");
        }
    }
}

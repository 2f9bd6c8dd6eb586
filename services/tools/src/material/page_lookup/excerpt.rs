//! As much of a page as a model is given at once.

use chatbot_core::tool::SOURCE_NUMBERS_PER_CALL;
use chatbot_core::{fence, text};
use chatbot_store::passages::VisiblePassage;

use crate::name;
use crate::tool::LONGEST_OUTPUT;

/// Room for the line above the passages, in characters.
const HEADER: usize = 1_500;
/// Room for the outline of what is left out, in characters.
const OUTLINE: usize = 3_000;
/// How much of a passage that never fits is worth showing, in characters.
const WORTH_SHOWING: usize = 2_000;

/// Passages in the page's order, from the first on, and what did not fit.
#[derive(Debug)]
pub(super) struct Excerpt {
    /// Those that are shown.
    pub passages: Vec<VisiblePassage>,
    /// The same as blocks for the model.
    pub blocks: Vec<String>,
    /// What is told of the rest, if there is one.
    pub left_out: Option<String>,
}

/// Takes as many of the passages as fit; sources are numbered from `first_source_number` on.
pub(super) fn of(mut passages: Vec<VisiblePassage>, first_source_number: u32) -> Excerpt {
    let limit = SOURCE_NUMBERS_PER_CALL as usize;
    let few = passages.len() <= limit;
    let block = |(number, passage): (u32, &VisiblePassage)| block(number, passage, &passage.text);
    let all: Vec<String> =
        if few { (first_source_number..).zip(&passages).map(block).collect() } else { Vec::new() };
    let room = LONGEST_OUTPUT - HEADER;
    if few && all.iter().map(|block| length(block)).sum::<usize>() <= room {
        return Excerpt { passages, blocks: all, left_out: None };
    }
    let mut left = room - OUTLINE;
    let mut blocks = Vec::new();
    let mut cut = 0;
    for numbered in (first_source_number..).zip(&passages).take(limit) {
        let whole = block(numbered);
        if length(&whole) <= left {
            left -= length(&whole);
            blocks.push(whole);
            continue;
        }
        // One that fits nowhere, such as a long listing, is shown as far as it goes.
        if length(&whole) > room && left > WORTH_SHOWING {
            let (start, _) = text::first_chars(&numbered.1.text, left - WORTH_SHOWING / 2);
            cut = numbered.1.text.chars().count() - start.chars().count();
            blocks.push(self::block(numbered.0, numbered.1, start));
        }
        break;
    }
    let rest = passages.split_off(blocks.len());
    Excerpt { left_out: Some(told_of(cut, &rest)), passages, blocks }
}

fn block(number: u32, passage: &VisiblePassage, text: &str) -> String {
    let place = name::shortened(&passage.heading_path.join(" › "));
    fence::source(number, &name::shortened(&passage.page_title), &place, text)
}

/// Its length with the empty line after it.
fn length(block: &str) -> usize {
    block.chars().count() + 2
}

/// What did not fit: the end of a passage, and passages with their headings.
fn told_of(cut: usize, rest: &[VisiblePassage]) -> String {
    let mut told = Vec::new();
    if cut > 0 {
        told.push(format!("the last passage above goes on for {cut} more characters"));
    }
    if !rest.is_empty() {
        let passages = if rest.len() == 1 { "passage" } else { "passages" };
        told.push(format!("{} more {passages} of it are not shown", rest.len()));
    }
    let outline = outline(rest);
    let outline =
        if outline.is_empty() { outline } else { format!(". Sections that are left out: {outline}") };
    format!("[shortened: {}{outline}]", told.join("; "))
}

/// The headings of passages, each once and in order, as far as there is room.
fn outline(rest: &[VisiblePassage]) -> String {
    let mut paths: Vec<&[String]> = Vec::new();
    for passage in rest {
        if !passage.heading_path.is_empty() && paths.last() != Some(&passage.heading_path.as_slice()) {
            paths.push(&passage.heading_path);
        }
    }
    list(paths.iter().map(|path| path.join(" › ")), OUTLINE - 400)
}

/// Names in quotation marks as far as there is room, and how many there are besides.
pub(super) fn list(names: impl ExactSizeIterator<Item = String>, room: usize) -> String {
    let mut left_over = names.len();
    let mut line = String::new();
    let mut length = 0;
    for name in names {
        let name = name::quoted(&name);
        length += name.chars().count() + 2;
        if length > room {
            break;
        }
        line.push_str(if line.is_empty() { "" } else { "; " });
        line.push_str(&name);
        left_over -= 1;
    }
    if left_over > 0 { format!("{line}; and {left_over} more") } else { line }
}

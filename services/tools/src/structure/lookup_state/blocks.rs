//! State items as a model is told of them, within bounds.

use std::fmt::Write as _;

use chatbot_core::fence::escape;
use chatbot_store::state_items::{StateAccess, StateItem, Subject};

use crate::name::{quoted, shortened};

/// How many items are told of.
const MOST_ITEMS: usize = 10;
/// Room for the writers or the readers of an item, in characters.
const LIST: usize = 2_500;
/// Room for all items, in characters.
const ITEMS: usize = 14_000;
/// How many items are named that are not told of.
const NAMED: usize = 10;
/// What stands between items.
const SEPARATOR: &str = "\n---\n";

/// The items that fit, and how many of them there are.
pub(super) fn of(items: &[StateItem], course_title: &str) -> (String, usize) {
    let mut blocks: Vec<String> = Vec::new();
    let mut left = ITEMS;
    for item in items.iter().take(MOST_ITEMS) {
        let block = block(item, course_title);
        let length = block.chars().count() + SEPARATOR.len();
        if length > left {
            break;
        }
        left -= length;
        blocks.push(block);
    }
    let shown = blocks.len();
    if shown < items.len() {
        blocks.push(left_out(&items[shown..]));
    }
    (blocks.join(SEPARATOR), shown)
}

fn block(item: &StateItem, course_title: &str) -> String {
    let place = item.page.as_ref().map_or(course_title, |page| &page.title);
    let head = format!("{} [{}] declared in {}", plain(&item.name), plain(&item.kind), plain(place));
    format!("{head}\n{}\n{}", list("writers", &item.writers), list("readers", &item.readers))
}

fn list(label: &str, accesses: &[StateAccess]) -> String {
    if accesses.is_empty() {
        return format!("{label}: none detected");
    }
    let mut lines = format!("{label}:");
    let mut length = 0;
    for (place, access) in accesses.iter().enumerate() {
        let line = line(access);
        length += line.chars().count() + 1;
        if length > LIST {
            let _ = write!(lines, "\n- [shortened: {} more are not shown]", accesses.len() - place);
            break;
        }
        lines.push('\n');
        lines.push_str(&line);
    }
    lines
}

fn line(access: &StateAccess) -> String {
    let (kind, title) = match &access.subject {
        Subject::Page(page) => ("page", Some(&page.title)),
        Subject::Chapter(chapter) => ("chapter", Some(&chapter.title)),
        Subject::Module { title, .. } => ("module", Some(title)),
        Subject::Exercise { title, .. } => ("exercise", Some(title)),
        Subject::Certificate { name } => ("certificate", name.as_ref()),
    };
    let title = title.map(|title| format!(" {}", plain(title))).unwrap_or_default();
    let rule = plain(&access.rule);
    let rule = if rule.is_empty() { rule } else { format!(" ({rule})") };
    format!("- {kind}{title}{rule}")
}

/// Somebody's words on one line, not too long and harmless.
fn plain(words: &str) -> String {
    escape(&shortened(words))
}

fn left_out(items: &[StateItem]) -> String {
    let names: Vec<String> = items.iter().take(NAMED).map(|item| quoted(&item.name)).collect();
    let more = items.len() - names.len();
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    format!("[shortened: these fit, too, and can be looked up by their names: {}{more}]", names.join("; "))
}

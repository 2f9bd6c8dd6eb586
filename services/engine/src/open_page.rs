//! The page that the student has open beside the chat, and what they have selected on it.

use chatbot_core::passage;
use chatbot_core::text;
use chatbot_store::pages::VisiblePage;

/// The longest selection, in characters.
const LONGEST_SELECTION: usize = 2_000;

/// The page that the student has open; it is one that they may read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPage {
    /// Its title.
    pub title: String,
    /// Its chapter's title.
    pub chapter: Option<String>,
    /// What the student has selected on it; it stands there.
    pub selection: Option<String>,
}

/// The page, and of the selection what stands on it.
pub fn open_page(page: VisiblePage, selection: Option<&str>) -> OpenPage {
    let selection = selection.filter(|selection| stands_on(&page, selection)).map(text::storable);
    OpenPage { title: page.title, chapter: page.chapter_title, selection }
}

/// Letters and digits decide: how a browser hands out blanks, bullets and formulas is its own affair.
fn stands_on(page: &VisiblePage, selection: &str) -> bool {
    if text::first_chars(selection, LONGEST_SELECTION).1 {
        return false;
    }
    let selected = letters_of(selection);
    let plain = passage::cut(&page.title, &page.body, page.body_format).plain_text;
    !selected.is_empty() && letters_of(&plain).contains(&selected)
}

fn letters_of(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

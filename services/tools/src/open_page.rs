//! How models and students call the page that is open beside the chat.

const NAMES: &[&str] = &[
    "this page",
    "this",
    "current page",
    "the current page",
    "current",
    "open page",
    "the open page",
    "here",
    "tämä sivu",
    "tämä",
    "nykyinen sivu",
    "avoin sivu",
    "avoinna oleva sivu",
];

/// Whether a text stands for the page that is open.
pub(crate) fn is_meant(text: &str) -> bool {
    let text = text.trim().trim_matches(['"', '.', '“', '”']).to_lowercase();
    NAMES.contains(&text.as_str())
}

//! The lists of words too frequent to search for; `stop-words/README.md` says whose they are.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

const TEXTS: [(&str, &str); 15] = [
    ("da", include_str!("../../stop-words/da.txt")),
    ("de", include_str!("../../stop-words/de.txt")),
    ("en", include_str!("../../stop-words/en.txt")),
    ("es", include_str!("../../stop-words/es.txt")),
    ("fi", include_str!("../../stop-words/fi.txt")),
    ("fr", include_str!("../../stop-words/fr.txt")),
    ("hu", include_str!("../../stop-words/hu.txt")),
    ("it", include_str!("../../stop-words/it.txt")),
    ("ne", include_str!("../../stop-words/ne.txt")),
    ("nl", include_str!("../../stop-words/nl.txt")),
    ("no", include_str!("../../stop-words/no.txt")),
    ("pt", include_str!("../../stop-words/pt.txt")),
    ("ru", include_str!("../../stop-words/ru.txt")),
    ("sv", include_str!("../../stop-words/sv.txt")),
    ("tr", include_str!("../../stop-words/tr.txt")),
];

static LISTS: LazyLock<HashMap<&str, HashSet<&str>>> =
    LazyLock::new(|| TEXTS.iter().map(|(code, text)| (*code, text.split_whitespace().collect())).collect());

/// The list of a language.
pub(super) fn of(code: &str) -> Option<&'static HashSet<&'static str>> {
    LISTS.get(code)
}

//! A cited text, and whether it stands in another one.

use crate::passage::is_unspaced;

/// A text in which every run of white space is one blank.
pub(super) fn one_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A cited text.
#[derive(Debug)]
pub(super) struct Stretch {
    text: String,
    /// Whether it begins and ends with whole words: “costs 4” does not stand in “costs 42”.
    whole_words: bool,
}

impl Stretch {
    /// A stretch of a passage.
    pub fn new(span: &str, passage: &str) -> Self {
        let text = one_spaced(span);
        let whole_words = stands(&text, &one_spaced(passage), true);
        Self { text, whole_words }
    }

    /// Whether it stands in a text whose white space is normalised. An empty one stands nowhere.
    pub fn stands_in(&self, text: &str) -> bool {
        stands(&self.text, text, self.whole_words)
    }
}

fn stands(stretch: &str, text: &str, whole_words: bool) -> bool {
    if stretch.is_empty() {
        return false;
    }
    text.match_indices(stretch).any(|(start, _)| {
        let end = start + stretch.len();
        !whole_words || !(cuts_a_word(text, start) || cuts_a_word(text, end))
    })
}

/// Whether a place is in the middle of a word or number.
fn cuts_a_word(text: &str, at: usize) -> bool {
    let mut after = text[at..].chars();
    let (Some(before), Some(next)) = (text[..at].chars().next_back(), after.next()) else { return false };
    let joins = |c: char| c.is_alphanumeric() && !is_unspaced(c);
    let inside_a_number = matches!(next, '.' | ',')
        && before.is_ascii_digit()
        && after.next().is_some_and(|further| further.is_ascii_digit());
    inside_a_number || joins(before) && joins(next)
}

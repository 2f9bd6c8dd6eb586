//! How much of a text is left in another one that is not the same.

use unicode_segmentation::UnicodeSegmentation;

/// Words beyond this are not compared: a cited stretch is a few sentences.
const MOST_WORDS: usize = 300;

/// The share of a text's words, 0 to 1, that stand in the same order near one another in another text. Near:
/// within twice as many words, so that small words all over a long page count for nothing.
pub(super) fn resemblance(wanted: &str, text: &str) -> f32 {
    let wanted: Vec<String> = words(wanted).take(MOST_WORDS).collect();
    if wanted.is_empty() {
        return 0.0;
    }
    let there: Vec<String> = words(text).collect();
    let window = 2 * wanted.len();
    let starts = (0..there.len()).step_by(wanted.len());
    let windows = starts.map(|start| &there[start..there.len().min(start + window)]);
    let best = windows.map(|window| longest_common(&wanted, window)).max().unwrap_or(0);
    share(best, wanted.len())
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.unicode_words().map(str::to_lowercase)
}

#[allow(clippy::cast_precision_loss, reason = "hundreds of words")]
fn share(part: usize, whole: usize) -> f32 {
    part as f32 / whole as f32
}

/// The length of the longest sequence of words that both have in this order.
fn longest_common(one: &[String], other: &[String]) -> usize {
    let mut row = vec![0; other.len() + 1];
    for word in one {
        let mut diagonal = 0;
        for (at, against) in other.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if word == against { diagonal + 1 } else { above.max(row[at]) };
            diagonal = above;
        }
    }
    row.last().copied().unwrap_or(0)
}

//! How long text is, and where it may be cut.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

/// Bytes of text without a space that count as one more word: a data url is not one word.
const LONGEST_WORD: usize = 32;

/// A length in words; in scripts without spaces two characters count as a word.
pub(super) fn word_count(text: &str) -> usize {
    text.split_whitespace()
        .map(|word| {
            let unspaced = word.chars().filter(|c| is_unspaced(*c)).count();
            unspaced.div_ceil(2).max(word.len().div_ceil(LONGEST_WORD))
        })
        .sum()
}

/// Whether a character is of a script that writes words without spaces between them.
pub(crate) fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c),
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF
        | 0x3040..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}

/// Cuts text into pieces of at most about `limit` words, at sentence ends where there are any, else
/// between words, else anywhere. `whole` are byte ranges, in order, that stay in one piece. The pieces are byte
/// ranges without white space around; only white space is between them.
pub(super) fn pieces(text: &str, whole: &[Range<usize>], limit: usize) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let sentence_ends = text.split_sentence_bound_indices().map(|(start, sentence)| start + sentence.len());
    let mut start = 0;
    for end in sentence_ends.filter(|end| may_cut(whole, *end)) {
        push_piece(text, start..end, whole, limit, &mut pieces);
        start = end;
    }
    push_piece(text, start..text.len(), whole, limit, &mut pieces);
    pieces
}

/// Whether a place is not inside one of the ranges.
fn may_cut(whole: &[Range<usize>], at: usize) -> bool {
    let before = whole.partition_point(|range| range.start < at);
    before == 0 || whole[before - 1].end <= at
}

/// Adds a sentence, cut between words when it is too long.
fn push_piece(
    text: &str,
    range: Range<usize>,
    whole: &[Range<usize>],
    limit: usize,
    into: &mut Vec<Range<usize>>,
) {
    let sentence = &text[range.clone()];
    if word_count(sentence) <= limit {
        push_trimmed(text, range, into);
        return;
    }
    let (mut start, mut words) = (range.start, 0);
    for (offset, word) in word_parts(sentence, limit * LONGEST_WORD) {
        let at = range.start + offset;
        let more = word_count(word);
        if words + more > limit && may_cut(whole, at) {
            push_trimmed(text, start..at, into);
            (start, words) = (at, 0);
        }
        words += more;
    }
    push_trimmed(text, start..range.end, into);
}

/// The words of a text with what stands between them; words beyond `longest` bytes character by character.
fn word_parts(text: &str, longest: usize) -> impl Iterator<Item = (usize, &str)> {
    text.split_word_bound_indices().flat_map(move |(at, word)| {
        let parts: Vec<_> = if word.len() > longest {
            word.grapheme_indices(true).map(|(offset, part)| (at + offset, part)).collect()
        } else {
            vec![(at, word)]
        };
        parts
    })
}

fn push_trimmed(text: &str, range: Range<usize>, into: &mut Vec<Range<usize>>) {
    let piece = &text[range.clone()];
    let start = range.start + (piece.len() - piece.trim_start().len());
    let end = range.start + piece.trim_end().len();
    if start < end {
        into.push(start..end);
    }
}

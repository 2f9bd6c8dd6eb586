//! Some lines of many, around the one that matters.

use std::ops::Range;

/// How many lines before it are worth more than those after it.
const BEFORE: usize = 3;

/// A line's length with its end, in characters.
pub(super) fn length(line: &str) -> usize {
    line.chars().count() + 1
}

/// The lines around `centre` that fit into `room` characters: a few before it, as many as possible after
/// it, and then more before it.
pub(super) fn around(lines: &[String], centre: usize, room: usize) -> Range<usize> {
    let start = centre.saturating_sub(BEFORE).min(lines.len());
    let mut shown = start..start;
    let mut left = room;
    while let Some(line) = lines.get(shown.end).filter(|line| length(line) <= left) {
        left -= length(line);
        shown.end += 1;
    }
    while shown.start > 0 && length(&lines[shown.start - 1]) <= left {
        shown.start -= 1;
        left -= length(&lines[shown.start]);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_around_the_one_that_matters_are_shown() {
        let lines: Vec<String> = (0..100).map(|number| format!("{number:04}")).collect();
        for (centre, room, shown) in [
            (0, 50, 0..10),
            (50, 50, 47..57),
            (99, 50, 90..100),
            (50, 5_000, 0..100),
            (50, 4, 47..47),
            (200, 25, 95..100),
        ] {
            assert_eq!(around(&lines, centre, room), shown, "{centre} {room}");
        }
        assert_eq!(around(&[], 0, 100), 0..0);
    }
}

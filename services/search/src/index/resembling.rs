//! What a course has in the place of a word that it does not have.

use super::vocabulary::Bag;
use super::{CourseIndex, count};

/// Shorter terms resemble too much.
const SHORTEST: usize = 4;
/// From so many letters on two slips are forgiven.
const LONG: usize = 8;
/// Terms of which so many letters are only in one of them do not have the same triples.
const MOST_OTHER_LETTERS: u32 = 6;
/// The share of triples that must be the same.
const LEAST_SIMILARITY: f64 = 0.4;

impl CourseIndex {
    /// Terms that resemble one that no passage has, with what each counts of it: those that differ by a slip
    /// of the pen, else those with the same start or end, else those with mostly the same triples of letters.
    pub(crate) fn resembling(&self, term: &str) -> Vec<(usize, f64)> {
        let letters: Vec<char> = term.chars().collect();
        if letters.len() < SHORTEST {
            return Vec::new();
        }
        let mut found = self.with_slips(term, &letters);
        if found.is_empty() {
            found = self.with_same_start_or_end(&letters);
        }
        if found.is_empty() {
            found = self.with_same_triples(term, &letters);
        }
        found
    }

    fn with_slips(&self, term: &str, letters: &[char]) -> Vec<(usize, f64)> {
        let slips = if letters.len() < LONG { 1 } else { 2 };
        let bag = Bag::of(term);
        let mut best = Best::new(2);
        for (number, candidate, other_bag) in self.vocabulary.terms() {
            if bag.differs(other_bag) > 2 * slips {
                continue;
            }
            let other: Vec<char> = candidate.chars().take(letters.len() + 3).collect();
            if other.len() < SHORTEST || letters.len().abs_diff(other.len()) > slips as usize {
                continue;
            }
            let passages = f64::from(self.passages_with(number).passages());
            match distance(letters, &other) {
                1 => best.offer(number, 0.8, passages),
                2 if slips == 2 => best.offer(number, 0.5, passages),
                _ => {}
            }
        }
        best.into_terms()
    }

    fn with_same_start_or_end(&self, letters: &[char]) -> Vec<(usize, f64)> {
        let start: String = letters[..SHORTEST].iter().collect();
        let end: String = letters[letters.len() - SHORTEST..].iter().collect();
        let mut best = Best::new(4);
        for (number, candidate, _) in self.vocabulary.terms() {
            if candidate.starts_with(&start) || candidate.ends_with(&end) {
                let other: Vec<char> = candidate.chars().collect();
                best.offer(number, 0.6 * shared_share(letters, &other), 0.0);
            }
        }
        best.into_terms()
    }

    fn with_same_triples(&self, term: &str, letters: &[char]) -> Vec<(usize, f64)> {
        let bag = Bag::of(term);
        let mut best = Best::new(3);
        for (number, candidate, other_bag) in self.vocabulary.terms() {
            if bag.differs(other_bag) > MOST_OTHER_LETTERS {
                continue;
            }
            let other: Vec<char> = candidate.chars().collect();
            if other.len() < SHORTEST {
                continue;
            }
            let similarity = trigram_similarity(letters, &other);
            if similarity >= LEAST_SIMILARITY {
                best.offer(number, 0.7 * similarity, 0.0);
            }
        }
        best.into_terms()
    }
}

/// The best few.
struct Best {
    most: usize,
    /// Term, share, and what decides between equal shares.
    terms: Vec<(usize, f64, f64)>,
}

impl Best {
    const fn new(most: usize) -> Self {
        Self { most, terms: Vec::new() }
    }

    fn offer(&mut self, term: usize, share: f64, tie: f64) {
        let at = self.terms.partition_point(|(_, other, other_tie)| (*other, *other_tie) >= (share, tie));
        if at < self.most {
            self.terms.insert(at, (term, share, tie));
            self.terms.truncate(self.most);
        }
    }

    fn into_terms(self) -> Vec<(usize, f64)> {
        self.terms.into_iter().map(|(term, share, _)| (term, share)).collect()
    }
}

/// How many letters the one has more, less, other, or in another order (neighbours swapped).
fn distance(one: &[char], other: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (row, a) in one.iter().enumerate() {
        let mut next = Vec::with_capacity(other.len() + 1);
        next.push(row + 1);
        for (column, b) in other.iter().enumerate() {
            let change = last[column] + usize::from(a != b);
            let mut fewest = change.min(last[column + 1] + 1).min(next[column] + 1);
            let swapped = row > 0 && column > 0 && *a == other[column - 1] && one[row - 1] == *b;
            if swapped {
                fewest = fewest.min(before[column - 1] + 1);
            }
            next.push(fewest);
        }
        before = std::mem::replace(&mut last, next);
    }
    last.last().copied().unwrap_or_default()
}

/// Which share of the longer one the common start or end is; 0 when that is short.
fn shared_share(one: &[char], other: &[char]) -> f64 {
    let start = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let end = one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
    let shared = start.max(end);
    if shared < SHORTEST { 0.0 } else { count(shared) / count(one.len().max(other.len())) }
}

/// Of all triples of letters the share that both have.
fn trigram_similarity(one: &[char], other: &[char]) -> f64 {
    let shared = one.windows(3).filter(|triple| other.windows(3).any(|window| window == *triple)).count();
    let all = one.len() + other.len() - 4 - shared;
    count(shared) / count(all.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chars(text: &str) -> Vec<char> {
        text.chars().collect()
    }

    #[test]
    fn slips_are_counted() {
        for (one, other, slips) in [
            ("index", "index", 0),
            ("indxe", "index", 1),
            ("inde", "index", 1),
            ("imdex", "index", 1),
            ("iindex", "index", 1),
            ("noramlisatoin", "normalisation", 2),
            ("", "abc", 3),
            ("abc", "", 3),
        ] {
            assert_eq!(distance(&chars(one), &chars(other)), slips, "{one} {other}");
        }
    }

    #[test]
    fn common_starts_and_ends_count_from_four_letters_on() {
        assert!((shared_share(&chars("viiteavain"), &chars("avain")) - 0.5).abs() < 1e-9);
        assert!((shared_share(&chars("normalis"), &chars("normaliz")) - 0.875).abs() < 1e-9);
        assert!(shared_share(&chars("keys"), &chars("keyed")).abs() < 1e-9);
    }

    #[test]
    fn triples_of_letters_are_compared() {
        assert!(trigram_similarity(&chars("xdatabasex"), &chars("ydatabasey")) > 0.4);
        assert!(trigram_similarity(&chars("abcd"), &chars("dcba")).abs() < 1e-9);
    }
}

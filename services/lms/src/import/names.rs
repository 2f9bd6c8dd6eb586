//! What the names of files and folders say: order, address, readable title.

use std::cmp::Ordering;

/// The name without its number: `03-null` → `null`. A bare number stays.
pub(super) fn without_number(name: &str) -> &str {
    let rest = name.trim_start_matches(|c: char| c.is_ascii_digit());
    let separated = rest.trim_start_matches(['-', '_', '.', ' ']);
    let numbered = rest.len() < name.len() && separated.len() < rest.len() && !separated.is_empty();
    if numbered { separated } else { name }
}

/// A name as a title: `error_messages` → `Error messages`, `osa0` → `Osa 0`.
pub(super) fn readable(name: &str) -> String {
    let mut title = String::new();
    let mut before = ' ';
    for c in without_number(name).chars() {
        let c = if matches!(c, '-' | '_') { ' ' } else { c };
        if before.is_alphabetic() && c.is_ascii_digit() {
            title.push(' ');
        }
        match (title.is_empty(), c) {
            (true, ' ') => {}
            (true, c) => title.extend(c.to_uppercase()),
            (false, c) => title.push(c),
        }
        before = c;
    }
    title.trim_end().to_owned()
}

/// A name as one segment of an address; empty where nothing of it can stand there.
pub(super) fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.chars() {
        if c.is_alphanumeric() {
            slug.extend(c.to_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

/// Compares names as people order them: `part-9` before `part-10`.
pub(super) fn natural(a: &str, b: &str) -> Ordering {
    chunks(a).cmp(&chunks(b)).then_with(|| a.cmp(b))
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Chunk {
    Number(u128),
    Text(String),
}

fn chunks(name: &str) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let digits = first.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != digits).unwrap_or(rest.len());
        let (chunk, after) = rest.split_at(end);
        chunks.push(if digits {
            Chunk::Number(chunk.parse().unwrap_or(u128::MAX))
        } else {
            Chunk::Text(chunk.to_lowercase())
        });
        rest = after;
    }
    chunks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_titles() {
        for (name, title) in [
            ("part-7", "Part 7"),
            ("04-designing-a-schema", "Designing a schema"),
            ("error_messages", "Error messages"),
            ("osa0", "Osa 0"),
            ("7", "7"),
            ("12-", "12"),
        ] {
            assert_eq!(readable(name), title);
        }
    }

    #[test]
    fn names_become_addresses() {
        for (name, address) in [
            ("Select & Join!", "select-join"),
            ("Äly ja öljy", "äly-ja-öljy"),
            ("__", ""),
            ("../x", "x"),
            ("a.b", "a-b"),
        ] {
            assert_eq!(slug(name), address);
        }
    }

    #[test]
    fn numbers_in_names_count_as_numbers() {
        let mut names = vec!["part-10", "part-9", "1-b", "02-a", "a", "10-c", "Part-1"];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(names, ["1-b", "02-a", "10-c", "a", "Part-1", "part-9", "part-10"]);
    }
}

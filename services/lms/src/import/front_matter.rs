//! The YAML at the head of a page.

use yaml_rust2::parser::{Event, EventReceiver, Parser};
use yaml_rust2::{Yaml, YamlLoader};

use super::page::{Exercise, Unreadable};

/// What the head of a page says.
#[derive(Debug, Default, PartialEq)]
pub(super) struct FrontMatter {
    pub(super) title: Option<String>,
    /// Where the page stood on the site that it comes from; links of other pages name it so.
    pub(super) path: Option<String>,
    pub(super) hidden: bool,
    pub(super) deleted: bool,
    pub(super) exercises: Vec<Exercise>,
}

/// Splits the head off. Lines have to end in `\n`.
pub(super) fn split(text: &str) -> Result<(FrontMatter, &str), Unreadable> {
    let Some((yaml, body)) = cut(text) else {
        return Ok((FrontMatter::default(), text));
    };
    let loaded = load(yaml).or_else(|error| match quote_title(yaml) {
        Some(quoted) => load(&quoted).map_err(|_| error),
        None => Err(error),
    })?;
    match loaded {
        // Between two thematic breaks there may stand plain text: no head, then.
        Some(yaml @ Yaml::Hash(_)) => Ok((read(&yaml)?, body)),
        Some(Yaml::Null) | None => Ok((FrontMatter::default(), body)),
        Some(_) => Ok((FrontMatter::default(), text)),
    }
}

fn cut(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix("---\n")?;
    let mut start = 0;
    for line in inside.split_inclusive('\n') {
        let end = start + line.len();
        if matches!(line.trim_end(), "---" | "...") {
            return Some((&inside[..start], &inside[end..]));
        }
        start = end;
    }
    None
}

fn load(yaml: &str) -> Result<Option<Yaml>, Unreadable> {
    let broken = |error: yaml_rust2::ScanError| Unreadable::BadYaml(error.to_string());
    let mut aliases = Aliases(false);
    Parser::new_from_str(yaml).load(&mut aliases, true).map_err(broken)?;
    if aliases.0 {
        // A few lines of aliases of aliases can be expanded to gigabytes.
        return Err(Unreadable::BadYaml("aliases (`*name`) are not read".into()));
    }
    Ok(YamlLoader::load_from_str(yaml).map_err(broken)?.into_iter().next())
}

struct Aliases(bool);

impl EventReceiver for Aliases {
    fn on_event(&mut self, event: Event) {
        self.0 |= matches!(event, Event::Alias(_));
    }
}

/// `title: Joins: part 2` is not YAML, but it is plain what is meant.
fn quote_title(yaml: &str) -> Option<String> {
    let mut found = false;
    let lines: Vec<String> = yaml
        .lines()
        .map(|line| match line.strip_prefix("title:").map(str::trim) {
            Some(title) if !title.starts_with(['"', '\'', '|', '>', '[', '{', '&', '*', '!']) => {
                found = true;
                format!("title: '{}'", title.replace('\'', "''"))
            }
            _ => line.to_owned(),
        })
        .collect();
    found.then(|| lines.join("\n"))
}

fn read(yaml: &Yaml) -> Result<FrontMatter, Unreadable> {
    let exercises = match &yaml["exercises"] {
        Yaml::Array(items) => items.iter().map(exercise).collect::<Result<_, _>>()?,
        Yaml::BadValue | Yaml::Null => Vec::new(),
        _ => return Err(Unreadable::BadYaml("`exercises` is not a list".into())),
    };
    Ok(FrontMatter {
        title: text(&yaml["title"]).filter(|title| !title.is_empty()),
        path: text(&yaml["path"]),
        hidden: flag(&yaml["hidden"]),
        deleted: flag(&yaml["deleted"]),
        exercises,
    })
}

fn exercise(yaml: &Yaml) -> Result<Exercise, Unreadable> {
    let title = text(&yaml["title"]).ok_or_else(|| Unreadable::BadYaml("an exercise has no title".into()))?;
    let max_points = match &yaml["max_points"] {
        Yaml::BadValue | Yaml::Null => Some(1.0),
        value => text(value).and_then(|points| points.parse().ok()),
    };
    match max_points {
        Some(max_points) if (0.0..=1e6).contains(&max_points) => Ok(Exercise { title, max_points }),
        _ => Err(Unreadable::BadYaml(format!("the points of the exercise {title:?} are not a number"))),
    }
}

fn text(yaml: &Yaml) -> Option<String> {
    match yaml {
        Yaml::String(text) | Yaml::Real(text) => Some(text.trim().to_owned()),
        Yaml::Integer(number) => Some(number.to_string()),
        Yaml::Boolean(flag) => Some(flag.to_string()),
        _ => None,
    }
}

fn flag(yaml: &Yaml) -> bool {
    match yaml {
        Yaml::Boolean(flag) => *flag,
        Yaml::String(text) => matches!(text.to_ascii_lowercase().as_str(), "true" | "yes" | "on"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn title(text: &str) -> Option<String> {
        split(text).unwrap().0.title
    }

    #[test]
    fn titles_with_colons_and_quotes_are_read() {
        for (head, expected) in [
            ("title: 'Joins: part 2'", "Joins: part 2"),
            ("title: Joins: part 2", "Joins: part 2"),
            ("title: it's: so", "it's: so"),
            ("title: \"The \\\"key\\\"\"", "The \"key\""),
            ("title: 'Don''t'", "Don't"),
            ("title: 2024", "2024"),
            ("title: true", "true"),
        ] {
            assert_eq!(title(&format!("---\n{head}\nhidden: false\n---\nBody")).as_deref(), Some(expected));
        }
    }

    #[test]
    fn a_page_without_a_head_is_all_body() {
        for text in ["Body\n---\n", "---\nnever closed\n", "---\njust text\n---\nmore\n", "", "----\n"] {
            assert_eq!(split(text).unwrap(), (FrontMatter::default(), text));
        }
        assert_eq!(split("---\n---\nBody").unwrap().1, "Body");
    }

    #[test]
    fn broken_yaml_is_refused() {
        for head in ["title: [a", "exercises: 3", "exercises:\n - max_points: 2", "a: &x [1]\nb: [*x, *x]"] {
            assert!(split(&format!("---\n{head}\n---\n")).is_err(), "{head}");
        }
    }

    #[test]
    fn flags_and_exercises_are_read() {
        let (head, body) = split(
            "---\nhidden: true\nexercises:\n  - title: 'A'\n    max_points: 2.5\n  - title: B\n---\nText",
        )
        .unwrap();
        assert!(head.hidden && !head.deleted);
        assert_eq!(head.exercises.iter().map(|e| e.max_points).collect::<Vec<_>>(), [2.5, 1.0]);
        assert_eq!(body, "Text");
    }
}

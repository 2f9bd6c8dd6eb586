//! How far a student is, as the tool tells it: the total first, then chapter by chapter.

use serde_json::Value;

use super::answer::is_error;
use super::phrases;
use super::text::language::Speech;
use super::text::source::plain_output;

/// How many exercises are shown; of a longer course only the chapters that are under way are shown in full.
const EXERCISES: usize = 40;
/// How many lines of another host's tool are shown.
const LINES: usize = 20;

/// A chapter's line, and those of its exercises.
#[derive(Default)]
struct Chapter<'a> {
    line: &'a str,
    exercises: Vec<&'a str>,
}

/// The student's progress.
pub fn told(output: &str, speech: Speech) -> String {
    let words = phrases::of(speech);
    let plain = plain_output(output);
    if is_error(output) || plain.is_empty() {
        return words.progress_failed.to_owned();
    }
    let mut paragraphs = vec![words.progress.to_owned()];
    match serde_json::from_str::<Value>(plain) {
        Ok(value @ (Value::Object(_) | Value::Array(_))) => {
            let mut lines = Vec::new();
            flatten("", &value, &mut lines);
            paragraphs.push(list(lines.iter().map(String::as_str).take(LINES), speech));
        }
        _ => paragraphs.extend(by_chapter(plain, speech)),
    }
    paragraphs.join("\n\n")
}

/// A paragraph for each sentence before the chapters, and one with a list for each chapter.
fn by_chapter(plain: &str, speech: Speech) -> Vec<String> {
    let mut before: Vec<&str> = Vec::new();
    let mut chapters: Vec<Chapter> = Vec::new();
    for line in plain.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match (line.strip_prefix("- "), chapters.last_mut()) {
            (Some(exercise), Some(chapter)) => chapter.exercises.push(exercise),
            (Some(exercise), None) => {
                chapters.push(Chapter { line: "", exercises: vec![exercise] });
            }
            (None, _) if line.starts_with("Chapter ") => {
                chapters.push(Chapter { line, exercises: Vec::new() });
            }
            (None, _) => before.push(line),
        }
    }
    let mut paragraphs: Vec<String> =
        before.into_iter().map(|line| phrases::said(line, speech).into_owned()).collect();
    let all: usize = chapters.iter().map(|chapter| chapter.exercises.len()).sum();
    let mut room = EXERCISES;
    let mut shortened = false;
    for chapter in &chapters {
        let shown = if all <= EXERCISES || is_under_way(chapter) { room } else { 0 };
        let shown = shown.min(chapter.exercises.len());
        room -= shown;
        shortened |= shown < chapter.exercises.len();
        paragraphs.extend(title(chapter, speech));
        if shown > 0 {
            paragraphs.push(list(chapter.exercises.iter().copied().take(shown), speech));
        }
    }
    paragraphs.extend(shortened.then(|| phrases::of(speech).progress_shortened.to_owned()));
    paragraphs
}

/// Whether something of it is begun and something is left.
fn is_under_way(chapter: &Chapter) -> bool {
    let count =
        |status: &str| chapter.exercises.iter().filter(|line| line.contains(&format!("): {status}"))).count();
    let all = chapter.exercises.len();
    count("not started") < all && count("graded") < all
}

fn title(chapter: &Chapter, speech: Speech) -> Option<String> {
    let line = phrases::said(chapter.line, speech);
    (!line.is_empty()).then(|| format!("**{}**", line.trim_end_matches('.').replace('*', "")))
}

fn list<'a>(lines: impl Iterator<Item = &'a str>, speech: Speech) -> String {
    let items = lines.map(|line| phrases::said(&format!("- {line}"), speech).into_owned());
    items.collect::<Vec<_>>().join("\n")
}

fn flatten(path: &str, value: &Value, lines: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let name = name.replace('_', " ");
                let path = if path.is_empty() { name } else { format!("{path}, {name}") };
                flatten(&path, value, lines);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| flatten(path, value, lines)),
        Value::Null => {}
        Value::String(text) => lines.push(format!("{path}: {text}")),
        other => lines.push(format!("{path}: {other}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = "<output>\nPoints so far: 7.5 of 14. Exercises graded: 1 of 3.\n\
        All times are Europe/Helsinki time.\n\
        Chapter “Keys”: 2 of 3 points.\n\
        - In all: a start (page “Keys”): graded, 2 of 3 points, due 2026-11-16 22:59\n\
        Chapter “Joins”: 0 of 4 points.\n\
        - Join two tables (page “Joins”): in progress, 2 points\n\
        - Join three tables (page “Joins”): not started, 2 points\n</output>";

    #[test]
    fn each_chapter_has_its_line_and_its_list_in_the_language_of_the_question() {
        assert_eq!(
            told(OUTPUT, Speech::English),
            "This is how you are doing:\n\nPoints so far: 7.5 of 14. Exercises graded: 1 of 3.\n\n\
             All times are Europe/Helsinki time.\n\n\
             **Chapter “Keys”: 2 of 3 points**\n\n\
             - In all: a start (page “Keys”): graded, 2 of 3 points, due 2026-11-16 22:59\n\n\
             **Chapter “Joins”: 0 of 4 points**\n\n\
             - Join two tables (page “Joins”): in progress, 2 points\n\
             - Join three tables (page “Joins”): not started, 2 points"
        );
        assert_eq!(
            told(OUTPUT, Speech::Finnish),
            "Näin olet edennyt:\n\nPisteitä: 7.5/14. Arvosteltuja tehtäviä: 1/3.\n\n\
             Kellonajat: Europe/Helsinki.\n\n\
             **Luku “Keys”: 2/3 pistettä**\n\n\
             - In all: a start (sivu “Keys”): arvosteltu, 2/3 pistettä, määräaika 2026-11-16 22:59\n\n\
             **Luku “Joins”: 0/4 pistettä**\n\n\
             - Join two tables (sivu “Joins”): kesken, 2 pistettä\n\
             - Join three tables (sivu “Joins”): aloittamatta, 2 pistettä"
        );
    }

    #[test]
    fn of_a_long_course_only_the_chapters_that_are_under_way_are_shown_in_full() {
        let exercise = |chapter: usize, number: usize| {
            let status = if (chapter, number) == (2, 1) { "graded, 1 of" } else { "not started," };
            format!("- E{chapter}-{number} (page “P”): {status} 1 points\n")
        };
        let chapter = |chapter: usize| {
            let exercises: String = (1..=30).map(|number| exercise(chapter, number)).collect();
            format!("Chapter “{chapter}”: 0 of 30 points.\n{exercises}")
        };
        let chapters: String = (1..=3).map(chapter).collect();
        let output = format!("Points so far: 1 of 90. Exercises graded: 1 of 90.\n{chapters}");
        let text = told(&output, Speech::English);
        let shown: Vec<_> = text.lines().filter(|line| line.starts_with("- ")).collect();
        assert!(shown.len() == 30 && shown.iter().all(|line| line.starts_with("- E2-")), "{text}");
        assert_eq!(text.matches("**Chapter").count(), 3);
        assert!(text.ends_with("Of the other chapters only the points are shown."), "{text}");
    }
}

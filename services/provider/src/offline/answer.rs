//! What tools said becomes an answer.

use std::fmt::Write as _;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::conversation::Answered;
use super::question::Part;
use super::select::{self, Chosen};
use super::text::language::Speech;
use super::text::sentences::{Kind, cells};
use super::text::source::{Source, plain_output, sources};
use super::text::words::Analyser;
use super::{SEARCH_TOOL, phrases};

/// How many sentences an answer has.
const SENTENCES: usize = 5;
/// How many of them when one thing was asked.
const FOR_ONE: usize = 4;
/// How far the results of another part's search stand behind.
const BEHIND: usize = 2;

#[allow(clippy::unwrap_used, reason = "a literal that the tests compile")]
static ERROR: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?i)(?:^\W*error\b|"error"|\bnot allowed\b|\bno permission\b|\bdenied\b|\bfailed\b|\btimed out\b|\brejected\b|\bunavailable\b)"#).unwrap()
});

/// Whether a tool's output reports that it did not work.
pub fn is_error(output: &str) -> bool {
    sources(output).is_empty() && ERROR.is_match(plain_output(output))
}

/// The answer out of what the searches found; `None` when it is not there.
pub fn from_sources(
    parts: &[Part],
    results: &[&Answered],
    analyser: &Analyser,
    speech: Speech,
) -> Option<String> {
    let found: Vec<(&&Answered, Vec<Source>)> =
        results.iter().map(|result| (result, sources(result.output))).collect();
    let share = if parts.len() > 1 { SENTENCES.div_ceil(parts.len()) } else { FOR_ONE };
    let mut paragraphs: Vec<String> = Vec::new();
    let mut quoted: Vec<Chosen> = Vec::new();
    let mut open = 0;
    for part in parts {
        let limit = share.min(SENTENCES.saturating_sub(quoted.len())).max(1);
        let mut chosen = select::best(part, &for_part(part, &found), analyser, limit);
        open += usize::from(chosen.is_empty());
        // Two searches may bring one passage under two numbers.
        chosen.retain(|piece| quoted.iter().all(|known| known.text != piece.text));
        if !chosen.is_empty() {
            paragraphs.push(written(&chosen));
        }
        quoted.extend(chosen);
    }
    if paragraphs.is_empty() {
        return None;
    }
    if open > 0 {
        paragraphs.push(phrases::of(speech).part_open.to_owned());
    }
    Some(paragraphs.join("\n\n"))
}

/// The sources for a part: its own search's first, the others' after them, each once.
fn for_part(part: &Part, found: &[(&&Answered, Vec<Source>)]) -> Vec<Source> {
    let own = |answered: &Answered| {
        answered.name == SEARCH_TOOL
            && serde_json::from_str::<Value>(answered.arguments)
                .is_ok_and(|value| value["query"] == *part.query)
    };
    let (mine, others): (Vec<_>, Vec<_>) = found.iter().partition(|(answered, _)| own(answered));
    let ranked = |results: Vec<&(&&Answered, Vec<Source>)>, behind: usize| -> Vec<Source> {
        let sources = results.into_iter().flat_map(|(_, sources)| sources.iter().cloned());
        sources.map(|source| Source { rank: source.rank + behind, ..source }).collect()
    };
    let mut all: Vec<Source> = Vec::new();
    for source in ranked(mine, 0).into_iter().chain(ranked(others, BEHIND)) {
        if all.iter().all(|known| known.text != source.text) {
            all.push(source);
        }
    }
    all
}

/// Sentences of a source in a paragraph, items as a list, rows as a table, code as code.
pub fn written(chosen: &[Chosen]) -> String {
    let mut text = String::new();
    let mut last: Option<&Chosen> = None;
    for piece in chosen {
        let in_table = last.is_some_and(|last| are_of_one_table(last, piece));
        text.push_str(&last.map_or_else(String::new, |last| between(last, piece, in_table)));
        let number = piece.number;
        let _ = match piece.kind {
            // The sentence that introduces it has the marker.
            Kind::Code => write!(text, "```\n{}\n```", piece.text.replace("```", "'''")),
            Kind::Row => {
                // The first row is the head of the table.
                let cells = cells(&piece.text);
                let rule = if in_table { String::new() } else { format!("\n|{}", " --- |".repeat(cells)) };
                write!(text, "| {}【{number}】 |{rule}", guarded(&piece.text))
            }
            Kind::Item => write!(text, "- {}【{number}】", guarded(&piece.text)),
            _ => write!(text, "{}【{number}】", guarded(&piece.text)),
        };
        last = Some(piece);
    }
    text.push_str(&last.map_or_else(String::new, rest_of_table));
    text
}

fn are_of_one_table(last: &Chosen, piece: &Chosen) -> bool {
    let rows = last.kind == Kind::Row && piece.kind == Kind::Row;
    rows && last.number == piece.number && cells(&last.text) == cells(&piece.text)
}

/// What stands between two pieces. Rows that are left out are told of.
fn between(last: &Chosen, piece: &Chosen, in_table: bool) -> String {
    let flows = |kind: Kind| matches!(kind, Kind::Sentence | Kind::Lead);
    if in_table {
        let gap = if last.place + 1 == piece.place { String::new() } else { left_out(last) };
        return format!("{gap}\n");
    }
    if flows(last.kind) && flows(piece.kind) && last.number == piece.number {
        return " ".to_owned();
    }
    if last.kind == Kind::Item && piece.kind == Kind::Item {
        return "\n".to_owned();
    }
    format!("{}\n\n", rest_of_table(last))
}

fn rest_of_table(last: &Chosen) -> String {
    if last.kind == Kind::Row && last.goes_on { left_out(last) } else { String::new() }
}

/// A row that stands for those that are not quoted.
fn left_out(row: &Chosen) -> String {
    format!("\n|{}", " … |".repeat(cells(&row.text)))
}

/// A sentence in which markdown changes nothing: words with signs that it would eat stand as code.
fn guarded(sentence: &str) -> String {
    let mut in_code = false;
    let mut in_formula = false;
    // `$$` at either end of a formula counts as `$` does.
    let marks = |text: &str| text.replace("$$", "$").matches('$').count();
    let has_formulas = marks(sentence) % 2 == 0;
    let words: Vec<String> = sentence
        .split(' ')
        .map(|word| {
            let ticks = word.matches('`').count();
            let dollars = if has_formulas { marks(word) } else { 0 };
            let plain = !in_code && ticks == 0 && !in_formula && dollars == 0;
            in_code ^= ticks % 2 == 1;
            in_formula ^= dollars % 2 == 1;
            let eaten =
                word.contains("__") || word.contains('*') || word.contains('<') || word.starts_with('#');
            if !plain || !eaten {
                return word.to_owned();
            }
            let core = word.trim_end_matches(['.', ',', ';', ':', '!', '?']);
            format!("`{core}`{}", &word[core.len()..])
        })
        .collect();
    words.join(" ")
}

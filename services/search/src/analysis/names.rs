//! Names that are written with punctuation, and operators that students ask about.

use std::ops::Range;

use super::script::Script;

/// Longer ones first.
const OPERATORS: [(&str, &str); 12] = [
    ("===", "opidentical"),
    ("!==", "opnotidentical"),
    ("==", "opequals"),
    ("!=", "opnotequals"),
    ("+=", "opplusassign"),
    ("-=", "opminusassign"),
    ("*=", "optimesassign"),
    ("=>", "oparrow"),
    ("&&", "opandand"),
    ("||", "oporor"),
    ("**", "oppower"),
    (":=", "opwalrus"),
];

/// The operator that a text starts with: how many characters it has, and its name.
pub(super) fn operator(text: &[char]) -> Option<(usize, &'static str)> {
    let is_start = |operator: &str| {
        text.len() >= operator.len() && text.iter().copied().zip(operator.chars()).all(|(a, b)| a == b)
    };
    let (operator, name) = OPERATORS.into_iter().find(|(operator, _)| is_start(operator))?;
    Some((operator.len(), name))
}

/// `C++`, `C#`, `F#`, `J#` and `.NET` are not the words `c`, `f`, `j` and `net`.
pub(super) fn name(word: &str, text: &[char], run: Range<usize>) -> Option<String> {
    match word {
        "c" if is_followed_by(text, run.end, "++") => Some("cplusplus".to_owned()),
        "c" | "f" | "j" if is_followed_by(text, run.end, "#") => Some(format!("{word}sharp")),
        "net" if is_dotted(text, run.start) => Some("dotnet".to_owned()),
        _ => None,
    }
}

fn is_followed_by(text: &[char], at: usize, sign: &str) -> bool {
    let mut rest = text[at..].iter();
    sign.chars().all(|c| rest.next() == Some(&c)) && rest.next().is_none_or(|c| Script::of(*c).is_none())
}

/// Whether a dot stands before the word that no other word is before.
fn is_dotted(text: &[char], start: usize) -> bool {
    start > 0 && text[start - 1] == '.' && (start < 2 || Script::of(text[start - 2]).is_none())
}

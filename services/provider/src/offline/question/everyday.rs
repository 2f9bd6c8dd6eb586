//! What students say in everyday words, in the words of textbooks: a search by words finds only what is written.

use std::sync::LazyLock;

use regex::Regex;

/// Turns of phrase that stand for one thing, and what books call it. The phrase itself is not looked for.
const PHRASES: [(&str, &[&str]); 28] = [
    (r"get(?:ting)? out of|break(?:ing)? out of|leav(?:e|ing) early", &["break", "stop", "exit"]),
    (
        r"before (?:it|they) (?:ends?|finish(?:es)?|stops?|(?:is|are) (?:over|done|finished))",
        &["break", "stop", "exit"],
    ),
    (r"add(?:ing)? (?:\S+ )?(?:at|to) the end", &["append", "end"]),
    (
        r"split(?:ting)? (?:\S+ ){0,3}into (?:several|many|more|multiple|separate|different) files",
        &["module", "import"],
    ),
    (r"tak(?:e|es|ing) over", &["inherit"]),
    (r"(?:more than|not only) one", &["several", "multiple"]),
    (r"get(?:ting)? rid of|throw(?:ing)? (?:away|out)|tak(?:e|ing) (?:out|away)", &["remove", "delete"]),
    (r"put(?:ting)? (?:in|into|on)\b", &["insert", "add"]),
    (r"put(?:ting)? together|glu(?:e|ing)(?: together)?", &["combine", "concatenate", "join"]),
    (r"go(?:ing|es)? (?:through|over)|run(?:ning)? (?:through|over)", &["iterate", "through", "loop"]),
    (r"mak(?:e|es|ing) sure", &["check", "ensure", "validate"]),
    (r"find(?:ing)? out|figur(?:e|ing) out", &["find", "check"]),
    (r"set(?:ting)? up", &["install", "create", "configure"]),
    (r"look(?:ing|s)? (?:for|up)", &["search", "find"]),
    (r"typ(?:e|es|ed|ing) in", &["input", "types"]),
    (r"(?:more than once|over and over(?: again)?|again and again|many times)", &["repeat", "loop"]),
    (r"(?:the )?same \S+ (?:twice|again)", &["duplicate", "unique", "distinct"]),
    (r"(?:in|at) the (?:wrong|right) order", &["order", "sort"]),
    (r"(?:at|in) the same time", &["concurrent", "simultaneous", "same time"]),
    (r"runs? out of", &["exceed", "full"]),
    (r"how fast|how slow|tak(?:e|es|ing) (?:so |too )?long", &["performance", "efficient", "slow"]),
    (r"pääs(?:en|ee|tä|tään) (?:pois|ulos)", &["keskeyttää", "break", "poistua"]),
    (r"ennen kuin (?:se|ne) (?:loppuu|loppuvat|päättyy|päättyvät)", &["keskeyttää", "break"]),
    (r"(?:päästä|pääsen|pääsee) eroon", &["poistaa"]),
    (r"käy(?:dä|n|dään|ttää)? läpi", &["läpi", "silmukka"]),
    (
        r"(?:pass|passing|passed|complete|completing|finish|finishing) (?:the|this) course|needed to pass|need to pass",
        &["passed", "certificate"],
    ),
    (
        r"(?:läpäis\w+|suorit\w+) (?:tämän |tätä )?kurss\w+|kurss\w+ (?:voi |pitää |täytyy )?(?:läpäis\w+|suorit\w+|läpi)",
        &["kurssitodistus", "suoritettu"],
    ),
    (r"laite?taan yhteen|liitetään yhteen", &["yhdistää", "liittää"]),
];
/// Words, by how they begin, with other words for the same in books.
const WORDS: [(&str, &[&str]); 22] = [
    ("crash", &["error", "exception"]),
    ("optional", &["default"]),
    ("gave", &["argument", "pass"]),
    ("chang", &["modify", "alter"]),
    ("modif", &["change"]),
    ("mutat", &["change"]),
    ("remov", &["delete"]),
    ("delet", &["remove"]),
    ("twice", &["duplicate", "unique"]),
    ("duplicat", &["same", "unique"]),
    ("slow", &["performance", "efficient"]),
    ("faster", &["performance", "efficient"]),
    ("wrong", &["error", "incorrect"]),
    ("fail", &["error"]),
    ("broken", &["error"]),
    ("forbidden", &["not"]),
    ("kaatu", &["virhe", "poikkeus"]),
    ("valinnai", &["oletusarvo"]),
    ("muutta", &["muokata", "päivittää"]),
    ("poist", &["poistaa"]),
    ("hidas", &["suorituskyky", "tehokas"]),
    ("nopeu", &["suorituskyky", "tehokas"]),
];

#[allow(clippy::unwrap_used, reason = "literals that the tests compile")]
static KNOWN: LazyLock<Vec<(Regex, &[&str])>> = LazyLock::new(|| {
    let whole = |phrase: &str| Regex::new(&format!(r"(?i)\b(?:{phrase})\b")).unwrap();
    PHRASES.iter().map(|(phrase, words)| (whole(phrase), *words)).collect()
});

/// A text without its everyday phrases, and what each of them is called in books.
pub fn without_phrases(text: &str) -> (String, Vec<&'static [&'static str]>) {
    let mut left = text.to_owned();
    let mut called: Vec<&[&str]> = Vec::new();
    for (phrase, words) in KNOWN.iter() {
        // What is quoted is meant as it stands.
        if text.contains(['"', '`', '“', '”']) || !phrase.is_match(&left) {
            continue;
        }
        left = phrase.replace_all(&left, " ").into_owned();
        if !called.contains(words) {
            called.push(words);
        }
    }
    (left, called)
}

/// Other words for a lower-case word.
pub fn other_words(word: &str) -> &'static [&'static str] {
    WORDS.iter().find(|(begins, _)| word.starts_with(begins)).map_or(&[], |(_, others)| others)
}

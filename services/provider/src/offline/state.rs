//! Questions about what sets a state of the course and what depends on it: what unlocks a chapter, what an
//! exercise counts towards, what is needed for the certificate.

use std::fmt::Write as _;
use std::sync::LazyLock;

use regex::Regex;

use super::text::language::Speech;
use super::text::source::plain_output;

/// How many states are told of.
const STATES: usize = 4;
/// How many lines of a list are told.
const LINES: usize = 6;

#[allow(clippy::unwrap_used, reason = "literals that the tests compile")]
fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap()
}

/// What is asked about stands in the group `of`.
static ASKED: LazyLock<[Regex; 4]> = LazyLock::new(|| {
    [
        regex(
            r"(?ix)^(?:and\ |so\ )?(?:
                what\ (?:unlocks|opens)
              | (?:how|when)\ (?:do|can|may|could)\ i\ unlock | what\ (?:do|must|should)\ i\ (?:have\ to\ )?do\ to\ unlock
              | what\ (?:is|do\ i)\ need(?:ed)?\ to\ unlock | how\ (?:is|are|does)
            )\ (?P<of>.{1,60}?)(?P<end>\ (?:get\ )?unlocked)?[\s?.!]*$",
        ),
        regex(
            r"(?i)^(?:and |so )?what (?:does|do|will) (?P<of>.{1,60}?) counts? (?:towards?|for|into)[\s?.!]*$",
        ),
        regex(
            r"(?ix)^(?:and\ |so\ )?(?:
                what\ (?:do|must|should)\ i\ (?:need|do|complete)\ (?:for|to\ (?:get|earn|receive|complete|finish|pass))
              | what\ is\ (?:needed|required)\ (?:for|to\ (?:get|earn|receive|complete|finish|pass))
              | how\ (?:do|can)\ i\ (?:get|earn|receive|complete|finish|pass)
            )\ (?P<of>.{0,30}\b(?:certificate|diploma|module\ \d+)\b).{0,20}$",
        ),
        regex(
            r"(?ix)^(?:ja\ |no\ |entä\ )?(?:
                (?:mikä|mitkä|mitä)\ avaa(?:vat)?\ (?P<of1>.{1,60}?)
              | miten\ (?:avaan\ |saan\ (?:auki\ )?)?(?P<of2>.{1,60}?)(?:\ auki|\ avataan|\ avautuu|\ aukeaa)
              | mihin\ (?P<of3>.{1,60}?)\ (?:vaikuttaa|vaikuttavat|lasketaan|laskee)(?:\ mukaan)?
              | mitä\ (?P<of4>(?:tehtävä|luku|moduuli)\ \d+)\ kerryttää
              | (?:mitä|miten)\ (?P<of5>.{0,40}\btodistu\w+|.{0,40}\bmoduuli\w*\ \d+).{0,40}
            )[\s?.!]*$",
        ),
    ]
});
static NUMBERED: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?i)\b(luku|luvu|luvun|lukua|lukuun|tehtävä\w*|moduuli\w*)\s+(\d+)"));

/// The name to look up, when a message asks about a state.
pub fn name(message: &str) -> Option<String> {
    let message = message.trim();
    for pattern in ASKED.iter() {
        let Some(found) = pattern.captures(message) else { continue };
        let of = ["of", "of1", "of2", "of3", "of4", "of5"].iter().find_map(|group| found.name(group))?;
        // "How is a key chosen?" is none; "how is chapter 3 unlocked?" is.
        let how = message.to_lowercase();
        if (how.starts_with("how is") || how.starts_with("how are") || how.starts_with("how does"))
            && found.name("end").is_none()
        {
            continue;
        }
        return Some(plain(of.as_str()));
    }
    None
}

/// As the course would name it: without an article, in the nominative.
fn plain(words: &str) -> String {
    let lower = words.to_lowercase();
    if let Some(found) = NUMBERED.captures(&lower) {
        let word = ["luku", "tehtävä", "moduuli"].into_iter().find(|word| found[1].starts_with(&word[..2]));
        return format!("{} {}", word.unwrap_or(&found[1]), &found[2]);
    }
    for certificate in ["todistu", "certificate", "diploma"] {
        if lower.contains(certificate) {
            return if certificate == "todistu" { "todistus" } else { certificate }.to_owned();
        }
    }
    let words = words.trim().trim_matches(['“', '”', '"', '\'']);
    let article = ["the ", "a ", "an ", "this "].into_iter().find(|article| lower.starts_with(article));
    article.map_or(words, |article| &words[article.len()..]).to_owned()
}

/// What the tool told, in sentences' place; `None` when it knows of no such state.
pub fn told(output: &str, speech: Speech) -> Option<String> {
    let plain = plain_output(output);
    let blocks = plain.split("\n\n").next().unwrap_or_default().split("\n---\n");
    let told: Vec<String> = blocks.filter_map(|block| state(block, speech)).take(STATES).collect();
    (!told.is_empty()).then(|| told.join("\n\n"))
}

fn state(block: &str, speech: Speech) -> Option<String> {
    let (head, lists) = block.split_once("\nwriters:")?;
    let (name, rest) =
        head.rsplit_once(" declared in ")?.0.rsplit_once(" [").map(|(name, _)| (name, lists))?;
    let (writers, readers) = rest.split_once("\nreaders:")?;
    let [set_by, used_by] = match speech {
        Speech::English => ["Set by:", "Needed by:"],
        Speech::Finnish => ["Siihen vaikuttaa:", "Sitä tarvitsee:"],
    };
    let parts = [list(set_by, writers, speech), list(used_by, readers, speech)];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    Some(format!("**{name}**\n\n{}", parts.join("\n\n")).trim_end().to_owned())
}

fn list(label: &str, lines: &str, speech: Speech) -> Option<String> {
    let lines: Vec<&str> = lines.lines().filter(|line| line.starts_with("- ")).collect();
    let mut text = label.to_owned();
    for line in lines.iter().take(LINES) {
        text.push('\n');
        text.push_str(&in_words(line, speech));
    }
    if lines.len() > LINES {
        let more = match speech {
            Speech::English => "more",
            Speech::Finnish => "muuta",
        };
        let _ = write!(text, "\n- + {} {more}", lines.len() - LINES);
    }
    (!lines.is_empty()).then_some(text)
}

/// A line whose kind is said in the language.
fn in_words(line: &str, speech: Speech) -> String {
    const KINDS: [(&str, &str); 5] = [
        ("page", "sivu"),
        ("chapter", "luku"),
        ("module", "moduuli"),
        ("exercise", "tehtävä"),
        ("certificate", "todistus"),
    ];
    let known = KINDS.into_iter().find_map(|(english, finnish)| {
        let rest = line.strip_prefix("- ")?.strip_prefix(english)?;
        Some(format!("- {finnish}{rest}"))
    });
    match (speech, known) {
        (Speech::Finnish, Some(line)) => line,
        _ => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_that_is_asked_about_is_named_as_the_course_would() {
        for (message, wanted) in [
            ("What unlocks chapter 3?", Some("chapter 3")),
            ("what unlocks the schema project", Some("schema project")),
            ("How do I unlock chapter 4?", Some("chapter 4")),
            ("How is chapter 4 unlocked?", Some("chapter 4")),
            ("What does exercise 5 count towards?", Some("exercise 5")),
            ("What do “Join three tables” count for?", Some("Join three tables")),
            ("What do I need for the certificate?", Some("certificate")),
            ("What is required to get the course certificate?", Some("certificate")),
            ("How do I get the certificate of this course?", Some("certificate")),
            ("What do I need to complete module 1?", Some("module 1")),
            ("Mikä avaa luvun 3?", Some("luku 3")),
            ("Mitkä avaavat luvun 3?", Some("luku 3")),
            ("Miten luku 3 avataan?", Some("luku 3")),
            ("Miten saan luvun 3 auki?", Some("luku 3")),
            ("Mihin tehtävä 5 vaikuttaa?", Some("tehtävä 5")),
            ("Mihin tehtävän 5 pisteet lasketaan mukaan?", Some("tehtävä 5")),
            ("Mitä tarvitsen todistukseen?", Some("todistus")),
            ("Mitä todistukseen vaaditaan?", Some("todistus")),
            ("Miten saan kurssin todistuksen?", Some("todistus")),
            ("Mitä moduulin 2 suorittamiseen vaaditaan?", Some("moduuli 2")),
            ("How is a key chosen?", None),
            ("How does a join work?", None),
            ("What do I need for a join?", None),
            ("What opens?", None),
            ("How many points are needed to pass the course?", None),
            ("Miten taulut avautuvat relaatiomallissa?", None),
            ("Mitä tarkoittaa pääavain?", None),
            ("When does chapter 8 open?", None),
            ("Milloin luku 3 aukeaa?", None),
            ("", None),
        ] {
            assert_eq!(name(message).as_deref(), wanted, "{message}");
        }
    }
}

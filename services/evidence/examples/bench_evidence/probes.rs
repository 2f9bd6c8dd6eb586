//! What becomes of the verdict when sentences of the demo courses are damaged in known ways: such sentences
//! are much closer to their pages than the claims of WiCE.

use std::path::{Path, PathBuf};

use chatbot_core::citation::sentences::sentences;
use chatbot_core::citation::{CitedSentence, EvidencePassage, SentenceKind};
use chatbot_core::passage::{self, BodyFormat, CutPage};
use chatbot_evidence::LocalJudge;
use chatbot_protocol::data_part::Verdict;

struct Course {
    language: &'static str,
    pages: Vec<(String, CutPage)>,
}

impl Course {
    fn read(folder: &Path, language: &'static str) -> Self {
        let mut files = files(folder);
        files.sort();
        let page = |file: PathBuf| {
            let text = std::fs::read_to_string(file).unwrap();
            let body = text.splitn(3, "---\n").last().unwrap_or_default().to_owned();
            let cut = passage::cut("", &body, BodyFormat::Markdown);
            (body, cut)
        };
        Self { language, pages: files.into_iter().map(page).collect() }
    }

    fn passage<'a>(&self, passage: &'a passage::Passage) -> EvidencePassage<'a> {
        EvidencePassage {
            text: &passage.text,
            title: "",
            headings: &passage.heading_path,
            language: self.language,
        }
    }

    /// Sentences with the passage that each comes from and one of the page after the next.
    fn cited(&self, judge: &LocalJudge) -> Vec<(String, EvidencePassage<'_>, EvidencePassage<'_>)> {
        let mut cited = Vec::new();
        for (number, (body, page)) in self.pages.iter().enumerate() {
            let other = &self.pages[(number + 2) % self.pages.len()].1.passages;
            for sentence in sentences(body, self.language) {
                let text = &body[sentence.range];
                let is_text = matches!(sentence.kind, SentenceKind::Prose | SentenceKind::ListItem);
                if !is_text || text.split_whitespace().count() < 5 {
                    continue;
                }
                let score = |passage: &&passage::Passage| {
                    let features = judge.features(&self.sentence(text), &[self.passage(passage)]);
                    features.map_or(0.0, |features| features.in_window)
                };
                let from = page.passages.iter().max_by(|one, two| score(one).total_cmp(&score(two)));
                if let (Some(from), Some(other)) = (from, other.first()) {
                    cited.push((text.to_owned(), self.passage(from), self.passage(other)));
                }
            }
        }
        cited
    }

    fn sentence<'a>(&self, text: &'a str) -> CitedSentence<'a> {
        CitedSentence { text, language: self.language, kind: SentenceKind::Prose }
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    entries
        .flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect()
}

/// Does something to a sentence; `None` where it cannot be done.
type Damage = fn(&str) -> Option<String>;

fn replaced(text: &str, pairs: &[(&str, &str)]) -> Option<String> {
    let (from, to) = pairs.iter().find(|(from, _)| text.contains(from))?;
    Some(text.replacen(from, to, 1))
}

fn other_number(text: &str) -> Option<String> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let length = text[start..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - start);
    Some(format!("{}97{}", &text[..start], &text[start + length..]))
}

fn other_name(text: &str) -> Option<String> {
    let start = text
        .match_indices(' ')
        .map(|(at, _)| at + 1)
        .find(|at| text[*at..].starts_with(char::is_uppercase))?;
    let length = text[start..].find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len() - start);
    Some(format!("{}Blavatsky{}", &text[..start], &text[start + length..]))
}

/// The first and the last long word in small letters change places.
fn two_swapped(text: &str) -> Option<String> {
    let mut words: Vec<&str> = text.split(' ').collect();
    let is_long = |word: &&str| word.len() >= 5 && word.chars().all(char::is_lowercase);
    let first = words.iter().position(is_long)?;
    let last = words.iter().rposition(is_long).filter(|last| last - first >= 4)?;
    let is_other =
        words[first] != words[last] && words[first..=last].iter().filter(|word| is_long(word)).count() > 2;
    words.swap(first, last);
    is_other.then(|| words.join(" "))
}

const DAMAGES: &[(&str, Damage)] = &[
    ("as it stands", |text| Some(text.to_owned())),
    ("its first half", |text| {
        text.split_once(", ").map(|(half, _)| half.to_owned()).filter(|half| half.split(' ').count() > 4)
    }),
    ("another number", other_number),
    ("another name", other_name),
    ("a denial put in", |text| {
        let pairs = [
            (" is ", " is not "),
            (" are ", " are not "),
            (" can ", " cannot "),
            (" on ", " ei ole "),
            (" voi ", " ei voi "),
        ];
        replaced(text, &pairs).filter(|_| !text.contains(" not ") && !text.contains(" ei "))
    }),
    ("a denial left out", |text| {
        replaced(
            text,
            &[
                (" is not ", " is "),
                (" are not ", " are "),
                (" cannot ", " can "),
                (" not ", " "),
                (" ei ole ", " on "),
                (" ei voi ", " voi "),
            ],
        )
    }),
    ("two words swapped", two_swapped),
    ("a clause invented", |text| {
        let clause = ", which Babbage demonstrated at Cambridge during 1834 with brass cogwheels.";
        Some(format!("{}{clause}", text.trim_end_matches('.')))
    }),
];

const SHOWN: [Verdict; 5] =
    [Verdict::Supported, Verdict::Partly, Verdict::Unsupported, Verdict::Misquoted, Verdict::Unchecked];

pub fn print() {
    let demo = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../lms/demo");
    println!("\nSentences of the demo courses, damaged: verdicts in per cent\n");
    println!("| course | damage | n | supported | partly | not | misquoted | unchecked |");
    println!("|---|---|---|---|---|---|---|---|");
    for (name, language) in [("databases", "en"), ("critical-thinking", "en"), ("tietokannat", "fi")] {
        let course = Course::read(&demo.join(name), language);
        let judge = LocalJudge::default();
        let cited = course.cited(&judge);
        let row = |damage: &str, verdicts: &[Verdict]| {
            let share = |wanted: Verdict| {
                100.0 * verdicts.iter().filter(|verdict| **verdict == wanted).count() as f64
                    / verdicts.len().max(1) as f64
            };
            let [one, two, three, four, five] = SHOWN.map(share);
            println!(
                "| {name} | {damage} | {} | {one:.0} | {two:.0} | {three:.0} | {four:.0} | {five:.0} |",
                verdicts.len()
            );
        };
        let verdict = |text: &str, passage: EvidencePassage<'_>| {
            judge.judge_now(&course.sentence(text), &[passage], &[]).verdict
        };
        for (damage, apply) in DAMAGES {
            let damaged = cited.iter().filter_map(|(text, from, _)| Some(verdict(&apply(text)?, *from)));
            row(damage, &damaged.collect::<Vec<_>>());
        }
        row(
            "cited from another page",
            &cited.iter().map(|(text, _, other)| verdict(text, *other)).collect::<Vec<_>>(),
        );
    }
}

//! The claims of WiCE, with the page that each cites.

use std::path::Path;

use chatbot_core::citation::{CitedSentence, EvidencePassage, SentenceKind};
use serde_json::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    Supported,
    Partly,
    Not,
}

pub struct Claim {
    pub text: String,
    pub label: Label,
    title: String,
    headings: Vec<String>,
    pub page: String,
}

impl Claim {
    pub fn read(folder: &Path) -> Option<Vec<Self>> {
        let text = std::fs::read_to_string(folder.join("claims_dev.jsonl")).ok()?;
        Some(
            text.lines()
                .map(|line| Self::of(&serde_json::from_str(line).expect("a claim in JSON")))
                .collect(),
        )
    }

    fn of(row: &Value) -> Self {
        let label = match row["label"].as_str() {
            Some("supported") => Label::Supported,
            Some("partially_supported") => Label::Partly,
            _ => Label::Not,
        };
        let lines: Vec<&str> = row["evidence"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let meta = |name: &str| {
            let start = format!("(meta data) {name}");
            lines
                .iter()
                .find_map(|line| line.strip_prefix(start.as_str()))
                .map(|rest| rest.trim_matches([':', ' ']))
        };
        let headings = lines.iter().filter_map(|line| line.strip_prefix("# ")).take(1);
        Self {
            text: row["claim"].as_str().unwrap().to_owned(),
            label,
            title: meta("TITLE").unwrap_or_default().to_owned(),
            headings: headings.chain(meta("PUBLISHED DATETIME")).map(ToOwned::to_owned).collect(),
            page: lines.join("\n"),
        }
    }

    pub fn sentence(&self) -> CitedSentence<'_> {
        CitedSentence { text: &self.text, language: "en", kind: SentenceKind::Prose }
    }

    pub fn passage(&self) -> EvidencePassage<'_> {
        EvidencePassage { text: &self.page, title: &self.title, headings: &self.headings, language: "en" }
    }

    pub fn is_fully(&self) -> bool {
        self.label == Label::Supported
    }

    pub fn is_partly(&self) -> bool {
        self.label != Label::Not
    }
}

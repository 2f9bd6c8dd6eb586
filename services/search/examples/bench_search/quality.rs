//! nDCG@10 and hit@5 on question sets.

use std::collections::HashMap;
use std::path::Path;

use chatbot_protocol::PassageId;
use chatbot_search::{CourseIndex, IndexBuilder, PassageText, Question};
use serde_json::Value;
use uuid::Uuid;

use crate::bm25::Bm25;
use crate::meaning::Meaning;

pub struct QuestionSet {
    pub language: String,
    pub titles: Vec<String>,
    pub texts: Vec<String>,
    /// Each with the number of the passage that answers it.
    pub questions: Vec<(String, usize)>,
}

impl QuestionSet {
    pub fn read(folder: &Path, language: &str) -> Option<Self> {
        let read = |name: &str| std::fs::read_to_string(folder.join(language).join(name)).ok();
        let rows = |text: String| -> Vec<Value> {
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
        };
        let (corpus, queries, gold) =
            (rows(read("corpus.jsonl")?), rows(read("queries.jsonl")?), read("qrels.tsv")?);
        let text = |row: &Value, name: &str| row[name].as_str().unwrap_or_default().to_owned();
        let numbers: HashMap<String, usize> =
            corpus.iter().enumerate().map(|(number, row)| (text(row, "id"), number)).collect();
        let gold: HashMap<&str, usize> = gold
            .lines()
            .skip(1)
            .filter_map(|line| line.split_once('\t'))
            .filter_map(|(query, rest)| Some((query, *numbers.get(rest.split('\t').next()?)?)))
            .collect();
        let questions =
            queries.iter().filter_map(|row| Some((text(row, "text"), *gold.get(row["id"].as_str()?)?)));
        Some(Self {
            language: language.to_owned(),
            titles: corpus.iter().map(|row| text(row, "title").replace('_', " ")).collect(),
            texts: corpus.iter().map(|row| text(row, "text")).collect(),
            questions: questions.collect(),
        })
    }

    pub fn index(&self) -> CourseIndex {
        let mut builder = IndexBuilder::default();
        for (number, (title, text)) in self.titles.iter().zip(&self.texts).enumerate() {
            let id = PassageId(Uuid::from_u128(number as u128));
            builder.add(&PassageText { id, language: &self.language, title, headings: &[], text });
        }
        builder.build()
    }

    /// The question with every third long word mistyped: two letters swapped.
    fn with_slips(text: &str) -> String {
        let mut long = 0;
        let slip = |word: &str| {
            let mut letters: Vec<char> = word.chars().collect();
            if letters.len() >= 6 && letters.iter().all(|letter| letter.is_alphabetic()) {
                long += 1;
                if long % 3 == 1 {
                    let at = 1 + letters.len() % 3;
                    letters.swap(at, at + 1);
                }
            }
            letters.into_iter().collect::<String>()
        };
        text.split(' ').map(slip).collect::<Vec<_>>().join(" ")
    }
}

#[derive(Default)]
struct Score {
    ndcg: f64,
    hits: f64,
    questions: f64,
}

impl Score {
    fn add(&mut self, found: &[usize], gold: usize) {
        self.questions += 1.0;
        if let Some(rank) = found.iter().take(10).position(|number| *number == gold) {
            self.ndcg += 1.0 / (rank as f64 + 2.0).log2();
            self.hits += f64::from(u8::from(rank < 5));
        }
    }

    fn shown(&self) -> String {
        format!("{:.4} / {:.4}", self.ndcg / self.questions, self.hits / self.questions)
    }
}

fn numbers(index: &CourseIndex, question: &str, meaning: Option<&[f32]>) -> Vec<usize> {
    let question = Question { text: question, ..Question::default() };
    let hits = index.search(&question, meaning, 10);
    hits.iter().map(|hit| usize::try_from(hit.passage.0.as_u128()).unwrap()).collect()
}

pub fn measure(folder: &Path, meaning: Option<&Meaning>) {
    println!("Quality: nDCG@10 / hit@5 (standard error of hit@5 about .005)\n");
    println!("| set | plain BM25 | this search | ratio of nDCG | with vectors | slips: BM25 | slips: this |");
    println!("|---|---|---|---|---|---|---|");
    for language in ["en", "es", "ru"] {
        let Some(set) = QuestionSet::read(folder, language) else {
            println!(
                "| xquad {language} | ABSENT: no question set in {}; set SHARED_DATA |",
                folder.display()
            );
            continue;
        };
        let whole: Vec<String> =
            set.titles.iter().zip(&set.texts).map(|(title, text)| format!("{title}\n{text}")).collect();
        let (bm25, index) = (Bm25::new(language, &whole), set.index());
        let [mut plain, mut ours, mut with_vectors, mut plain_slips, mut our_slips] =
            std::array::from_fn(|_| Score::default());
        let nearness = meaning.map(|meaning| meaning.nearness(&set, &whole));
        for (number, (question, gold)) in set.questions.iter().enumerate() {
            plain.add(&bm25.search(question), *gold);
            ours.add(&numbers(&index, question, None), *gold);
            if let Some(nearness) = &nearness {
                with_vectors.add(&numbers(&index, question, Some(&nearness[number])), *gold);
            }
            let slips = QuestionSet::with_slips(question);
            plain_slips.add(&bm25.search(&slips), *gold);
            our_slips.add(&numbers(&index, &slips, None), *gold);
        }
        println!(
            "| xquad {language} | {} | {} | {:.4} | {} | {} | {} |",
            plain.shown(),
            ours.shown(),
            ours.ndcg / plain.ndcg,
            if nearness.is_some() { with_vectors.shown() } else { "off".to_owned() },
            plain_slips.shown(),
            our_slips.shown(),
        );
    }
    println!();
}

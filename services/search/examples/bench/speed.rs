//! Latency and memory at 100,000 passages.

use std::path::Path;
use std::time::{Duration, Instant};

use chatbot_protocol::PassageId;
use chatbot_search::{CourseIndex, IndexBuilder, PassageText, Question};
use uuid::Uuid;

use crate::quality::QuestionSet;

const PASSAGES: usize = 100_000;
const COURSES: usize = 200;

/// Passages like those of a set, but all different: sentences of its paragraphs, mixed.
struct Mixer {
    sentences: Vec<Vec<String>>,
    titles: Vec<String>,
    state: u64,
}

impl Mixer {
    fn new(set: &QuestionSet) -> Self {
        let sentences = |text: &String| text.split_inclusive(". ").map(str::to_owned).collect();
        Self {
            sentences: set.texts.iter().map(sentences).collect(),
            titles: set.titles.clone(),
            state: 0x9e37_79b9_7f4a_7c15,
        }
    }

    fn random(&mut self, below: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        usize::try_from(self.state % below as u64).unwrap()
    }

    /// A paragraph's length in sentences of that and other paragraphs, with a few words of its own.
    fn passage(&mut self, number: usize) -> (String, String) {
        let own = self.random(self.sentences.len());
        let mut text = String::new();
        for _ in 0..self.sentences[own].len() {
            let from = if self.random(2) == 0 { own } else { self.random(self.sentences.len()) };
            let sentence = self.random(self.sentences[from].len());
            text.push_str(&self.sentences[from][sentence]);
        }
        // New words go on coming in real texts as well.
        let new = self.random(PASSAGES / 2);
        text.push_str(&format!(" term{new:x} section{}", number % 997));
        (self.titles[own].clone(), text)
    }
}

fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kib| kib.parse::<f64>().ok()).unwrap_or_default() / 1024.0
}

fn build(mixer: &mut Mixer, courses: usize) -> Vec<CourseIndex> {
    let build_one = |_| {
        let mut builder = IndexBuilder::default();
        for number in 0..PASSAGES / courses {
            let (title, text) = mixer.passage(number);
            let id = PassageId(Uuid::from_u128(number as u128));
            builder.add(&PassageText { id, language: "en", title: &title, headings: &[], text: &text });
        }
        builder.build()
    };
    (0..courses).map(build_one).collect()
}

pub fn measure(folder: &Path) {
    let Some(set) = QuestionSet::read(folder, "en") else {
        println!("Speed: ABSENT: no question set in {}; set SHARED_DATA", folder.display());
        return;
    };
    println!("Speed and memory at {PASSAGES} passages\n");
    println!(
        "| courses | p50 | p95 | p99 | built in | counted, per 500 passages | resident, per 500 passages |"
    );
    println!("|---|---|---|---|---|---|---|");
    for courses in [COURSES, 1] {
        let mut mixer = Mixer::new(&set);
        let before = resident();
        let start = Instant::now();
        let indexes = build(&mut mixer, courses);
        let built = start.elapsed();
        let megabytes = indexes.iter().map(CourseIndex::bytes).sum::<usize>() as f64 / 1e6;
        let resident = (resident() - before) * 1.048_576;
        let (mut times, mut found): (Vec<Duration>, usize) = (Vec::new(), 0);
        for (number, (question, _)) in set.questions.iter().enumerate() {
            let question = Question { text: question, ..Question::default() };
            let start = Instant::now();
            found += indexes[number % courses].search(&question, None, 40).len();
            times.push(start.elapsed());
        }
        assert!(found > 0, "nothing was found at all");
        times.sort_unstable();
        let at = |share: f64| {
            let index = (times.len() as f64 * share).floor().max(0.0);
            times.get(index as usize).copied().unwrap_or_default().as_secs_f64() * 1e3
        };
        let per_500 = 500.0 / PASSAGES as f64;
        println!(
            "| {courses} | {:.2} ms | {:.2} ms | {:.2} ms | {:.1} s | {:.2} MB | {:.2} MB |",
            at(0.5),
            at(0.95),
            at(0.99),
            built.as_secs_f64(),
            megabytes * per_500,
            resident * per_500,
        );
    }
    println!();
}

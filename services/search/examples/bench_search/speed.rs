//! Latency and memory at 100,000 passages.

use std::fmt::Write as _;
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
        write!(text, " term{new:x} section{}", number % 997).unwrap();
        (self.titles[own].clone(), text)
    }
}

fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kib| kib.parse::<f64>().ok()).unwrap_or_default() / 1024.0
}

/// Time that this thread was running: what remains true on a busy machine.
fn on_processor() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or_default(), time.tv_nsec.try_into().unwrap_or_default())
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

fn percentiles(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e3;
    format!("{:.2} / {:.2} / {:.2} ms", at(50), at(95), at(99))
}

pub fn measure(folder: &Path) {
    let Some(set) = QuestionSet::read(folder, "en") else {
        println!("Speed: ABSENT: no question set in {}; set SHARED_DATA", folder.display());
        return;
    };
    println!("Speed and memory at {PASSAGES} passages\n");
    println!(
        "| courses | p50 / p95 / p99 | on the processor | built, per 500 | counted, per 500 | resident, per 500 |"
    );
    println!("|---|---|---|---|---|---|");
    for courses in [COURSES, 1] {
        let mut mixer = Mixer::new(&set);
        let before = resident();
        let start = on_processor();
        let indexes = build(&mut mixer, courses);
        let built = on_processor().saturating_sub(start).as_secs_f64();
        let megabytes = indexes.iter().map(CourseIndex::bytes).sum::<usize>() as f64 / 1e6;
        let resident = (resident() - before) * 1.048_576;
        let (mut times, mut processor_times, mut found): (Vec<Duration>, Vec<Duration>, usize) =
            (Vec::new(), Vec::new(), 0);
        for (number, (question, _)) in set.questions.iter().enumerate() {
            let question = Question { text: question, ..Question::default() };
            let (start, processor_start) = (Instant::now(), on_processor());
            found += indexes[number % courses].search(&question, None, 40).len();
            times.push(start.elapsed());
            processor_times.push(on_processor().saturating_sub(processor_start));
        }
        assert!(found > 0, "nothing was found at all");
        let per_500 = 500.0 / PASSAGES as f64;
        println!(
            "| {courses} | {} | {} | {:.0} ms | {:.2} MB | {:.2} MB |",
            percentiles(times),
            percentiles(processor_times),
            built * per_500 * 1e3,
            megabytes * per_500,
            resident * per_500,
        );
    }
    println!();
}

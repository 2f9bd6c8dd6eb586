//! How long a sentence takes: against a passage of the usual size, new and known.

use std::time::Duration;

use chatbot_core::citation::{EvidencePassage, SentenceSplitter};
use chatbot_evidence::LocalJudge;
use rustix::time::{ClockId, clock_gettime};

use crate::claims::Claim;

/// Of this thread: other programs on the machine do not count.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// So many words has a passage of the product at most.
const PASSAGE_WORDS: usize = 250;

fn shown(mut milliseconds: Vec<f64>) -> String {
    milliseconds.sort_by(f64::total_cmp);
    let mean = milliseconds.iter().sum::<f64>() / milliseconds.len() as f64;
    format!("{mean:.3} ms, p95 {:.3} ms", milliseconds[milliseconds.len() * 95 / 100])
}

fn split(text: &str) -> f64 {
    let chars: Vec<char> = text.chars().collect();
    let start = cpu_time();
    let mut splitter = SentenceSplitter::new("en");
    for piece in chars.chunks(4) {
        splitter.push(&piece.iter().collect::<String>());
    }
    splitter.finish();
    cpu_time().saturating_sub(start).as_secs_f64() * 1e3
}

pub fn print(claims: &[Claim]) {
    let cuts: Vec<String> = claims
        .iter()
        .map(|claim| {
            let mut words = 0;
            let lines = claim.page.lines().take_while(|line| {
                words += line.split_whitespace().count();
                words <= PASSAGE_WORDS
            });
            lines.collect::<Vec<_>>().join("\n")
        })
        .collect();
    let judge = LocalJudge::default();
    let time = |passages: &[EvidencePassage<'_>], claim: &Claim| {
        let start = cpu_time();
        judge.judge_now(&claim.sentence(), passages, &[]);
        cpu_time().saturating_sub(start).as_secs_f64() * 1e3
    };
    let [mut pages, mut fresh, mut known] = [Vec::new(), Vec::new(), Vec::new()];
    for (claim, cut) in claims.iter().zip(&cuts) {
        let passage = EvidencePassage { text: cut, ..claim.passage() };
        fresh.push(time(&[passage], claim));
        known.push(time(&[passage], claim));
        pages.push(time(&[claim.passage()], claim));
    }
    println!("\nProcessor time for a sentence");
    println!("- against a passage of at most {PASSAGE_WORDS} words, not seen before: {}", shown(fresh));
    println!("- against one seen before: {}", shown(known));
    println!("- against a whole page of WiCE (120 sentences), not seen before: {}", shown(pages));
    let prose = claims.iter().map(|claim| claim.text.as_str()).collect::<Vec<_>>().join(" ");
    let code = format!("```\n{}\n```\n", "SELECT name FROM student;\n".repeat(800));
    for (name, text) in
        [("prose", &prose[..prose.floor_char_boundary(20_000)]), ("one block of code", code.as_str())]
    {
        println!(
            "- an answer of {} characters ({name}) split while it comes, 4 at a time: {:.1} ms",
            text.len(),
            split(text)
        );
    }
}

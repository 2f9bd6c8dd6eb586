//! How long a sentence takes: against a passage of the usual size, new and known.

use std::time::Instant;

use chatbot_core::citation::EvidencePassage;
use chatbot_evidence::LocalJudge;

use crate::claims::Claim;

/// So many words has a passage of the product at most.
const PASSAGE_WORDS: usize = 250;

fn shown(mut milliseconds: Vec<f64>) -> String {
    milliseconds.sort_by(f64::total_cmp);
    let mean = milliseconds.iter().sum::<f64>() / milliseconds.len() as f64;
    format!("{mean:.3} ms, p95 {:.3} ms", milliseconds[milliseconds.len() * 95 / 100])
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
        let start = Instant::now();
        judge.judge_now(&claim.sentence(), passages, &[]);
        start.elapsed().as_secs_f64() * 1e3
    };
    let [mut pages, mut fresh, mut known] = [Vec::new(), Vec::new(), Vec::new()];
    for (claim, cut) in claims.iter().zip(&cuts) {
        let passage = EvidencePassage { text: cut, ..claim.passage() };
        fresh.push(time(&[passage], claim));
        known.push(time(&[passage], claim));
        pages.push(time(&[claim.passage()], claim));
    }
    println!("\nTime for a sentence");
    println!("- against a passage of at most {PASSAGE_WORDS} words, not seen before: {}", shown(fresh));
    println!("- against one seen before: {}", shown(known));
    println!("- against a whole page of WiCE (120 sentences), not seen before: {}", shown(pages));
}

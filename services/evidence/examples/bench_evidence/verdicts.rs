//! What the shipped thresholds say of the claims.

use chatbot_evidence::LocalJudge;
use chatbot_protocol::data_part::Verdict;

use crate::claims::{Claim, Label};

const LABELS: [(Label, &str); 3] =
    [(Label::Supported, "supported"), (Label::Partly, "partly"), (Label::Not, "not")];

pub fn print(judge: &LocalJudge, claims: &[Claim]) {
    let mut guarded = [0usize; 3];
    let mut counts = [[0usize; 3]; 3];
    let (mut misquoted, mut unchecked) = (0, 0);
    for claim in claims {
        let label = LABELS.iter().position(|(label, _)| *label == claim.label).unwrap();
        let judgement = judge.judge_now(&claim.sentence(), &[claim.passage()], &[]);
        let given = match judgement.verdict {
            Verdict::Supported => 0,
            Verdict::Partly => 1,
            Verdict::Misquoted => {
                misquoted += 1;
                1
            }
            Verdict::Unchecked => {
                unchecked += 1;
                1
            }
            _ => 2,
        };
        counts[label][given] += 1;
        let features = judge.features(&claim.sentence(), &[claim.passage()]).unwrap_or_default();
        let would_be_found = features.fully() >= 0.5 && features.missing_strong < 1.0;
        guarded[label] += usize::from(would_be_found && judgement.verdict == Verdict::Partly);
    }
    println!(
        "\nVerdicts: claims in rows, what was given in columns ({misquoted} misquoted and {unchecked} unchecked count as partly)\n"
    );
    println!("| | supported | partly | not | precision | recall | F1 |");
    println!("|---|---|---|---|---|---|---|");
    let mut sum = 0.0;
    for (place, (_, name)) in LABELS.iter().enumerate() {
        let given: usize = counts.iter().map(|row| row[place]).sum();
        let (right, all) = (counts[place][place] as f64, counts[place].iter().sum::<usize>() as f64);
        let (precision, recall) = (right / given.max(1) as f64, right / all);
        let f1 = 2.0 * precision * recall / (precision + recall).max(1e-9);
        sum += f1;
        let [one, two, three] = counts[place];
        println!("| {name} | {one} | {two} | {three} | {precision:.2} | {recall:.2} | {f1:.2} |");
    }
    println!("\nGuards made \"partly\" of \"found\" for {guarded:?} claims (supported, partly, not).");
    let right: usize = (0..3).map(|place| counts[place][place]).sum();
    println!("\nMacro F1 {:.3}, right {:.1} %.", sum / 3.0, 100.0 * right as f64 / claims.len() as f64);
}

//! How well scores rank claims.

use chatbot_evidence::LocalJudge;
use chatbot_evidence::score::Features;

use crate::claims::Claim;

/// How often a claim of the kind is ranked above one that is not; ties count half.
pub fn auroc(scores: &[f64], is_positive: &[bool]) -> f64 {
    let of = |wanted: bool| {
        scores
            .iter()
            .zip(is_positive)
            .filter(move |(_, positive)| **positive == wanted)
            .map(|(score, _)| *score)
    };
    let (mut above, mut pairs) = (0.0, 0.0);
    for positive in of(true) {
        for negative in of(false) {
            above += if positive > negative {
                1.0
            } else if positive < negative {
                0.0
            } else {
                0.5
            };
            pairs += 1.0;
        }
    }
    above / pairs
}

/// Of the scores: supported against the rest, and at least partly against not.
pub fn both(claims: &[Claim], scores: &[f64]) -> [f64; 2] {
    let fully: Vec<bool> = claims.iter().map(Claim::is_fully).collect();
    let partly: Vec<bool> = claims.iter().map(Claim::is_partly).collect();
    [auroc(scores, &fully), auroc(scores, &partly)]
}

pub fn features(judge: &LocalJudge, claims: &[Claim]) -> Vec<Features> {
    let of = |claim: &Claim| judge.features(&claim.sentence(), &[claim.passage()]).unwrap_or_default();
    claims.iter().map(of).collect()
}

pub fn print(judge: &LocalJudge, claims: &[Claim]) {
    let features = features(judge, claims);
    let supported = claims.iter().filter(|claim| claim.is_fully()).count();
    let not = claims.iter().filter(|claim| !claim.is_partly()).count();
    println!("WiCE dev: n = {}, {supported} supported, {not} not, the rest partly.\n", claims.len());
    println!("AUROC (standard error about .025 / .04)\n");
    println!("| score | supported vs rest | at least partly vs not |");
    println!("|---|---|---|");
    let scored = |name: &str, fully: &dyn Fn(&Features) -> f64, partly: &dyn Fn(&Features) -> f64| {
        let [one, _] = both(claims, &features.iter().map(fully).collect::<Vec<_>>());
        let [_, other] = both(claims, &features.iter().map(partly).collect::<Vec<_>>());
        println!("| {name} | {one:.3} | {other:.3} |");
    };
    let plain: Vec<f64> = claims.iter().map(plain_coverage).collect();
    let [one, other] = both(claims, &plain);
    println!("| all words, whole page | {one:.3} | {other:.3} |");
    scored("content words, whole page", &|f| f.anywhere, &|f| f.anywhere);
    scored("content words, best window", &|f| f.in_window, &|f| f.in_window);
    scored("missing names and numbers", &|f| -f.missing_strong, &|f| -f.missing_strong);
    scored("the shipped score", &Features::fully, &Features::partly);
}

/// The share of a claim's words that stand on the page, just so.
fn plain_coverage(claim: &Claim) -> f64 {
    let words = |text: &str| -> Vec<String> {
        text.to_lowercase()
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(ToOwned::to_owned)
            .collect()
    };
    let page: std::collections::HashSet<String> = words(&claim.page).into_iter().collect();
    let claim = words(&claim.text);
    claim.iter().filter(|word| page.contains(*word)).count() as f64 / claim.len() as f64
}

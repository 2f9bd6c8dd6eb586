//! Measures the support score on WiCE: how well it tells supported claims from others, beside plain
//! baselines, what its weights would be if they were fitted again, and how long a sentence takes; then what
//! becomes of damaged sentences of the demo courses. `make bench-evidence` runs it in release. The claims are
//! found by an argument or by `WICE_DIR`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    missing_docs,
    reason = "a measuring program, not part of the product"
)]

mod claims;
mod fit;
mod measures;
mod probes;
mod speed;
mod verdicts;

use std::path::PathBuf;

use chatbot_evidence::LocalJudge;

use claims::Claim;

#[allow(clippy::disallowed_methods, reason = "a measuring program reads its settings here")]
fn folder() -> PathBuf {
    let named = std::env::args().nth(1).or_else(|| std::env::var("WICE_DIR").ok());
    let default = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/wice");
    named.filter(|name| !name.is_empty()).map_or_else(default, PathBuf::from)
}

fn main() {
    let folder = folder();
    if let Some(claims) = Claim::read(&folder) {
        let judge = LocalJudge::default();
        measures::print(&judge, &claims);
        fit::print(&judge, &claims);
        verdicts::print(&judge, &claims);
        speed::print(&claims);
    } else {
        println!(
            "There are no claims in {}: name the folder of claims_dev.jsonl in WICE_DIR.",
            folder.display()
        );
    }
    probes::print();
}

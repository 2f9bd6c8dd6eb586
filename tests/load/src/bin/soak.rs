//! Ten thousand turns of all kinds; exits with 1 when something is left open or memory grows.

#![allow(clippy::unwrap_used, reason = "a tool for measurements")]

use std::process::ExitCode;

use chatbot_load::soak::soak;
use chatbot_load::stage::{Setting, Stage};
use clap::Parser;

/// Has thousands of turns of all kinds and sees whether anything is left of them.
#[derive(Parser)]
struct Arguments {
    #[arg(long, default_value_t = 10_000)]
    turns: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<ExitCode> {
    let Arguments { turns, seed } = Arguments::parse();
    let folder = std::env::temp_dir().join(format!("chatbot-soak-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let programs = std::env::current_exe()?.parent().unwrap().to_owned();
    let setting = Setting { programs, durable: true, cores: None, peer: None, folder: folder.clone() };
    let stage = Stage::set(setting).await?;
    let report = soak(&stage, turns, seed).await;
    stage.clear().await;
    let report = report?;
    for sample in &report.samples {
        println!("{sample}");
    }
    if report.faults.is_empty() {
        println!("Everything is flat.");
        std::fs::remove_dir_all(&folder)?;
        return Ok(ExitCode::SUCCESS);
    }
    println!(
        "Not flat:\n  {}\nWhat the servers said is in {}.",
        report.faults.join("\n  "),
        folder.display()
    );
    Ok(ExitCode::FAILURE)
}

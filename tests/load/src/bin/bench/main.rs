//! What a stream costs: the model server alone (the floor), our server, and one written with the AI SDK, in
//! one run on one machine. `make bench` builds what it needs; `docs/performance.md` says how to read it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "a tool for measurements; there is no engine here that could spawn"
)]

mod figures;
mod growth;
mod queries;
mod sections;
mod streams;

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use chatbot_load::stage::{Setting, Stage, can_pin};
use clap::Parser;

/// Measures what a stream costs.
#[derive(Parser)]
struct Arguments {
    /// A few minutes instead of ten: fewer sizes, no million messages.
    #[arg(long)]
    quick: bool,
    /// Only these sections.
    #[arg(long, value_delimiter = ',')]
    only: Vec<Section>,
    /// Without the comparison server.
    #[arg(long)]
    without_peer: bool,
    /// Where the comparison server is, with its packages installed.
    #[arg(long, default_value = "tests/load/peer")]
    peer: PathBuf,
    /// Keeps everything running for so many seconds at the end, for a look at it.
    #[arg(long, default_value_t = 0)]
    linger: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Section {
    Memory,
    Streams,
    Tools,
    Ceiling,
    Queries,
    Growth,
}

impl Arguments {
    fn wants(&self, section: Section) -> bool {
        self.only.is_empty() || self.only.contains(&section)
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let arguments = Arguments::parse();
    let began = Instant::now();
    let folder = std::env::temp_dir().join(format!("chatbot-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let cores = can_pin().then_some((0, 1));
    match cores {
        Some((server, others)) => {
            println!("The server has core {server}; the model and the clients share core {others}.");
            pin_ourselves(others);
        }
        None => println!("`taskset` is not there: figures per core are rough."),
    }
    let setting = Setting {
        programs: std::env::current_exe()?.parent().unwrap().to_owned(),
        durable: true,
        cores,
        peer: (!arguments.without_peer).then(|| arguments.peer.clone()),
        folder: folder.clone(),
    };
    let stage = Stage::set(setting).await?;
    let measured = tokio::select! {
        measured = measure(&stage, &arguments) => measured,
        _ = tokio::signal::ctrl_c() => Err(io::ErrorKind::Interrupted.into()),
    };
    if arguments.linger > 0 {
        println!("lms is process {} at {}.", stage.lms.pid(), stage.lms_address);
        tokio::time::sleep(Duration::from_secs(arguments.linger)).await;
    }
    stage.clear().await;
    println!("\n{} s in all.", began.elapsed().as_secs());
    if measured.is_ok() {
        std::fs::remove_dir_all(&folder)?;
    } else {
        println!("What the servers said is in {}.", folder.display());
    }
    measured
}

async fn measure(stage: &Stage, arguments: &Arguments) -> io::Result<()> {
    let quick = arguments.quick;
    // Memory first: what was taken once is not always given back.
    if arguments.wants(Section::Memory) {
        sections::memory(stage, quick).await?;
    }
    if arguments.wants(Section::Streams) {
        sections::streams(stage, quick).await?;
    }
    if arguments.wants(Section::Tools) {
        sections::tools(stage, quick).await?;
    }
    if arguments.wants(Section::Ceiling) {
        sections::ceiling(stage, quick).await?;
    }
    if arguments.wants(Section::Queries) || arguments.wants(Section::Growth) {
        let grows = !quick && arguments.wants(Section::Growth);
        sections::queries(stage, grows).await?;
    }
    Ok(())
}

fn pin_ourselves(core: usize) {
    let pid = std::process::id().to_string();
    let _ = std::process::Command::new("taskset")
        .args(["-cp", &core.to_string(), &pid])
        .stdout(std::process::Stdio::null())
        .status();
}

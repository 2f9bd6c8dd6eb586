//! The tables, one after the other.

use std::io;

use chatbot_load::stage::{Stage, students};

use crate::figures::Table;
use crate::growth;
use crate::queries;
use crate::streams::{Outcome, Shape, Target, run};

/// What a first delta may take while a size holds, in milliseconds, for one in twenty.
const HOLDS_FIRST: f64 = 100.0;

fn targets(stage: &Stage) -> Vec<Target> {
    let peer = stage.peer.as_ref().map(|_| Target::Peer);
    [Some(Target::Floor), Some(Target::Ours), peer].into_iter().flatten().collect()
}

#[expect(clippy::cast_precision_loss, reason = "bytes of memory")]
fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / 1024.0 / 1024.0
}

/// Memory: idle, and per open stream.
pub async fn memory(stage: &Stage, quick: bool) -> io::Result<()> {
    let mut table = Table::new("Memory", &["server", "idle", "streams", "peak", "KiB per open stream"]);
    for target in targets(stage).into_iter().filter(|target| *target != Target::Floor) {
        let idle = target.process(stage).memory();
        let sizes: &[usize] = match (target, quick) {
            (Target::Peer, _) => &[100, 500],
            (_, true) => &[100, 500, 1_000],
            (_, false) => &[100, 500, 1_000, 2_000],
        };
        // What the first turns need once is not the streams'.
        let few = students(stage, 10).await?;
        run(stage, target, Shape::of(10, 50, 1), &few).await?;
        let warm = target.process(stage).memory();
        for &streams in sizes {
            let students = students(stage, streams).await?;
            let outcome = run(stage, target, Shape::of(streams, 200, 1), &students).await?;
            #[expect(clippy::cast_precision_loss, reason = "bytes of memory")]
            let per_stream = outcome.peak_memory.saturating_sub(warm) as f64 / 1024.0 / streams as f64;
            table.row(&[
                target.name().to_owned(),
                format!("{:.1} MiB", mebibytes(idle)),
                streams.to_string(),
                format!("{:.1} MiB", mebibytes(outcome.peak_memory)),
                format!("{per_stream:.0}{}", incomplete(&outcome)),
            ]);
        }
    }
    table.print();
    Ok(())
}

/// CPU per delta and the first delta, for plain answers.
pub async fn streams(stage: &Stage, quick: bool) -> io::Result<()> {
    let columns = [
        "streams",
        "tokens",
        "server",
        "µs per delta",
        "deltas/s",
        "first p50",
        "p95",
        "late p95",
        "over floor p50",
        "p95",
    ];
    let mut table = Table::new("Streams of 50 tokens/s, plain answers", &columns);
    let all: &[(usize, usize)] = &[(50, 100), (200, 100), (200, 300), (1_000, 300)];
    let sizes = if quick { &all[..3] } else { all };
    for &(streams, tokens) in sizes {
        let shape = Shape::of(streams, tokens, if tokens > 100 { 2 } else { 4 });
        compare(stage, &mut table, shape, streams <= 200).await?;
    }
    table.print();
    Ok(())
}

/// The same when each turn searches the course and cites.
pub async fn tools(stage: &Stage, quick: bool) -> io::Result<()> {
    let columns = [
        "streams",
        "tokens",
        "server",
        "µs per delta",
        "deltas/s",
        "first p50",
        "p95",
        "late p95",
        "citations",
    ];
    let mut table = Table::new("Streams of 50 tokens/s that search and cite", &columns);
    let sizes: &[usize] = if quick { &[50] } else { &[50, 200] };
    for &streams in sizes {
        let shape = Shape { tool: true, ..Shape::of(streams, 300, 2) };
        let students = students(stage, streams).await?;
        let outcome = run(stage, Target::Ours, shape, &students).await?;
        let citations: usize = outcome.seen.iter().map(|seen| seen.citations).sum();
        let mut cells = cells(&shape, Target::Ours, &outcome);
        cells.push((citations / outcome.seen.len().max(1)).to_string());
        table.row(&cells);
    }
    table.print();
    Ok(())
}

async fn compare(stage: &Stage, table: &mut Table, shape: Shape, with_peer: bool) -> io::Result<()> {
    let mut floor = (0.0, 0.0);
    for target in targets(stage) {
        if target == Target::Peer && !with_peer {
            continue;
        }
        let students = students(stage, shape.streams).await?;
        let outcome = run(stage, target, shape, &students).await?;
        let first = (outcome.first(0.5), outcome.first(0.95));
        if target == Target::Floor {
            floor = first;
        }
        let mut cells = cells(&shape, target, &outcome);
        cells.extend([format!("{:+.1} ms", first.0 - floor.0), format!("{:+.1} ms", first.1 - floor.1)]);
        table.row(&cells);
    }
    Ok(())
}

fn cells(shape: &Shape, target: Target, outcome: &Outcome) -> Vec<String> {
    vec![
        shape.streams.to_string(),
        shape.tokens.to_string(),
        format!("{}{}", target.name(), incomplete(outcome)),
        format!("{:.1}", outcome.micros_per_delta()),
        format!("{:.0}", outcome.deltas_per_second()),
        format!("{:.1} ms", outcome.first(0.5)),
        format!("{:.1} ms", outcome.first(0.95)),
        format!("{:.0} ms", outcome.late(shape, 0.95)),
    ]
}

fn incomplete(outcome: &Outcome) -> String {
    if outcome.whole() { String::new() } else { format!(" ({} incomplete)", outcome.failed) }
}

/// The most streams that one core bears.
pub async fn ceiling(stage: &Stage, quick: bool) -> io::Result<()> {
    let columns = ["server", "streams", "deltas/s", "µs per delta", "first p95", "holds"];
    let mut table =
        Table::new("The most streams of 50 tokens/s on one core, first delta p95 under 100 ms", &columns);
    for target in targets(stage).into_iter().filter(|target| *target != Target::Floor) {
        let (mut low, mut high, finest): (usize, usize, usize) = match target {
            Target::Peer => (0, 100, 12),
            _ if quick => (0, 1_600, 400),
            _ => (0, 2_000, 125),
        };
        while high - low > finest {
            let streams = low.midpoint(high);
            let students = students(stage, streams).await?;
            let outcome = run(stage, target, Shape::of(streams, 300, 1), &students).await?;
            let first = outcome.first(0.95);
            let holds = outcome.whole() && first < HOLDS_FIRST;
            table.row(&[
                target.name().to_owned(),
                streams.to_string(),
                format!("{:.0}", outcome.deltas_per_second()),
                format!("{:.1}", outcome.micros_per_delta()),
                format!("{first:.1} ms"),
                holds.to_string(),
            ]);
            if holds { low = streams } else { high = streams }
        }
    }
    table.print();
    Ok(())
}

/// Statements per turn, in a new database and in a grown one.
pub async fn queries(stage: &Stage, grows: bool) -> io::Result<()> {
    let columns = ["database", "turn", "statements per turn", "first p50", "p95"];
    let mut table = Table::new("Statements per turn, one stream", &columns);
    let student = students(stage, 1).await?.remove(0);
    queries_row(stage, &mut table, &student, "new").await?;
    eprintln!("{}", listed(stage).await?);
    if grows {
        growth::one_long_conversation(stage, &student).await?;
        queries_row(stage, &mut table, &student, "1,000 messages here").await?;
        growth::many_messages(stage, &student).await?;
        queries_row(stage, &mut table, &student, "… and 1,000,000 in all").await?;
        let another = students(stage, 1).await?.remove(0);
        queries_row(stage, &mut table, &another, "1,000,000, new conversation").await?;
    }
    table.print();
    Ok(())
}

async fn queries_row(
    stage: &Stage,
    table: &mut Table,
    student: &chatbot_load::stage::Student,
    database: &str,
) -> io::Result<()> {
    for tool in [false, true] {
        let (statements, outcome) = queries::per_turn(stage, student, tool).await?;
        table.row(&[
            database.to_owned(),
            if tool { "searches" } else { "plain" }.to_owned(),
            format!("{statements:.1}{}", incomplete(&outcome)),
            format!("{:.1} ms", outcome.first(0.5)),
            format!("{:.1} ms", outcome.first(0.95)),
        ]);
    }
    Ok(())
}

async fn listed(stage: &Stage) -> io::Result<String> {
    let lines = queries::list(stage).await?.into_iter();
    let lines = lines.map(|(calls, ran, planned, query)| {
        format!("{calls:>6} {ran:>8.1} ms, planned in {planned:>6.1} ms  {query}")
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

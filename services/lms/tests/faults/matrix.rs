//! Every fault at every point.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::cell::{self, Outcome};
use crate::faults::{FAULTS, Fault};
use crate::home::Home;
use crate::points::{POINTS, Point};

/// So many cells at a time: most of them wait most of the time.
const AT_A_TIME: usize = 8;

/// The cells that every run tries: each point and each fault, and what has gone wrong before.
const SAMPLE: &[(Point, Fault)] = &[
    (Point::BeforeTheFirstRow, Fault::DatabaseCut),
    (Point::BeforeTheFinalCommit, Fault::DatabaseCut),
    (Point::BetweenCalls, Fault::DatabaseCut),
    (Point::AfterAToolBeforeItsRow, Fault::DatabaseCut),
    (Point::AfterTheMessage, Fault::Terminated),
    (Point::BeforeTheFirstDelta, Fault::Frozen),
    (Point::AfterAToolBeforeItsRow, Fault::Frozen),
    (Point::InATool, Fault::Stopped),
    (Point::AfterAToolBeforeItsRow, Fault::Stopped),
    (Point::BeforeTheFirstDelta, Fault::ModelCut),
    (Point::BetweenCalls, Fault::ModelSilent),
];

/// `FAULTS=all` tries all that can happen, `FAULTS=InText:Killed` that one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_happens_wherever_what_was_promised_holds() {
    let cells = match std::env::var("FAULTS").as_deref() {
        Ok("all") => every(),
        Ok(named) => named_in(named),
        Err(_) => sample(),
    };
    let outcomes = run(&cells).await;
    println!("{}", table(&outcomes));
    for outcome in &outcomes {
        let expected = expected(outcome.point, outcome.fault);
        assert!(expected.contains(&outcome.state.as_str()), "{outcome:?}, and not {expected:?}");
    }
}

/// All of them; those that wait longest come first.
fn every() -> Vec<(Point, Fault)> {
    let all = FAULTS.iter().rev().flat_map(|fault| POINTS.map(|point| (point, *fault)));
    all.filter(|(point, fault)| fault.cannot_happen_at(*point).is_none()).collect()
}

/// Death wherever it may come, whatever may come in the middle of a text, and some more.
fn sample() -> Vec<(Point, Fault)> {
    let is_of_it =
        |cell: &(Point, Fault)| cell.0 == Point::InText || cell.1 == Fault::Killed || SAMPLE.contains(cell);
    every().into_iter().filter(is_of_it).collect()
}

fn named_in(names: &str) -> Vec<(Point, Fault)> {
    let names: Vec<&str> = names.split(',').collect();
    every()
        .into_iter()
        .filter(|(point, fault)| names.contains(&format!("{point:?}:{fault:?}").as_str()))
        .collect()
}

async fn run(cells: &[(Point, Fault)]) -> Vec<Outcome> {
    let started = Instant::now();
    let home = Arc::new(Home::new(1).await);
    let places = Arc::new(Semaphore::new(AT_A_TIME));
    let mut running = JoinSet::new();
    for (point, fault) in cells.iter().copied() {
        let (home, places) = (Arc::clone(&home), Arc::clone(&places));
        running.spawn(async move {
            let _place = places.acquire().await.unwrap();
            cell::run(&home, point, fault).await
        });
    }
    let (mut outcomes, mut failures) = (Vec::new(), Vec::new());
    while let Some(ended) = running.join_next().await {
        match ended {
            Ok(outcome) => outcomes.push(outcome),
            Err(error) => failures.push(error.into_panic()),
        }
    }
    if let Some(home) = Arc::into_inner(home) {
        home.close().await;
    }
    let (held, seconds) = (outcomes.len(), started.elapsed().as_secs_f64());
    println!("{held} of {} cells held, in {seconds:.0} s", cells.len());
    if !failures.is_empty() {
        println!("{}", table(&outcomes));
        let sentences = failures.iter().map(|failure| {
            let text = failure.downcast_ref::<String>().cloned();
            text.or_else(|| failure.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
        });
        panic!("{} cells failed:\n{}", failures.len(), sentences.collect::<Vec<_>>().join("\n---\n"));
    }
    outcomes
}

/// How a turn may have ended.
const fn expected(point: Point, fault: Fault) -> &'static [&'static str] {
    match (fault, point) {
        // What was shown stays, and the turn ends honestly.
        (Fault::Killed | Fault::Frozen, Point::InText | Point::BeforeTheFinalCommit)
        | (Fault::Terminated, Point::InText) => &["interrupted"],
        (Fault::DatabaseCut, Point::BeforeTheFirstRow | Point::BeforeTheFirstDelta | Point::InText) => {
            &["finished"]
        }
        (Fault::DatabaseCut, _) => &["finished", "failed (storage_unavailable)"],
        // What is being written to the end is not given up half-way, and what is not there yet cannot be stopped.
        (Fault::Stopped, Point::BeforeTheFirstRow | Point::BeforeTheFinalCommit) => &["finished"],
        (Fault::Stopped, _) => &["stopped"],
        (Fault::ModelCut | Fault::ModelSilent, Point::InText) => &["failed (model_interrupted)"],
        (Fault::ModelSilent, _) => &["failed (time_limit_reached)"],
        (Fault::Killed | Fault::Terminated | Fault::Frozen | Fault::ClientGone | Fault::ModelCut, _) => {
            &["finished"]
        }
    }
}

/// Point by fault: the end state, and how long it took; why there is none, or that it was not tried.
fn table(outcomes: &[Outcome]) -> String {
    let mut lines =
        vec![format!("{:24}", "") + &FAULTS.map(|fault| format!("{:>34}", format!("{fault:?}"))).concat()];
    for point in POINTS {
        let cells = FAULTS.map(|fault| {
            let of = outcomes.iter().find(|outcome| outcome.point == point && outcome.fault == fault);
            let text = of.map(|outcome| format!("{} {}", outcome.state, seconds(outcome.took)));
            let none = || fault.cannot_happen_at(point).unwrap_or("-").to_owned();
            format!("{:>34}", text.unwrap_or_else(none))
        });
        lines.push(format!("{:24}", format!("{point:?}")) + &cells.concat());
    }
    lines.join("\n")
}

fn seconds(took: Duration) -> String {
    format!("{:.1} s", took.as_secs_f64())
}

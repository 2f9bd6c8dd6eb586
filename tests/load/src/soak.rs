//! Thousands of turns of all kinds against a real server: afterwards nothing may be left open, and memory may
//! not have grown. The same seed does the same things in the same order per student.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

use crate::client::{Client, Connection, Seen};
use crate::model_server::Counts;
use crate::stage::{Stage, Student, students};

/// Students at a time.
const AT_ONCE: usize = 12;
/// Turns of a conversation.
const TURNS_EACH: usize = 20;
/// From so many turns on it is said whether memory is flat.
const ENOUGH_FOR_MEMORY: usize = 2_000;
/// How much memory may have grown since the first fifth of the turns: a tenth, and this.
const SLACK: u64 = 8 * 1024 * 1024;

/// What a student does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Ask,
    Search,
    Stop,
    Leave,
    Regenerate,
}

impl Act {
    fn any(random: &mut StdRng) -> Self {
        match random.random_range(0..10) {
            0..4 => Self::Ask,
            4..6 => Self::Search,
            6 => Self::Stop,
            7 => Self::Leave,
            _ => Self::Regenerate,
        }
    }
}

/// How things stood at some point.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub turns: usize,
    pub memory: u64,
    pub connections: i64,
    pub counts: Counts,
}

impl fmt::Display for Sample {
    #[expect(clippy::cast_precision_loss, reason = "bytes of memory")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { open_sockets, open_streams, requests, gone_early, .. } = self.counts;
        write!(
            f,
            "{:>6} turns: {:>6.1} MiB, {:>2} connections to Postgres, {open_sockets:>3} sockets to the model, \
             {open_streams:>2} replies open, {requests} requests, {gone_early} of them cancelled",
            self.turns,
            self.memory as f64 / 1024.0 / 1024.0,
            self.connections
        )
    }
}

/// What came of it.
#[derive(Debug)]
pub struct Report {
    pub samples: Vec<Sample>,
    /// What is not as it should be, a sentence each.
    pub faults: Vec<String>,
}

/// Has so many turns.
pub async fn soak(stage: &Stage, turns: usize, seed: u64) -> io::Result<Report> {
    let students = students(stage, turns.div_ceil(TURNS_EACH)).await?;
    let done = Arc::new(AtomicUsize::new(0));
    let mut waiting = students.into_iter().zip(seed..);
    let mut running = tokio::task::JoinSet::new();
    let mut faults = Vec::new();
    let mut samples = vec![sample(stage, 0).await?];
    let mut next_sample = turns / 10;
    loop {
        while running.len() < AT_ONCE
            && let Some((student, seed)) = waiting.next()
        {
            let (address, done) = (stage.lms_address, Arc::clone(&done));
            running.spawn(async move { study(address, &student, seed, &done).await });
        }
        let Some(studied) = running.join_next().await else { break };
        faults.extend(studied.map_err(io::Error::other)?.err());
        if done.load(Relaxed) >= next_sample {
            samples.push(sample(stage, done.load(Relaxed)).await?);
            eprintln!("{}", samples[samples.len() - 1]);
            next_sample += turns / 10;
        }
    }
    // Turns whose readers are gone go on to their end.
    let patience = tokio::time::Instant::now() + Duration::from_secs(30);
    while sample(stage, turns).await?.counts.open_streams > 0 && tokio::time::Instant::now() < patience {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    samples.push(sample(stage, done.load(Relaxed)).await?);
    faults.extend(faults_of(&samples, &left_open(stage).await?));
    Ok(Report { samples, faults })
}

/// The turns of one student.
async fn study(
    address: std::net::SocketAddr,
    student: &Student,
    dice: u64,
    done: &AtomicUsize,
) -> Result<(), String> {
    let mut random = StdRng::seed_from_u64(dice);
    let mut client = open(address, student).await?;
    let mut has_answer = false;
    for turn in 0..TURNS_EACH {
        let act = match Act::any(&mut random) {
            Act::Regenerate if !has_answer => Act::Ask,
            act => act,
        };
        let id = format!("q{turn}");
        let seen = match act {
            Act::Leave => {
                let leaving = open(address, student).await?;
                leaving.ask_and_leave(&student.conversation, &id, &slow(), 3).await
            }
            Act::Stop => stop(address, student, &mut client, &id).await,
            Act::Search => client.ask(&student.conversation, &id, &searching(&mut random)).await,
            Act::Regenerate => client.regenerate(&student.conversation).await,
            Act::Ask => client.ask(&student.conversation, &id, &plain(&mut random)).await,
        };
        let seen = seen.map_err(|error| format!("{act:?}: {error}"))?;
        let whole = seen.complete || matches!(act, Act::Stop | Act::Leave | Act::Regenerate);
        if seen.status != 200 || !whole {
            return Err(format!("{act:?} of turn {turn} (seed {dice}): {} {}", seen.status, seen.tail));
        }
        has_answer = true;
        done.fetch_add(1, Relaxed);
    }
    Ok(())
}

async fn open(address: std::net::SocketAddr, student: &Student) -> Result<Client, String> {
    Client::with_token(address, student.token.clone()).await.map_err(|error| error.to_string())
}

/// Asks, and stops the answer from another connection once it has begun.
async fn stop(
    address: std::net::SocketAddr,
    student: &Student,
    client: &mut Client,
    id: &str,
) -> io::Result<Seen> {
    let mut stopping = Client::with_token(address, student.token.clone()).await?;
    let text = slow();
    let asking = client.ask(&student.conversation, id, &text);
    let stopped = async {
        tokio::time::sleep(Duration::from_millis(40)).await;
        stopping.stop(&student.conversation).await
    };
    let (seen, stopped) = tokio::join!(asking, stopped);
    stopped.and(seen)
}

fn question(plan: &Value) -> String {
    format!("What is a primary key? #model {plan}")
}

fn plain(random: &mut StdRng) -> String {
    question(&json!({ "tokens": random.random_range(1..60), "rate": 2_000 }))
}

fn searching(random: &mut StdRng) -> String {
    let call = json!({ "name": "course_material_search", "arguments": { "query": "primary key" } });
    question(&json!({ "tokens": random.random_range(20..80), "rate": 2_000, "calls": [call] }))
}

/// An answer of a third of a second.
fn slow() -> String {
    question(&json!({ "tokens": 60, "rate": 200 }))
}

async fn sample(stage: &Stage, turns: usize) -> io::Result<Sample> {
    let mut connection = Connection::open(stage.model_address).await?;
    let (_, counts) = connection.call("GET", "/stats", None, "").await?;
    let mut counts: Counts = serde_json::from_value(counts).map_err(io::Error::other)?;
    // Ours is none of the server's.
    counts.open_sockets -= 1;
    let used = "select count(*) from pg_stat_activity
                where datname = current_database() and pid <> pg_backend_pid()";
    let connections = sqlx::query_scalar(used).fetch_one(&stage.database).await.map_err(io::Error::other)?;
    Ok(Sample { turns, memory: stage.lms.memory(), connections, counts })
}

/// What is still open in the database.
async fn left_open(stage: &Stage) -> io::Result<Vec<(String, i64)>> {
    let open = "select 'turns', count(*) from chatbot.turns where ended_at is null
                union all
                select 'rounds', count(*) from chatbot.rounds where state = 'streaming'
                union all
                select 'calls', count(*) from chatbot.tool_calls where status in ('pending', 'running')";
    sqlx::query_as(open).fetch_all(&stage.database).await.map_err(io::Error::other)
}

fn faults_of(samples: &[Sample], left: &[(String, i64)]) -> Vec<String> {
    let mut faults = Vec::new();
    let last = samples[samples.len() - 1];
    let Counts { invalid, open_streams, open_sockets, .. } = last.counts;
    for (count, what) in [(invalid, "invalid requests"), (open_streams as u64, "replies that are still read")]
    {
        if count > 0 {
            faults.push(format!("{count} {what}"));
        }
    }
    let open = left.iter().filter(|(_, count)| *count > 0);
    faults.extend(open.map(|(what, count)| format!("{count} {what} are open in the database")));
    // Idle connections wait to be used again; there are never more than were once in use.
    if open_sockets > 2 * AT_ONCE {
        faults.push(format!("{open_sockets} sockets to the model"));
    }
    if last.connections > 30 {
        faults.push(format!("{} connections to Postgres", last.connections));
    }
    let early = samples.iter().find(|sample| sample.turns >= last.turns / 5);
    let early = early.map_or(last.memory, |sample| sample.memory);
    if last.turns >= ENOUGH_FOR_MEMORY && last.memory > early + early / 10 + SLACK {
        faults.push(format!("memory grew from {early} to {} bytes", last.memory));
    }
    faults
}

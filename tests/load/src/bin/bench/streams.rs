//! Many streams at once.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use chatbot_load::client::{Connection, Seen, Wire, message, read};
use chatbot_load::model_server::Counts;
use chatbot_load::stage::{Process, Stage, Student};
use serde_json::{Value, json};

use crate::figures::percentile;

/// Who is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Floor,
    Ours,
    Peer,
}

/// How many streams, and what they carry.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub streams: usize,
    /// Pieces of text per answer, and a second.
    pub tokens: usize,
    pub rate: f64,
    /// Answers that each stream has, one after the other.
    pub turns: usize,
    /// Whether each turn searches first and cites what it found.
    pub tool: bool,
}

impl Shape {
    pub const fn of(streams: usize, tokens: usize, turns: usize) -> Self {
        Self { streams, tokens, rate: 50.0, turns, tool: false }
    }

    fn question(&self) -> String {
        let mut plan = json!({ "tokens": self.tokens, "rate": self.rate });
        if self.tool {
            plan["calls"] =
                json!([{ "name": "course_material_search", "arguments": { "query": "primary key" } }]);
        }
        format!("What is a primary key? #model {plan}")
    }

    /// How long an answer takes at the model's pace.
    #[expect(clippy::cast_precision_loss, reason = "a few hundred")]
    pub fn answer(&self) -> Duration {
        Duration::from_secs_f64(self.tokens as f64 / self.rate)
    }
}

/// What came of it.
pub struct Outcome {
    pub seen: Vec<Seen>,
    pub failed: usize,
    pub deltas: u64,
    pub wall: Duration,
    pub cpu: Duration,
    pub peak_memory: u64,
}

impl Outcome {
    fn firsts(&self) -> Vec<Duration> {
        self.seen.iter().filter_map(|seen| seen.first).collect()
    }

    /// When the first text comes, in milliseconds.
    pub fn first(&self, part: f64) -> f64 {
        percentile(&self.firsts(), part)
    }

    /// How much longer than the model's own time an answer takes, in milliseconds.
    pub fn late(&self, shape: &Shape, part: f64) -> f64 {
        let late: Vec<_> = self.seen.iter().map(|seen| seen.whole.saturating_sub(shape.answer())).collect();
        percentile(&late, part)
    }

    #[expect(clippy::cast_precision_loss, reason = "fewer than 2^52")]
    pub fn micros_per_delta(&self) -> f64 {
        self.cpu.as_secs_f64() * 1e6 / self.deltas as f64
    }

    #[expect(clippy::cast_precision_loss, reason = "fewer than 2^52")]
    pub fn deltas_per_second(&self) -> f64 {
        self.deltas as f64 / self.wall.as_secs_f64()
    }

    pub fn whole(&self) -> bool {
        self.failed == 0
    }
}

impl Target {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Floor => "model alone",
            Self::Ours => "ours",
            Self::Peer => "AI SDK",
        }
    }

    pub fn process(self, stage: &Stage) -> &Process {
        match self {
            Self::Floor => &stage.model,
            Self::Ours => &stage.lms,
            Self::Peer => &stage.peer.as_ref().expect("the comparison server runs").0,
        }
    }

    fn address(self, stage: &Stage) -> SocketAddr {
        match self {
            Self::Floor => stage.model_address,
            Self::Ours => stage.lms_address,
            Self::Peer => stage.peer.as_ref().expect("the comparison server runs").1,
        }
    }

    const fn route(self) -> (&'static str, Wire) {
        match self {
            Self::Floor => ("/v1/chat/completions", Wire::ChatCompletions),
            Self::Ours => ("/api/chatbot/v1/chat", Wire::UiMessages),
            Self::Peer => ("/", Wire::UiMessages),
        }
    }

    fn body(self, student: &Student, id: &str, question: &str) -> Value {
        match self {
            Self::Floor => json!({ "model": "fake", "stream": true,
                "messages": [{ "role": "user", "content": question }] }),
            Self::Ours | Self::Peer => {
                json!({ "id": student.conversation, "message": message(id, question) })
            }
        }
    }
}

/// Has so many streams at once: they begin one after the other, spread over the time of an answer, so that
/// at any moment some begin and some end.
pub async fn run(stage: &Stage, target: Target, shape: Shape, students: &[Student]) -> io::Result<Outcome> {
    assert!(students.len() >= shape.streams, "a student per stream");
    let before = model_counts(stage).await?;
    let (cpu, began) = (target.process(stage).cpu(), Instant::now());
    let streams = u32::try_from(shape.streams).unwrap_or(u32::MAX);
    let running: Vec<_> = students[..shape.streams]
        .iter()
        .zip(0u32..)
        .map(|(student, number)| {
            let (student, address) = (student.clone(), target.address(stage));
            let start = shape.answer() * number / streams;
            tokio::spawn(async move {
                tokio::time::sleep(start).await;
                one_stream(target, address, shape, &student).await
            })
        })
        .collect();
    let mut peak_memory = 0;
    let watching = async {
        loop {
            peak_memory = peak_memory.max(target.process(stage).memory());
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let collecting = async {
        let (mut seen, mut failed) = (Vec::new(), 0);
        for stream in running {
            let (answers, faults) = stream.await.map_err(io::Error::other)?;
            failed += faults.len();
            faults.iter().take(1).for_each(|fault| eprintln!("    {fault}"));
            seen.extend(answers);
        }
        Ok::<_, io::Error>((seen, failed))
    };
    let (seen, failed) = tokio::select! {
        collected = collecting => collected?,
        () = watching => unreachable!("it watches for ever"),
    };
    let (wall, cpu) = (began.elapsed(), target.process(stage).cpu().saturating_sub(cpu));
    let after = model_counts(stage).await?;
    if after.invalid > before.invalid {
        return Err(io::Error::other("the model was sent an invalid request"));
    }
    Ok(Outcome { seen, failed, deltas: after.deltas - before.deltas, wall, cpu, peak_memory })
}

/// The answers of one stream, and what went wrong.
async fn one_stream(
    target: Target,
    address: SocketAddr,
    shape: Shape,
    student: &Student,
) -> (Vec<Seen>, Vec<String>) {
    let (mut answers, mut faults) = (Vec::new(), Vec::new());
    let question = shape.question();
    let (path, wire) = target.route();
    let mut connection = match Connection::open(address).await {
        Ok(connection) => connection,
        Err(error) => return (answers, vec![error.to_string()]),
    };
    for _ in 0..shape.turns {
        let id = uuid::Uuid::now_v7().to_string();
        let body = target.body(student, &id, &question);
        match read(&mut connection, path, Some(&student.token), &body, wire, usize::MAX).await {
            Ok(seen) if seen.complete => answers.push(seen),
            Ok(seen) => faults.push(format!("{}: {}", seen.status, seen.tail)),
            Err(error) => {
                faults.push(error.to_string());
                break;
            }
        }
    }
    (answers, faults)
}

pub async fn model_counts(stage: &Stage) -> io::Result<Counts> {
    let mut connection = Connection::open(stage.model_address).await?;
    let (_, counts) = connection.call("GET", "/stats", None, "").await?;
    serde_json::from_value(counts).map_err(io::Error::other)
}

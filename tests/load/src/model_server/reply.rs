//! Gives a reply at its pace.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::time::{Instant, sleep_until};

use super::answer;
use super::connection::Client;
use super::message::Asked;
use super::plan::{Fault, Plan};
use super::state::State;
use super::wire::{self, Piece};

/// How much is written at once when nothing has to wait.
const AT_ONCE: usize = 16 * 1024;

/// How a reply ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Ending {
    /// The next request may come on this connection.
    Whole,
    /// The connection is to be closed.
    Cut,
    /// The client closed it.
    Gone,
}

/// A reply, written down before it begins.
struct Script {
    pieces: Vec<Piece>,
    end: Vec<u8>,
}

impl Script {
    fn of(plan: &Plan, asked: &Asked, number: u64) -> Self {
        let calls =
            plan.calls.iter().filter(|_| asked.rounds < plan.rounds && !asked.tools_offered.is_empty());
        let calls: Vec<Vec<u8>> = calls
            .enumerate()
            .map(|(index, call)| wire::call(index, &format!("call_{number}_{index}"), call))
            .collect();
        if calls.is_empty() {
            let pieces = answer::pieces(plan, asked);
            let end = wire::finish("stop", 100, pieces.len());
            return Self { pieces, end };
        }
        let mut end = calls.concat();
        end.extend(wire::finish("tool_calls", 100, 20));
        Self { pieces: wire::usual_words(plan.say), end }
    }
}

/// A reply on its way.
struct Giving<'a> {
    client: &'a mut Client,
    state: &'a Arc<State>,
    /// When the first piece is due, as the holds have moved it.
    began: Instant,
    unsent: Vec<u8>,
    unsent_pieces: u64,
}

pub async fn give(
    client: &mut Client,
    state: &Arc<State>,
    plan: &Plan,
    asked: &Asked,
    number: u64,
) -> io::Result<Ending> {
    let script = Script::of(plan, asked, number);
    let mut unsent = wire::HEAD.to_vec();
    unsent.extend(wire::role());
    let began = Instant::now() + Duration::from_millis(plan.first_delay_ms);
    let mut giving = Giving { client, state, began, unsent, unsent_pieces: 0 };
    for (at, piece) in script.pieces.iter().enumerate() {
        if let Some(ending) = giving.stop_at(at, plan).await? {
            return Ok(ending);
        }
        let due = giving.began + spent(at, plan.rate);
        if !giving.wait(sleep_until(due), || due <= Instant::now()).await? {
            return Ok(Ending::Gone);
        }
        giving.unsent.extend_from_slice(piece);
        giving.unsent_pieces += 1;
        if giving.unsent.len() > AT_ONCE {
            giving.flush().await?;
        }
    }
    if let Some(ending) = giving.stop_at(script.pieces.len(), plan).await? {
        return Ok(ending);
    }
    giving.unsent.extend_from_slice(&script.end);
    giving.flush().await?;
    Ok(Ending::Whole)
}

/// How long so many pieces take.
#[expect(clippy::cast_precision_loss, reason = "there are thousands of them, not more")]
fn spent(pieces: usize, rate: f64) -> Duration {
    if rate > 0.0 { Duration::from_secs_f64(pieces as f64 / rate) } else { Duration::ZERO }
}

impl Giving<'_> {
    /// Waits at the holds before a piece, and does the fault that is planned there.
    async fn stop_at(&mut self, at: usize, plan: &Plan) -> io::Result<Option<Ending>> {
        for hold in plan.hold.iter().filter(|hold| hold.after == at) {
            let gate = self.state.gate(&hold.gate);
            self.flush().await?;
            let held = self.state.hold_at(&gate);
            if !self.wait(gate.pass(), || false).await? {
                return Ok(Some(Ending::Gone));
            }
            drop(held);
            self.began = Instant::now().checked_sub(spent(at, plan.rate)).unwrap_or(self.began);
        }
        let ending = match &plan.fault {
            Some(Fault::Silent { after }) if *after == at => {
                self.wait(std::future::pending(), || false).await?;
                Ending::Gone
            }
            Some(Fault::Cut { after }) if *after == at => Ending::Cut,
            Some(Fault::Unfinished { after }) if *after == at => {
                self.unsent.extend_from_slice(wire::LAST_CHUNK);
                Ending::Whole
            }
            Some(Fault::Reported { after }) if *after == at => {
                self.unsent.extend(wire::reported());
                self.unsent.extend_from_slice(wire::LAST_CHUNK);
                Ending::Whole
            }
            _ => return Ok(None),
        };
        self.flush().await?;
        Ok(Some(ending))
    }

    /// Waits, unless it is over already; false when the client has gone meanwhile.
    async fn wait(&mut self, over: impl Future<Output = ()>, is_over: impl Fn() -> bool) -> io::Result<bool> {
        if is_over() {
            return Ok(true);
        }
        self.flush().await?;
        tokio::select! {
            biased;
            () = over => Ok(true),
            () = self.client.gone() => Ok(false),
        }
    }

    async fn flush(&mut self) -> io::Result<()> {
        if !self.unsent.is_empty() {
            self.client.stream.write_all(&self.unsent).await?;
            self.unsent.clear();
            self.state.told(std::mem::take(&mut self.unsent_pieces));
        }
        Ok(())
    }
}

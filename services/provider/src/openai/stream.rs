//! The body of a response becomes the events of the port.

use std::collections::VecDeque;
use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;
use chatbot_core::model::{ModelEvent, ModelFault, ModelStream};
use futures_util::StreamExt as _;
use futures_util::stream::BoxStream;
use reqwest::Response;
use serde_json::Value;
use tokio::time::{Instant, Sleep};

use super::reply::{Progress, Reply};
use super::sse::{SseEvent, SseReader};
use super::transport::chain;
use super::{fields, half_characters, overflow};

/// How long a complete reply is held for a count of tokens that may still come.
const TRAILER: Duration = Duration::from_secs(3);

/// For how long text that flows is gathered before it is told: people see twenty pieces a second flow, and each piece
/// costs a wake-up and a writing for everybody who reads it.
const GATHER: Duration = Duration::from_millis(50);

/// How much is gathered at most, in bytes: the rest stays with the server until this is used.
const AT_ONCE: usize = 4 * 1024;

/// How long silence is borne.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// When the first byte must be there.
    pub deadline: Instant,
    /// How long that was from the question.
    pub first_byte: Duration,
    /// The longest silence after it.
    pub idle: Duration,
}

/// Reads the response as it is asked for: the consumer's pace is the connection's pace, and dropping the
/// stream closes the connection.
pub fn read<R: Reply>(response: Response, patience: Patience) -> ModelStream {
    let mut reader = Reader {
        // Without the head, which would keep the connection's first buffer for the whole reply.
        body: response.bytes_stream().boxed(),
        patience,
        silence: Timer::default(),
        begun: false,
        ended: false,
        sse: SseReader::default(),
        events: VecDeque::new(),
    };
    async_stream::try_stream! {
        let (mut reply, mut flows, mut timer) = (R::default(), false, Timer::default());
        while let Some(chunk) = reader.next::<R>(reply.progress()).await? {
            let mut text = reply.take(chunk)?;
            if text.is_empty() {
                continue;
            }
            // The first words are waited for.
            let gathered = if std::mem::replace(&mut flows, true) {
                gather(&mut reader, &mut timer, &mut reply, &mut text).await
            } else {
                Ok(())
            };
            yield ModelEvent::Text(text);
            gathered?;
        }
        drop(reader);
        for event in reply.complete()? {
            yield event;
        }
    }
    .boxed()
}

/// Joins what comes within a short while to a piece of text; a fault is told after what came before it.
async fn gather<R: Reply>(
    reader: &mut Reader,
    timer: &mut Timer,
    reply: &mut R,
    text: &mut String,
) -> Result<(), ModelFault> {
    let mut over = std::pin::pin!(timer.until(Instant::now() + GATHER));
    while text.len() < AT_ONCE && reply.progress() == Progress::Open {
        let chunk = tokio::select! {
            biased;
            chunk = reader.next::<R>(Progress::Open) => chunk?,
            () = &mut over => break,
        };
        let Some(chunk) = chunk else { break };
        text.push_str(&reply.take(chunk)?);
    }
    Ok(())
}

/// One timer for a whole reply: moving it on costs less than another one for each piece.
#[derive(Default)]
struct Timer(Option<Pin<Box<Sleep>>>);

impl Timer {
    async fn until(&mut self, at: Instant) {
        let sleep = self.0.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(at)));
        sleep.as_mut().reset(at);
        sleep.as_mut().await;
    }
}

struct Reader {
    body: BoxStream<'static, reqwest::Result<Bytes>>,
    patience: Patience,
    silence: Timer,
    begun: bool,
    ended: bool,
    sse: SseReader,
    events: VecDeque<SseEvent>,
}

impl Reader {
    /// The next chunk, `None` at the end. Once the reply is finished only a count of tokens can follow,
    /// so that a silence or a cut is its end and no fault.
    async fn next<R: Reply>(&mut self, progress: Progress) -> Result<Option<R::Chunk>, ModelFault> {
        let finished = match progress {
            Progress::Open => false,
            Progress::Finished => true,
            Progress::Whole => return Ok(None),
        };
        loop {
            while let Some(event) = self.events.pop_front() {
                match read_event::<R>(&event)? {
                    Read::Chunk(chunk) => return Ok(Some(chunk)),
                    Read::Nothing => {}
                    Read::End => {
                        self.ended = true;
                        self.events.clear();
                    }
                }
            }
            if self.ended {
                return Ok(None);
            }
            match self.more(finished).await {
                Err(_) if finished => return Ok(None),
                read => read?,
            }
        }
    }

    /// Reads the next piece of the body.
    async fn more(&mut self, finished: bool) -> Result<(), ModelFault> {
        let Patience { deadline, first_byte, idle } = self.patience;
        let (deadline, silence) = match (self.begun, finished) {
            (false, _) => (deadline, first_byte),
            (true, false) => (Instant::now() + idle, idle),
            (true, true) => (Instant::now() + idle.min(TRAILER), idle.min(TRAILER)),
        };
        let piece = tokio::select! {
            biased;
            piece = self.body.next() => piece.transpose().map_err(|error| ModelFault::BrokeOff(chain(error)))?,
            () = self.silence.until(deadline) => return Err(ModelFault::Silent(silence)),
        };
        let Some(bytes) = piece else {
            self.ended = true;
            self.events.extend(self.sse.finish());
            return Ok(());
        };
        self.begun = true;
        let read = self.sse.push(&bytes, &mut self.events);
        read.map_err(|_| ModelFault::BrokeOff("an event is too long".into()))
    }
}

enum Read<C> {
    Chunk(C),
    Nothing,
    End,
}

fn read_event<R: Reply>(event: &SseEvent) -> Result<Read<R::Chunk>, ModelFault> {
    let data = event.data.trim();
    if data == "[DONE]" {
        return Ok(Read::End);
    }
    if data.is_empty() || event.name == "keepalive" {
        return Ok(Read::Nothing);
    }
    if let Some(chunk) = R::read_usual(event) {
        return Ok(Read::Chunk(chunk));
    }
    let value = serde_json::from_str::<Value>(data)
        .or_else(|_| serde_json::from_str(&half_characters::replaced(data)));
    if event.name == "error" {
        let text = value.ok().and_then(|value| fields::error_of(&value));
        return Err(overflow::reported(text.unwrap_or_else(|| fields::NO_WORDS.to_owned())));
    }
    // A part of the reply that cannot be read would be a hole in it.
    let value = value.map_err(|_| ModelFault::BrokeOff("an event is no JSON".into()))?;
    Ok(R::read(&event.name, &value).map_or(Read::Nothing, Read::Chunk))
}

//! The body of a response becomes the events of the port.

use std::collections::VecDeque;
use std::pin::Pin;
use std::time::Duration;

use chatbot_core::model::{ModelEvent, ModelFault, ModelStream};
use futures_util::StreamExt as _;
use reqwest::Response;
use serde_json::Value;
use tokio::time::{Instant, Sleep};

use super::chunk::Chunk;
use super::overflow;
use super::reply::Reply;
use super::sse::{SseEvent, SseReader};
use super::transport::chain;
use super::usual;

/// How long a complete reply is held for a count of tokens that may still come.
const TRAILER: Duration = Duration::from_secs(3);

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
pub fn read(response: Response, patience: Patience) -> ModelStream {
    let mut reader = Reader {
        response,
        patience,
        silence: None,
        begun: false,
        ended: false,
        sse: SseReader::default(),
        events: VecDeque::new(),
    };
    async_stream::try_stream! {
        let mut reply = Reply::default();
        while let Some(chunk) = reader.next(reply.is_finished()).await? {
            let text = reply.take(chunk)?;
            if !text.is_empty() {
                yield ModelEvent::Text(text);
            }
        }
        drop(reader);
        for event in reply.complete()? {
            yield event;
        }
    }
    .boxed()
}

struct Reader {
    response: Response,
    patience: Patience,
    silence: Option<Pin<Box<Sleep>>>,
    begun: bool,
    ended: bool,
    sse: SseReader,
    events: VecDeque<SseEvent>,
}

impl Reader {
    /// The next chunk, `None` at the end. Once the reply is finished only a count of tokens can follow,
    /// so that a silence or a cut is its end and no fault.
    async fn next(&mut self, finished: bool) -> Result<Option<Chunk>, ModelFault> {
        loop {
            while let Some(event) = self.events.pop_front() {
                match read_event(&event)? {
                    Read::Chunk(chunk) => return Ok(Some(chunk)),
                    Read::Nothing => {}
                    Read::End => return Ok(None),
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
        // One timer for the whole reply: moving it on costs less than another one for each piece.
        let timer = self.silence.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(deadline)));
        timer.as_mut().reset(deadline);
        let piece = tokio::select! {
            biased;
            piece = self.response.chunk() => piece.map_err(|error| ModelFault::BrokeOff(chain(error)))?,
            () = timer => return Err(ModelFault::Silent(silence)),
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

enum Read {
    Chunk(Chunk),
    Nothing,
    End,
}

fn read_event(event: &SseEvent) -> Result<Read, ModelFault> {
    let data = event.data.trim();
    if data == "[DONE]" {
        return Ok(Read::End);
    }
    if data.is_empty() || event.name == "keepalive" {
        return Ok(Read::Nothing);
    }
    if event.name.is_empty()
        && let Some(chunk) = usual::read(data)
    {
        return Ok(Read::Chunk(chunk));
    }
    let value = serde_json::from_str::<Value>(data);
    if event.name == "error" {
        let text = value.ok().and_then(|value| Chunk::read(&value)).and_then(|chunk| chunk.error);
        return Err(overflow::reported(text.unwrap_or_else(|| "no further words".into())));
    }
    // A part of the reply that cannot be read would be a hole in it.
    let value = value.map_err(|_| ModelFault::BrokeOff("an event is no JSON".into()))?;
    Ok(Chunk::read(&value).map_or(Read::Nothing, Read::Chunk))
}

//! Chunks become a reply.

use chatbot_core::model::{Finish, ModelCall, ModelEvent, ModelFault};
use chatbot_protocol::data_part::Usage;
use serde_json::Value;

use super::chunk::{CallPiece, Chunk};
use super::usual;
use crate::openai::fields::finish_of;
use crate::openai::overflow;
use crate::openai::reply::{Progress, Reply, check_held};
use crate::openai::sse::SseEvent;

/// A reply as far as it came.
#[derive(Debug, Default)]
pub struct ChatReply {
    calls: Vec<OpenCall>,
    held_bytes: usize,
    finish: Option<String>,
    usage: Option<Usage>,
}

#[derive(Debug, Default)]
struct OpenCall {
    index: Option<u64>,
    id: String,
    name: String,
    arguments: String,
}

impl Reply for ChatReply {
    type Chunk = Chunk;

    fn read_usual(event: &SseEvent) -> Option<Chunk> {
        if event.name.is_empty() { usual::read(&event.data) } else { None }
    }

    fn read(_: &str, value: &Value) -> Option<Chunk> {
        Chunk::read(value)
    }

    fn take(&mut self, chunk: Chunk) -> Result<String, ModelFault> {
        if let Some(error) = chunk.error {
            return Err(overflow::reported(error));
        }
        if chunk.finish.as_deref() == Some("error") {
            return Err(ModelFault::ReportedInStream("the reply ended with an error".into()));
        }
        for (position, piece) in chunk.calls.into_iter().enumerate() {
            self.take_piece(position, piece)?;
        }
        self.finish = chunk.finish.or(self.finish.take());
        self.usage = chunk.usage.or(self.usage);
        Ok(chunk.text)
    }

    fn progress(&self) -> Progress {
        if self.finish.is_some() { Progress::Finished } else { Progress::Open }
    }

    fn complete(self) -> Result<Vec<ModelEvent>, ModelFault> {
        let Some(reason) = self.finish else {
            return Err(ModelFault::BrokeOff("the stream ended without a finish reason".into()));
        };
        let finish = finish_of(&reason);
        let mut events: Vec<_> = self
            .calls
            .into_iter()
            .enumerate()
            .filter(|(_, call)| finish == Finish::Done || !call.name.is_empty())
            .map(|(position, call)| ModelEvent::Call(call.close(position)))
            .collect();
        events.push(ModelEvent::Completed { finish, usage: self.usage });
        Ok(events)
    }
}

impl ChatReply {
    fn take_piece(&mut self, position: usize, piece: CallPiece) -> Result<(), ModelFault> {
        self.held_bytes += piece.arguments.len() + piece.name.len() + piece.id.len();
        let at = match self.find(position, &piece) {
            Some(at) => at,
            None if piece.is_empty() => return Ok(()),
            None => {
                self.calls.push(OpenCall { index: piece.index, ..OpenCall::default() });
                self.calls.len() - 1
            }
        };
        check_held(self.held_bytes, self.calls.len())?;
        self.calls[at].add(piece);
        Ok(())
    }

    /// The call that a piece belongs to; `None` for a new one. The index decides, then the id, then the
    /// place. Some servers give all calls of a reply the same index: another id together with a name
    /// then begins another call.
    fn find(&self, position: usize, piece: &CallPiece) -> Option<usize> {
        let last = self.calls.len().checked_sub(1);
        if piece.index.is_some() {
            let at = self.calls.iter().rposition(|call| call.index == piece.index)?;
            let call = &self.calls[at];
            let another = !piece.id.is_empty() && !call.id.is_empty() && piece.id != call.id;
            return (!another || piece.name.is_empty()).then_some(at);
        }
        if !piece.id.is_empty() {
            return self.calls.iter().rposition(|call| call.id == piece.id);
        }
        if !piece.name.is_empty() {
            return None;
        }
        self.calls.get(position).filter(|_| position > 0).and(Some(position)).or(last)
    }
}

impl CallPiece {
    fn is_empty(&self) -> bool {
        self.id.is_empty() && self.name.is_empty() && self.arguments.is_empty()
    }
}

impl OpenCall {
    /// The id is said once. A name may be repeated with every piece, or come in pieces.
    fn add(&mut self, piece: CallPiece) {
        if self.id.is_empty() {
            self.id = piece.id;
        }
        if self.name != piece.name {
            self.name.push_str(&piece.name);
        }
        self.arguments.push_str(&piece.arguments);
    }

    fn close(self, position: usize) -> ModelCall {
        let id = if self.id.is_empty() { format!("call_{position}") } else { self.id };
        ModelCall { id, name: self.name, arguments: self.arguments }
    }
}

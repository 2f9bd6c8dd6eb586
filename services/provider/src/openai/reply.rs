//! What the reader of a stream needs of a reply, by whichever API it comes.

use chatbot_core::model::{ModelEvent, ModelFault};
use serde_json::Value;

use super::sse::SseEvent;

/// How many bytes are held until a reply is complete.
const HELD_BYTES: usize = 4 * 1024 * 1024;
/// How many calls a reply may have.
const HELD_CALLS: usize = 256;

/// A reply as far as it came: text as it comes, calls when the reply is complete.
pub trait Reply: Default + Send + 'static {
    /// What one event says.
    type Chunk: Send;

    /// Reads the usual event, a piece of text and nothing else, without a tree of values: there are thousands a
    /// second. `None` for all others.
    fn read_usual(event: &SseEvent) -> Option<Self::Chunk>;

    /// Reads any event by its name and its data. `None` for one that says nothing of a reply.
    fn read(name: &str, value: &Value) -> Option<Self::Chunk>;

    /// Takes a chunk; gives its text.
    fn take(&mut self, chunk: Self::Chunk) -> Result<String, ModelFault>;

    /// How far it has come.
    fn progress(&self) -> Progress;

    /// The calls, then why the reply ended; a fault when it did not say so. Of a reply that was cut off calls may be
    /// half: none of them runs.
    fn complete(self) -> Result<Vec<ModelEvent>, ModelFault>;
}

/// How far a reply has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It has not said that it ended.
    Open,
    /// It has; only a count of tokens may still follow.
    Finished,
    /// It has, and nothing follows.
    Whole,
}

/// A fault, when more is held of a reply than a server in its right mind sends.
pub fn check_held(bytes: usize, calls: usize) -> Result<(), ModelFault> {
    if bytes > HELD_BYTES || calls > HELD_CALLS {
        return Err(ModelFault::BrokeOff("its calls are too large".into()));
    }
    Ok(())
}

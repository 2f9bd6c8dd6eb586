//! Events become a reply.

use chatbot_core::model::{Finish, ModelEvent, ModelFault};
use chatbot_protocol::data_part::Usage;
use serde_json::Value;

use super::call::OpenCalls;
use super::event::{End, Event};
use super::usual;
use crate::openai::overflow;
use crate::openai::reply::{Progress, Reply, check_held};
use crate::openai::sse::SseEvent;

/// What stands between two messages of one response: an announcement, say, and the answer.
const BETWEEN_MESSAGES: &str = "\n\n";

/// A response as far as it came.
#[derive(Debug, Default)]
pub struct ResponsesReply {
    calls: OpenCalls,
    text: Said,
    end: Option<(Finish, Option<Usage>)>,
}

impl Reply for ResponsesReply {
    type Chunk = Event;

    fn read_usual(event: &SseEvent) -> Option<Event> {
        usual::read(&event.data)
    }

    fn read(name: &str, value: &Value) -> Option<Event> {
        Event::read(name, value)
    }

    fn take(&mut self, event: Event) -> Result<String, ModelFault> {
        match event {
            Event::Text(text) => return Ok(self.text.say(text)),
            Event::MessageBegun => self.text.begin(),
            Event::Message(text) => self.text.keep(text),
            Event::CallBegun(copy) => self.calls.begin(copy),
            Event::Call(copy) => self.calls.finish(copy),
            Event::MoreArguments(place, more) => self.calls.add_arguments(&place, &more),
            Event::Arguments(place, arguments) => self.calls.set_arguments(&place, arguments),
            Event::End(End { finish, usage, messages, calls }) => {
                self.end = Some((finish, usage));
                self.calls.complete(calls);
                self.check_held()?;
                return Ok(self.text.end(messages));
            }
            Event::Failed(error) => return Err(overflow::reported(error)),
        }
        self.check_held()?;
        Ok(String::new())
    }

    /// What it cost comes with the end, and nothing after it.
    fn progress(&self) -> Progress {
        if self.end.is_some() { Progress::Whole } else { Progress::Open }
    }

    fn complete(self) -> Result<Vec<ModelEvent>, ModelFault> {
        let Some((finish, usage)) = self.end else {
            return Err(ModelFault::BrokeOff("the stream ended before the response was complete".into()));
        };
        let mut events: Vec<_> = self
            .calls
            .into_calls()
            .filter(|call| finish == Finish::Done || !call.name.is_empty())
            .map(ModelEvent::Call)
            .collect();
        events.push(ModelEvent::Completed { finish, usage });
        Ok(events)
    }
}

impl ResponsesReply {
    fn check_held(&self) -> Result<(), ModelFault> {
        check_held(self.calls.bytes() + self.text.bytes(), self.calls.count())
    }
}

/// The text. It is told in pieces and then, up to three times, as a whole; the wholes count only where no piece came.
#[derive(Debug, Default)]
struct Said {
    in_pieces: bool,
    another_message: bool,
    wholes: Vec<String>,
}

impl Said {
    fn begin(&mut self) {
        self.another_message = self.in_pieces;
    }

    fn say(&mut self, text: String) -> String {
        if text.is_empty() {
            return text;
        }
        self.in_pieces = true;
        self.wholes.clear();
        if std::mem::take(&mut self.another_message) { format!("{BETWEEN_MESSAGES}{text}") } else { text }
    }

    fn keep(&mut self, whole: String) {
        if !self.in_pieces && !whole.is_empty() && self.wholes.last() != Some(&whole) {
            self.wholes.push(whole);
        }
    }

    /// What of the text was not told yet.
    fn end(&mut self, messages: Vec<String>) -> String {
        if self.in_pieces {
            return String::new();
        }
        let messages: Vec<String> = messages.into_iter().filter(|text| !text.is_empty()).collect();
        let whole = if messages.is_empty() { std::mem::take(&mut self.wholes) } else { messages };
        whole.join(BETWEEN_MESSAGES)
    }

    fn bytes(&self) -> usize {
        self.wholes.iter().map(String::len).sum()
    }
}

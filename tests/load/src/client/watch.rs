//! What a stream is like to whoever reads it.

use std::time::Duration;

use serde::Deserialize;
use tokio::time::Instant;

/// Which events a server sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// The AI SDK's UI message stream.
    UiMessages,
    /// Chat Completions.
    ChatCompletions,
}

/// What was seen of a stream.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub status: u16,
    /// From the request to the first text.
    pub first: Option<Duration>,
    /// From the request to the end.
    pub whole: Duration,
    /// Events with text; a server may join what came close together.
    pub events: usize,
    pub characters: usize,
    /// The longest wait between two events with text.
    pub longest_gap: Duration,
    pub citations: usize,
    /// Whether the answer ended as it should.
    pub complete: bool,
    /// The id of the answer.
    pub message_id: Option<String>,
    /// The last words of a stream, or the body of an error.
    pub tail: String,
}

/// Reads events as they come.
pub struct Watch {
    wire: Wire,
    began: Instant,
    last: Option<Instant>,
    pending: Vec<u8>,
    finished: bool,
    pub seen: Seen,
}

#[derive(Deserialize)]
struct Text {
    delta: String,
}

#[derive(Deserialize)]
struct Start {
    #[serde(rename = "messageId")]
    message_id: Option<String>,
}

impl Watch {
    pub fn begin(wire: Wire) -> Self {
        Self {
            wire,
            began: Instant::now(),
            last: None,
            pending: Vec::new(),
            finished: false,
            seen: Seen::default(),
        }
    }

    /// Where the next bytes are to be put.
    pub fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.pending
    }

    /// Reads the whole events in the buffer.
    pub fn read(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        let mut rest = pending.as_slice();
        while let Some(end) = rest.windows(2).position(|pair| pair == b"\n\n") {
            self.event(&rest[..end]);
            rest = &rest[end + 2..];
        }
        self.pending = rest.to_vec();
    }

    pub fn end(mut self) -> Seen {
        self.seen.whole = self.began.elapsed();
        let tail = &self.pending[..self.pending.len().min(300)];
        if !tail.is_empty() {
            self.seen.tail = String::from_utf8_lossy(tail).into_owned();
        }
        self.seen
    }

    fn event(&mut self, event: &[u8]) {
        let Some(data) = event.strip_prefix(b"data: ") else { return };
        if data == b"[DONE]" {
            self.seen.complete = self.finished;
            return;
        }
        match self.wire {
            Wire::UiMessages => self.ui_message(data),
            Wire::ChatCompletions => self.completion(data),
        }
    }

    fn ui_message(&mut self, data: &[u8]) {
        let is = |kind: &str| data.starts_with(format!("{{\"type\":\"{kind}\"").as_bytes());
        if data.starts_with(b"{\"type\":\"text-delta\"") {
            let text = serde_json::from_slice::<Text>(data).map(|text| text.delta).unwrap_or_default();
            self.text(&text);
        } else if is("data-citation") {
            self.seen.citations += 1;
        } else if is("finish") {
            self.finished = true;
        } else if is("error") || is("abort") {
            self.seen.tail = String::from_utf8_lossy(data).into_owned();
        } else if is("start") {
            self.seen.message_id =
                serde_json::from_slice::<Start>(data).ok().and_then(|start| start.message_id);
        }
    }

    fn completion(&mut self, data: &[u8]) {
        const SIGN: &[u8] = b"\"content\":\"";
        let at = data.windows(SIGN.len()).position(|window| window == SIGN);
        match at.map(|at| &data[at + SIGN.len()..]) {
            Some(text) if !text.starts_with(b"\"") => self.text("word"),
            Some(_) => {}
            None => self.finished = true,
        }
    }

    fn text(&mut self, text: &str) {
        let now = Instant::now();
        self.seen.first.get_or_insert(now - self.began);
        if let Some(last) = self.last.replace(now) {
            self.seen.longest_gap = self.seen.longest_gap.max(now - last);
        }
        self.seen.events += 1;
        self.seen.characters += text.chars().count();
    }
}

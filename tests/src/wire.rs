//! Reads a stream as the AI SDK's client would.

use futures_util::StreamExt;
use serde_json::Value;

/// A response stream that is being read.
pub struct Sse {
    response: futures_util::stream::BoxStream<'static, reqwest::Result<bytes::Bytes>>,
    /// Bytes: a piece of the body may end within a character.
    buffer: Vec<u8>,
    done: bool,
}

use reqwest::Response;

impl Sse {
    pub fn new(response: Response) -> Self {
        assert_eq!(response.status(), 200, "a stream begins with 200");
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert_eq!(response.headers()["x-vercel-ai-ui-message-stream"], "v1");
        Self { response: response.bytes_stream().boxed(), buffer: Vec::new(), done: false }
    }

    /// The next chunk; `None` after `[DONE]` and the end of the body.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            while let Some(end) = self.buffer.windows(2).position(|pair| pair == b"\n\n") {
                let event = String::from_utf8(self.buffer.drain(..end + 2).collect()).unwrap();
                match event.trim_end().strip_prefix("data: ") {
                    Some("[DONE]") => self.done = true,
                    Some(json) => return Some(serde_json::from_str(json).unwrap()),
                    None => assert!(event.starts_with(':'), "unexpected line {event:?}"),
                }
            }
            if let Some(bytes) = self.response.next().await {
                self.buffer.extend_from_slice(&bytes.unwrap());
            } else {
                assert!(self.done, "the body ended without [DONE]");
                assert!(self.buffer.is_empty(), "a half event at the end: {:?}", self.buffer);
                return None;
            }
        }
    }

    /// Reads until a chunk of this type came; gives it.
    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let chunk = self.next().await.unwrap_or_else(|| panic!("the stream ended without {kind}"));
            if chunk["type"] == kind {
                return chunk;
            }
        }
    }

    /// All that is left.
    pub async fn rest(mut self) -> Vec<Value> {
        let mut chunks = Vec::new();
        while let Some(chunk) = self.next().await {
            chunks.push(chunk);
        }
        chunks
    }
}

/// The text of an answer.
pub fn text_of(chunks: &[Value]) -> String {
    chunks
        .iter()
        .filter(|chunk| chunk["type"] == "text-delta")
        .filter_map(|chunk| chunk["delta"].as_str())
        .collect()
}

/// One chunk a line, as a reader of a snapshot likes it. Text deltas that follow each other are joined:
/// how they are cut depends on who reads when.
pub fn lines_of(chunks: &[Value]) -> String {
    let mut joined: Vec<Value> = Vec::new();
    for chunk in chunks {
        if let Some(last) = joined.last_mut()
            && last["type"] == "text-delta"
            && chunk["type"] == "text-delta"
            && last["id"] == chunk["id"]
        {
            let more = format!("{}{}", last["delta"].as_str().unwrap(), chunk["delta"].as_str().unwrap());
            last["delta"] = Value::String(more);
            continue;
        }
        joined.push(chunk.clone());
    }
    joined.iter().map(Value::to_string).collect::<Vec<_>>().join("\n") + "\n"
}

//! A student's page: sends, reads what comes, stops, comes back.

use std::time::Duration;

use futures_util::StreamExt;
use reqwest::{Client, RequestBuilder, Response};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::home::{PATIENCE, token_of};
use crate::server::Server;

/// A signed-in student at a server.
#[derive(Clone)]
pub struct Page {
    client: Client,
    root: String,
    token: String,
}

impl Page {
    pub fn of(student: u32, server: &Server) -> Self {
        Self::at(student, &server.url)
    }

    pub fn at(student: u32, url: &str) -> Self {
        Self { client: Client::new(), root: format!("{url}/api/chatbot/v1"), token: token_of(student) }
    }

    pub fn get(&self, path: &str) -> RequestBuilder {
        self.client.get(format!("{}{path}", self.root)).bearer_auth(&self.token)
    }

    pub fn post(&self, path: &str, body: &Value) -> RequestBuilder {
        self.client.post(format!("{}{path}", self.root)).bearer_auth(&self.token).json(body)
    }

    /// A new conversation; gives its id.
    pub async fn begin(&self, chatbot: &str) -> String {
        let response =
            self.post(&format!("/chatbots/{chatbot}/conversations"), &json!({})).send().await.unwrap();
        let status = response.status();
        let body: Value = response.json().await.unwrap();
        assert_eq!(status, 201, "{body}");
        body["id"].as_str().unwrap().to_owned()
    }

    /// Sends a message and reads its answer, beside whatever else is done.
    pub fn send(&self, conversation: &str, id: &str, text: &str) -> Reading {
        let message = json!({ "id": id, "role": "user", "parts": [{ "type": "text", "text": text }] });
        let body = json!({ "id": conversation, "trigger": "submit-message", "message": message });
        Reading::of(self.post("/chat", &body))
    }

    /// Reads the answer that is being written.
    pub fn resume(&self, conversation: &str) -> Reading {
        Reading::of(self.get(&format!("/chat/{conversation}/stream")))
    }

    pub async fn stop(&self, conversation: &str) -> u16 {
        let response = self.post(&format!("/chat/{conversation}/stop"), &json!({})).send().await;
        response.map_or(0, |response| response.status().as_u16())
    }

    /// The conversation as it is stored.
    pub async fn read(&self, conversation: &str) -> Value {
        let response = self.get(&format!("/conversations/{conversation}")).send().await.unwrap();
        assert_eq!(response.status(), 200);
        response.json().await.unwrap()
    }
}

/// What has come of a response.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Its status; 0 when there was none.
    pub status: Option<u16>,
    pub code: Option<String>,
    pub chunks: Vec<Value>,
    /// Whether it ended with `[DONE]`; absent while it comes.
    pub whole: Option<bool>,
}

impl Seen {
    pub fn text(&self) -> String {
        let deltas = self.chunks.iter().filter(|chunk| chunk["type"] == "text-delta");
        deltas.filter_map(|chunk| chunk["delta"].as_str()).collect()
    }

    pub fn accepted(&self) -> bool {
        self.status == Some(200)
    }

    /// How it ended by its own word: `finish`, `abort` or `error`.
    pub fn end(&self) -> Option<&str> {
        let last = self.chunks.last()?["type"].as_str()?;
        ["finish", "abort", "error"].contains(&last).then_some(last)
    }

    /// What is wrong with a stream that came whole.
    pub fn fault(&self) -> Option<String> {
        let kinds: Vec<&str> =
            self.chunks.iter().map(|chunk| chunk["type"].as_str().unwrap_or("?")).collect();
        let ends = kinds.iter().filter(|kind| ["finish", "abort", "error"].contains(kind)).count();
        let right = self.whole == Some(true)
            && kinds.first() == Some(&"start")
            && kinds.iter().filter(|kind| **kind == "start").count() == 1
            && ends == 1
            && self.end().is_some()
            && self.text_parts_are_closed();
        (!right).then(|| format!("whole: {:?}, {kinds:?}", self.whole))
    }

    fn text_parts_are_closed(&self) -> bool {
        let mut open: Option<&str> = None;
        for chunk in &self.chunks {
            let id = chunk["id"].as_str();
            let right = match chunk["type"].as_str() {
                Some("text-start") => open.replace(id.unwrap_or_default()).is_none(),
                Some("text-delta") => open == id,
                Some("text-end") => open.take() == id,
                Some("finish-step" | "finish" | "abort" | "error") => open.is_none(),
                _ => true,
            };
            if !right {
                return false;
            }
        }
        true
    }
}

/// A response that is being read.
pub struct Reading {
    task: JoinHandle<()>,
    seen: watch::Receiver<Seen>,
}

impl Reading {
    fn of(request: RequestBuilder) -> Self {
        let (sender, seen) = watch::channel(Seen::default());
        let task = tokio::spawn(async move {
            match request.send().await {
                Ok(response) => read(response, &sender).await,
                Err(_) => sender.send_modify(|seen| (seen.status, seen.whole) = (Some(0), Some(false))),
            }
        });
        Self { task, seen }
    }

    pub fn seen(&self) -> Seen {
        self.seen.borrow().clone()
    }

    /// Returns when what came is as wanted.
    pub async fn until(&mut self, wanted: impl Fn(&Seen) -> bool) -> Seen {
        let waiting = tokio::time::timeout(PATIENCE, self.seen.wait_for(|seen| wanted(seen)));
        let came = waiting.await.is_ok_and(|waited| waited.is_ok());
        let seen = self.seen();
        assert!(came, "never came: {seen:?}");
        seen
    }

    /// All of it, whatever its end.
    pub async fn rest(mut self) -> Seen {
        self.until(|seen| seen.whole.is_some()).await
    }

    /// All of it if it ends in time, else what has come.
    pub async fn rest_within(mut self, patience: Duration) -> Seen {
        let _ = tokio::time::timeout(patience, self.seen.wait_for(|seen| seen.whole.is_some())).await;
        self.seen()
    }

    /// The page goes away.
    pub async fn leave(self) {
        self.task.abort();
        let _ = self.task.await;
    }
}

async fn read(response: Response, sender: &watch::Sender<Seen>) {
    let status = response.status().as_u16();
    let header = response.headers().get("x-error-code");
    let code = header.and_then(|code| code.to_str().ok()).map(str::to_owned);
    sender.send_modify(|seen| (seen.status, seen.code) = (Some(status), code));
    if status != 200 {
        sender.send_modify(|seen| seen.whole = Some(false));
        return;
    }
    let (mut bytes, mut buffer, mut done) = (response.bytes_stream(), Vec::new(), false);
    while let Some(Ok(piece)) = bytes.next().await {
        buffer.extend_from_slice(&piece);
        while let Some(end) = buffer.windows(2).position(|pair| pair == b"\n\n") {
            let event = String::from_utf8(buffer.drain(..end + 2).collect()).unwrap();
            match event.trim_end().strip_prefix("data: ") {
                Some("[DONE]") => done = true,
                Some(json) => {
                    let chunk = serde_json::from_str(json).unwrap();
                    sender.send_modify(|seen| seen.chunks.push(chunk));
                }
                None => assert!(event.starts_with(':'), "unexpected line {event:?}"),
            }
        }
    }
    sender.send_modify(|seen| seen.whole = Some(done && buffer.is_empty()));
}

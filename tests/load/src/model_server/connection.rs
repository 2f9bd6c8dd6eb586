//! A client's connection: one request after the other.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use super::check::faults_of;
use super::message::Asked;
use super::plan::Plan;
use super::reply::{self, Ending};
use super::state::State;
use super::wire;

/// The largest request, head and body.
const LARGEST: usize = 16 * 1024 * 1024;

pub async fn accept(listener: TcpListener, state: Arc<State>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            Ok((stream, _)) = listener.accept() => {
                let state = Arc::clone(&state);
                connections.spawn(async move {
                    let _open = state.open_socket();
                    let _ = serve(stream, &state).await;
                });
            }
            Some(_) = connections.join_next() => {}
        }
    }
}

struct Request {
    method: String,
    path: String,
    body: Vec<u8>,
}

async fn serve(stream: TcpStream, state: &Arc<State>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut client = Client { stream, inbox: Vec::new() };
    while let Some(request) = client.next_request().await? {
        let whole = match (request.method.as_str(), request.path.as_str()) {
            ("POST", path) if path.ends_with("/chat/completions") => {
                match answer(&mut client, state, &request.body).await? {
                    Some(whole) => whole,
                    None => return Ok(()),
                }
            }
            ("GET", path) if path.ends_with("/models") => wire::plain(
                200,
                None,
                &json!({ "object": "list", "data": [{ "id": "fake", "object": "model" }] }),
            ),
            ("GET", "/stats") => wire::plain(200, None, &stats(state)),
            ("POST", path) if path.starts_with("/gates/") => {
                state.gate(&path["/gates/".len()..]).open();
                wire::plain(200, None, &json!({}))
            }
            _ => wire::plain(404, None, &error("there is no such route")),
        };
        client.stream.write_all(&whole).await?;
    }
    Ok(())
}

/// Answers a request for a reply. What it returns is still to be sent; `None` ends the connection.
async fn answer(client: &mut Client, state: &Arc<State>, body: &[u8]) -> io::Result<Option<Vec<u8>>> {
    let number = state.asked.fetch_add(1, Relaxed) + 1;
    let Ok(body) = serde_json::from_slice::<Value>(body) else {
        state.refuse(&["the body is no JSON".to_owned()]);
        return Ok(Some(wire::plain(400, None, &error("the body is no JSON"))));
    };
    let asked = Asked::read(&body);
    let mut faults = faults_of(&body);
    let plan = state.next_plan().map_or_else(|| Plan::in_question(&asked.question), Ok);
    let plan = plan.unwrap_or_else(|fault| {
        faults.push(fault);
        Plan::default()
    });
    state.keep_request(body);
    if !faults.is_empty() {
        state.refuse(&faults);
        return Ok(Some(wire::plain(400, None, &error(&faults.join("; ")))));
    }
    if let Some(super::Fault::Status { status, retry_after }) = plan.fault {
        return Ok(Some(wire::plain(status, retry_after, &error("as planned"))));
    }
    let open = state.open_stream();
    let ending = reply::give(client, state, &plan, &asked, number).await;
    let counted = if matches!(ending, Ok(Ending::Gone) | Err(_)) { &state.gone_early } else { &state.ended };
    counted.fetch_add(1, Relaxed);
    drop(open);
    Ok(matches!(ending?, Ending::Whole).then(Vec::new))
}

fn stats(state: &State) -> Value {
    let mut seen = json!(state.counts());
    seen["faults"] = json!(state.invalid());
    seen
}

fn error(message: &str) -> Value {
    json!({ "error": { "message": message, "type": "invalid_request_error" } })
}

pub struct Client {
    pub stream: TcpStream,
    /// What came and was not read yet.
    inbox: Vec<u8>,
}

impl Client {
    /// Returns when the client has closed its side.
    pub async fn gone(&mut self) {
        let mut more = [0; 1024];
        loop {
            if self.stream.readable().await.is_err() {
                return;
            }
            match self.stream.try_read(&mut more) {
                Ok(0) => return,
                Ok(length) => self.inbox.extend_from_slice(&more[..length]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(_) => return,
            }
        }
    }

    /// The next request; `None` when the client is done.
    async fn next_request(&mut self) -> io::Result<Option<Request>> {
        loop {
            if let Some((request, length)) = parsed(&self.inbox)? {
                self.inbox.drain(..length);
                return Ok(Some(request));
            }
            if self.inbox.len() > LARGEST || self.stream.read_buf(&mut self.inbox).await? == 0 {
                return Ok(None);
            }
        }
    }
}

/// The request at the start of these bytes, once it is whole, and how long it is.
fn parsed(bytes: &[u8]) -> io::Result<Option<(Request, usize)>> {
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut head = httparse::Request::new(&mut headers);
    let read = head.parse(bytes).map_err(io::Error::other)?;
    let httparse::Status::Complete(start) = read else { return Ok(None) };
    let length = head.headers.iter().find(|header| header.name.eq_ignore_ascii_case("content-length"));
    let length = length.and_then(|header| std::str::from_utf8(header.value).ok()?.trim().parse().ok());
    let end = start + length.unwrap_or(0);
    let request = |body: &[u8]| Request {
        method: head.method.unwrap_or_default().to_owned(),
        path: head.path.unwrap_or_default().to_owned(),
        body: body.to_vec(),
    };
    Ok(bytes.get(start..end).map(|body| (request(body), end)))
}
